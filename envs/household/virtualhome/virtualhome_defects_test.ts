import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { scriptOf, smallScene } from './testing/small_graph.ts';
import { DEFECT_NAMES, type DefectName, type Defects, defectsBut, defectsOf, EDITIONS } from './virtualhome_defects.ts';
import { VirtualHomeSimulator } from './virtualhome_simulator.ts';

/** A minimal graph, a walk, and what comes of its last step with the defect and without: a message, or the room. */
type Case = {
  readonly rooms: string;
  readonly edges?: string;
  readonly walk: string;
  /** Defects that are in the way. */
  readonly without?: readonly DefectName[];
  readonly kept: string;
  readonly repaired: string;
};

const CASES: Readonly<Record<DefectName, Case>> = {
  find_raises: {
    rooms: 'kitchen: mug, character',
    walk: 'FIND mug',
    kept: 'TypeError: JoinedExecutor.execute() takes 5 positional arguments but 7 were given',
    repaired: 'done in 1',
  },
  find_at_rest: {
    rooms: 'kitchen: chair SITTABLE, mug, character',
    walk: 'WALK chair, SIT chair, FIND mug',
    without: ['find_raises', 'stale_character'],
    kept: '<character> (4) is not close to <mug> (3)',
    repaired: '<character> (4) is sitting',
  },
  stale_character: {
    rooms: 'kitchen: chair SITTABLE, character',
    walk: 'WALK chair, SIT chair, STANDUP',
    kept: '<character> (3) is not sitting',
    repaired: 'done in 1',
  },
  putobjback_succeeds: {
    rooms: 'kitchen: desk, mug GRABBABLE, character; bedroom: bed',
    edges: 'mug ON desk',
    walk: 'WALK mug, GRAB mug, WALK bed, PUTOBJBACK mug',
    kept: 'done in 5, but <character> (4) is not close to <desk> (2)',
    repaired: '<character> (4) is not close to <desk> (2)',
  },
  plugout_while_on: {
    rooms: 'kitchen: radio HAS_PLUG PLUGGED_IN ON, character',
    walk: 'WALK radio, PLUGOUT radio',
    kept: 'done in 1, but <radio> (2) is still on',
    repaired: '<radio> (2) is still on',
  },
  watch_hidden: {
    rooms: 'kitchen: closet CLOSED, television LOOKABLE, character',
    edges: 'television INSIDE closet',
    walk: 'TURNTO television, WATCH television',
    kept: 'done in 1, but <television> (3) is inside other closed thing',
    repaired: '<television> (3) is inside other closed thing',
  },
  putoff_raises: {
    rooms: 'kitchen: shirt GRABBABLE CLOTHES, character',
    walk: 'WALK shirt, GRAB shirt, PUTON shirt, PUTOFF shirt',
    kept: "TypeError: PutOffExecutor.check_putoff() missing 1 required positional argument: 'char_index'",
    repaired: 'done in 1',
  },
  doors_ignored: {
    rooms: 'kitchen: door CLOSED, character; bedroom: bed',
    edges: 'door BETWEEN kitchen, door BETWEEN bedroom',
    walk: 'WALK bed',
    kept: 'done in 4',
    repaired: '<bed> (5) is behind a closed door',
  },
  held_in_old_room: {
    rooms: 'kitchen: mug GRABBABLE, character; bedroom: desk',
    walk: 'WALK mug, GRAB mug, WALK desk, PUTBACK mug desk, WALK mug',
    kept: 'done in 1',
    repaired: 'done in 4',
  },
  dropped_in_two_rooms: {
    rooms: 'kitchen: mug GRABBABLE, character; bedroom: desk',
    walk: 'WALK mug, GRAB mug, WALK desk, DROP mug, WALK mug',
    kept: 'done in 1',
    repaired: 'done in 4',
  },
  close_to_room: {
    rooms: 'kitchen: mug, character',
    edges: 'kitchen CLOSE mug',
    walk: 'WALK kitchen, TOUCH mug',
    kept: 'done in 1',
    repaired: '<character> (3) is not close to <mug> (2)',
  },
  reaches_support: {
    rooms: 'kitchen: desk, mug, character',
    edges: 'mug ON desk',
    walk: 'WALK mug, TOUCH desk',
    kept: 'done in 1',
    repaired: '<character> (4) is not close to <desk> (2)',
  },
  reaches_top: {
    rooms: 'kitchen: desk SURFACES, mug, cup, character',
    edges: 'mug ON desk, mug CLOSE cup',
    walk: 'WALK desk, TOUCH cup',
    kept: 'done in 1',
    repaired: '<character> (5) is not close to <cup> (4)',
  },
  reaches_contents: {
    rooms: 'kitchen: fridge CAN_OPEN OPEN, milk, character',
    edges: 'milk INSIDE fridge',
    walk: 'WALK fridge, TOUCH milk',
    kept: 'done in 1',
    repaired: '<character> (4) is not close to <milk> (3)',
  },
  reaches_closed: {
    rooms: 'kitchen: fridge CAN_OPEN CLOSED, milk, character',
    edges: 'milk INSIDE fridge',
    walk: 'WALK fridge, WIPE milk',
    kept: '<character> (4) does not hold anything in hands',
    repaired: '<character> (4) is not close to <milk> (3)',
  },
  grab_remembered: {
    rooms: 'kitchen: shirt GRABBABLE CLOTHES, character',
    walk: 'WALK shirt, GRAB shirt, PUTON shirt, GRAB shirt',
    kept: '<shirt> (2) already grabbed',
    repaired: 'done in 1',
  },
  grab_again: {
    rooms: 'kitchen: mug GRABBABLE, character',
    walk: 'WALK mug, GRAB mug, GRAB mug',
    kept: 'done in 1',
    repaired: '<mug> (2) already grabbed',
  },
  anchor_by_hash: {
    rooms: 'kitchen: mug GRABBABLE, jar, lid, pot, pan, tin, bowl, character',
    edges: 'mug CLOSE jar, mug CLOSE bowl',
    walk: 'WALK mug, GRAB mug, TOUCH bowl',
    kept: 'done in 1',
    repaired: '<character> (9) is not close to <bowl> (8)',
  },
  hidden_by_parent_only: {
    rooms: 'kitchen: fridge CLOSED, box, apple GRABBABLE, character',
    edges: 'box INSIDE fridge, apple INSIDE box',
    walk: 'WALK apple, GRAB apple',
    kept: 'done in 1',
    repaired: '<apple> (4) is inside other closed thing',
  },
  putin_anything: {
    rooms: 'kitchen: mug GRABBABLE, desk, character',
    walk: 'WALK mug, GRAB mug, WALK desk, PUTIN mug desk',
    kept: 'done in 1',
    repaired: '<desk> (3) is not a container',
  },
  putback_anywhere: {
    rooms: 'kitchen: mug GRABBABLE, ball, character',
    walk: 'WALK mug, GRAB mug, WALK ball, PUTBACK mug ball',
    kept: 'done in 1',
    repaired: '<ball> (3) is not a surface',
  },
  switch_without_hand: {
    rooms: 'kitchen: mug, cup, lamp HAS_SWITCH OFF, character',
    edges: 'character HOLDS_RH mug, character HOLDS_LH cup',
    walk: 'WALK lamp, SWITCHON lamp',
    kept: 'done in 1',
    repaired: '<character> (5) does not have a free hand',
  },
  seat_kept: {
    rooms: 'kitchen: chair SITTABLE, desk, character',
    walk: 'WALK chair, SIT chair, WALK desk, WALK chair, SIT chair',
    kept: 'Too many things on <chair> (2)',
    repaired: 'done in 1',
  },
};

/** What comes of the last step of a walk; all before it succeed. */
function last({ rooms, edges, walk }: Case, defects: Defects): string {
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
    const { kept, repaired, without = [] } = CASES[name];
    expect(last(CASES[name], defectsOf('v2.3', { without, with: [name] }))).toBe(kept);
    expect(last(CASES[name], defectsOf('v2.3', { without: [...without, name] }))).toBe(repaired);
  });

  it('grab_again leaves a thing in the hand that held it', () => {
    const scene = smallScene('kitchen: mug GRABBABLE, character');
    const simulator = new VirtualHomeSimulator(scene, defectsOf('released-programs'));
    const steps = scriptOf(scene, 'WALK mug, GRAB mug, GRAB mug, DROP mug').map((line) => simulator.step(line));
    expect(steps.map(({ ok, rh, lh }) => [ok, rh, lh])).toEqual([
      [true, null, null],
      [true, 2, null],
      [true, 2, 2],
      [true, null, null],
    ]);
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
    const v23 = namesOf(defectsOf('v2.3'));
    expect(new Set(namesOf(defectsOf('v2.3', change)))).toEqual(
      new Set([...v23.filter((name) => name !== 'find_raises'), 'grab_again']),
    );
  });
});

describe('defectsBut()', () => {
  it('keeps all others', () => {
    expect(defectsBut('seat_kept', 'find_raises')).toEqual(
      defectsOf('v2.3', { without: ['find_raises', 'seat_kept'] }),
    );
  });
});

describe('README', () => {
  it('says what each edition is', () => {
    const readme = readFileSync(new URL('README.md', import.meta.url), 'utf8').replaceAll(/\n {2}/g, ' ');
    for (const [name, what] of Object.entries(EDITIONS)) expect(readme).toContain(`- \`${name}\`: ${what}.`);
  });
});
