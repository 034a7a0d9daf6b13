import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scriptOf, smallScene } from './testing/small_graph.ts';
import { DEFECT_NAMES, type DefectName, type Defects, defectsBut, defectsOf, EDITIONS } from './virtualhome_defects.ts';
import { VirtualHomeSimulator } from './virtualhome_simulator.ts';

/** A minimal graph and its edges; a walk; what comes of its last step with the defect and without: a message, or the room. */
const CASES = `
  find_raises | kitchen: mug, character
    FIND mug
    TypeError: JoinedExecutor.execute() takes 5 positional arguments but 7 were given => done in 1
  find_at_rest | kitchen: chair SITTABLE, mug, character
    WALK chair, SIT chair, FIND mug
    <character> (4) is not close to <mug> (3) => <character> (4) is sitting
  stale_character | kitchen: chair SITTABLE, character
    WALK chair, SIT chair, STANDUP
    <character> (3) is not sitting => done in 1
  putobjback_succeeds | kitchen: desk, mug GRABBABLE, character; bedroom: bed | mug ON desk
    WALK mug, GRAB mug, WALK bed, PUTOBJBACK mug
    done in 5, but <character> (4) is not close to <desk> (2) => <character> (4) is not close to <desk> (2)
  plugout_while_on | kitchen: radio HAS_PLUG PLUGGED_IN ON, character
    WALK radio, PLUGOUT radio
    done in 1, but <radio> (2) is still on => <radio> (2) is still on
  watch_hidden | kitchen: closet CLOSED, television LOOKABLE, character | television INSIDE closet
    TURNTO television, WATCH television
    done in 1, but <television> (3) is inside other closed thing => <television> (3) is inside other closed thing
  putoff_raises | kitchen: shirt GRABBABLE CLOTHES, character
    WALK shirt, GRAB shirt, PUTON shirt, PUTOFF shirt
    TypeError: PutOffExecutor.check_putoff() missing 1 required positional argument: 'char_index' => done in 1
  doors_ignored | kitchen: door CLOSED, character; bedroom: bed | door BETWEEN kitchen, door BETWEEN bedroom
    WALK bed
    done in 4 => <bed> (5) is behind a closed door
  held_in_old_room | kitchen: mug GRABBABLE, character; bedroom: desk
    WALK mug, GRAB mug, WALK desk, PUTBACK mug desk, WALK mug
    done in 1 => done in 4
  dropped_in_two_rooms | kitchen: mug GRABBABLE, character; bedroom: desk
    WALK mug, GRAB mug, WALK desk, DROP mug, WALK mug
    done in 1 => done in 4
  close_to_room | kitchen: mug, character | kitchen CLOSE mug
    WALK kitchen, TOUCH mug
    done in 1 => <character> (3) is not close to <mug> (2)
  reaches_support | kitchen: desk, mug, character | mug ON desk
    WALK mug, TOUCH desk
    done in 1 => <character> (4) is not close to <desk> (2)
  reaches_top | kitchen: desk SURFACES, mug, cup, character | mug ON desk, mug CLOSE cup
    WALK desk, TOUCH cup
    done in 1 => <character> (5) is not close to <cup> (4)
  reaches_contents | kitchen: fridge CAN_OPEN OPEN, milk, character | milk INSIDE fridge
    WALK fridge, TOUCH milk
    done in 1 => <character> (4) is not close to <milk> (3)
  reaches_closed | kitchen: fridge CAN_OPEN CLOSED, milk, character | milk INSIDE fridge
    WALK fridge, WIPE milk
    <character> (4) does not hold anything in hands => <character> (4) is not close to <milk> (3)
  grab_remembered | kitchen: shirt GRABBABLE CLOTHES, character
    WALK shirt, GRAB shirt, PUTON shirt, GRAB shirt
    <shirt> (2) already grabbed => done in 1
  grab_again | kitchen: mug GRABBABLE, character
    WALK mug, GRAB mug, GRAB mug
    done in 1 => <mug> (2) already grabbed
  anchor_by_hash | kitchen: mug GRABBABLE, jar, lid, pot, pan, tin, bowl, character | mug CLOSE jar, mug CLOSE bowl
    WALK mug, GRAB mug, TOUCH bowl
    done in 1 => <character> (9) is not close to <bowl> (8)
  hidden_by_parent_only | kitchen: fridge CLOSED, box, apple GRABBABLE, character | box INSIDE fridge, apple INSIDE box
    WALK apple, GRAB apple
    done in 1 => <apple> (4) is inside other closed thing
  putin_anything | kitchen: mug GRABBABLE, desk, character
    WALK mug, GRAB mug, WALK desk, PUTIN mug desk
    done in 1 => <desk> (3) is not a container
  putback_anywhere | kitchen: mug GRABBABLE, ball, character
    WALK mug, GRAB mug, WALK ball, PUTBACK mug ball
    done in 1 => <ball> (3) is not a surface
  switch_without_hand | kitchen: mug, cup, lamp HAS_SWITCH OFF, character | character HOLDS_RH mug, character HOLDS_LH cup
    WALK lamp, SWITCHON lamp
    done in 1 => <character> (5) does not have a free hand
  seat_kept | kitchen: chair SITTABLE, desk, character
    WALK chair, SIT chair, WALK desk, WALK chair, SIT chair
    Too many things on <chair> (2) => done in 1
`;

function exampleOf(name: DefectName) {
  const lines = CASES.split('\n').map((line) => line.trim());
  const at = lines.findIndex((line) => line.startsWith(`${name} | `));
  const [, rooms = '', edges = ''] = lines[at]!.split(' | ');
  const [kept, repaired] = lines[at + 2]!.split(' => ');
  return { rooms, edges, walk: lines[at + 1]!, kept, repaired };
}

const IN_THE_WAY: Partial<Record<DefectName, readonly DefectName[]>> = {
  find_at_rest: ['find_raises', 'stale_character'],
};

function last({ rooms, edges, walk }: { rooms: string; edges: string; walk: string }, defects: Defects): string {
  const scene = smallScene(rooms, edges);
  const simulator = new VirtualHomeSimulator(scene, defects);
  const steps = scriptOf(scene, walk).map((line) => simulator.step(line));
  expect(steps.slice(0, -1).filter(({ ok }) => !ok)).toEqual([]);
  const { ok, message, room } = steps.at(-1) as (typeof steps)[number];
  const text = message?.replace(/ when executing .*/, '');
  if (!ok) return text ?? 'nothing';
  return text === undefined ? `done in ${room}` : `done in ${room}, but ${text}`;
}

describe('each defect of VirtualHome’s simulator decides something', () => {
  it.each(DEFECT_NAMES)('%s', (name) => {
    const example = exampleOf(name);
    const without = IN_THE_WAY[name] ?? [];
    expect(last(example, defectsOf('v2.3', { without, with: [name] }))).toBe(example.kept);
    expect(last(example, defectsOf('v2.3', { without: [...without, name] }))).toBe(example.repaired);
  });
});

describe('defectsOf()', () => {
  const namesOf = (defects: Defects) => DEFECT_NAMES.filter((name) => defects[name]);

  it('gives the defects of an edition', () => {
    const [v23, released, eai] = (['v2.3', 'released-programs', 'eai'] as const).map((name) =>
      namesOf(defectsOf(name)),
    );
    expect(released).not.toContain('find_raises');
    expect(v23).not.toContain('grab_again');
    expect(new Set(eai).difference(new Set(v23))).toEqual(new Set());
    expect(released).toContain('grab_again');
  });

  it('takes some out and puts others in; what is both stays', () => {
    const change = { without: ['seat_kept', 'find_raises'], with: ['grab_again', 'seat_kept'] } as const;
    const changed = { ...defectsBut('find_raises'), grab_again: true };
    expect(defectsOf('v2.3', change)).toEqual(changed);
  });
});

it('README says what each edition is', () => {
  const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8').replaceAll(/\n {2}/g, ' ');
  for (const [name, what] of Object.entries(EDITIONS)) expect(readme).toContain(`- \`${name}\`: ${what}.`);
});
