import { describe, expect, it } from 'vitest';
import { scriptOf, smallScene } from './testing/small_graph.ts';
import { stateChanges } from './testing/state_changes.ts';
import { CONDITIONS, TRACED_RULES, UNTRACED_RULES, VIRTUALHOME_RULES } from './virtualhome_rules.ts';
import { VirtualHomeSimulator } from './virtualhome_simulator.ts';

// reference_virtualhome_test.ts compares all rules with `testing/reference_virtualhome.ts`; these are examples.

/** A kitchen where every rule has something to act on, and a bedroom. Ids count up: the kitchen is 1, the bedroom 20. */
const scene = smallScene(
  `kitchen: fridge CAN_OPEN CONTAINERS HAS_SWITCH HAS_PLUG CLOSED OFF PLUGGED_IN,
    milk GRABBABLE, mug GRABBABLE, cup GRABBABLE, plate GRABBABLE SURFACES, cupcake GRABBABLE, table SURFACES,
    desk CLOSED, toaster HAS_SWITCH HAS_PLUG ON PLUGGED_OUT, radio HAS_SWITCH HAS_PLUG OFF PLUGGED_OUT,
    lamp HAS_SWITCH HAS_PLUG ON PLUGGED_IN, oven CAN_OPEN CLOSED ON, chair SITTABLE, sofa SITTABLE, water, face BODY_PART,
    window OPEN, character;
   bedroom: bed, book GRABBABLE, nowhere`,
  `milk INSIDE fridge, mug ON table, cup ON table, plate ON table, cupcake ON plate, cup FACING face, book ON bed,
   chair FACING table, character FACING bed, nowhere -INSIDE bedroom, mug CLOSE cup, cup CLOSE mug`,
);
const ME = '<character> (19)';
const HANDS_FULL = 'WALK mug, GRAB mug, GRAB cup';

function walk(text: string, world = scene) {
  const simulator = new VirtualHomeSimulator(world);
  const steps = scriptOf(world, text).map((line) => simulator.step(line));
  expect(steps.slice(0, -1).filter(({ ok }) => !ok)).toEqual([]);
  const { edges, states } = stateChanges(simulator.state);
  return { ...steps.at(-1)!, edges: [...edges].sort(), states: [...states] };
}

describe('the rules that golden traces confirm', () => {
  it.each([
    ['GRAB fridge', '<fridge> (2) is not grabbable'],
    [HANDS_FULL.replace('GRAB cup', 'GRAB mug'), '<mug> (4) already grabbed'],
    ['WALK fridge, GRAB milk', '<milk> (3) is inside other closed thing'],
    [`${HANDS_FULL}, WALK plate, GRAB plate`, `${ME} does not have a free hand`],
    ['WALK mug, GRAB mug, WALK bed, PUTBACK mug table', `${ME} is not close to <table> (8)`],
    ['WALK mug, GRAB mug, WALK fridge, PUTIN mug fridge', '<fridge> (2) is not open or is not openable'],
    ['PUTOBJBACK mug', '<mug> (4) not grabbed'],
    ['DROP mug', `${ME} is not holding <mug> (4)`],
    ['OPEN mug', '<mug> (4) can not be opened'],
    ['WALK window, OPEN window', '<window> (18) is not closed'],
    ['WALK oven, OPEN oven', '<oven> (13) is still on'],
    ['WALK fridge, CLOSE fridge', '<fridge> (2) is not open'],
    ['SWITCHON mug', '<mug> (4) does not have a switch'],
    ['WALK radio, SWITCHON radio', '<radio> (11) is unplugged'],
    ['PLUGIN mug', '<mug> (4) does not have a plug'],
    ['WALK lamp, PLUGIN lamp', '<lamp> (12) is not plugged_out'],
    ['WALK mug, SIT mug', '<mug> (4) is not sittable'],
    ['WALK chair, SIT chair, SIT chair', 'Too many things on <chair> (14)'],
    ['STANDUP', `${ME} is not sitting`],
    ['WALK mug, WIPE mug', `${ME} does not hold anything in hands`],
    ['FIND face', `${ME} is not close to <face> (17)`],
  ])('refuse the last of "%s": %s', (text, problem) => {
    const message = `${problem} when executing "${scriptOf(scene, text).at(-1)} [1]"`;
    expect(walk(text)).toMatchObject({ ok: false, message });
  });

  it('refuse without a word to walk to something that is in no room', () => {
    expect(walk('WALK nowhere')).toMatchObject({ ok: false, message: null, edges: [] });
  });

  it.each([
    // WALK leaves all behind, and comes close to the thing, what it is in, on, or what is in it, and the own body.
    ['WALK bed, WALK mug', '+17 CLOSE 19,+19 CLOSE 17,+19 CLOSE 4,+19 CLOSE 8,+4 CLOSE 19,+8 CLOSE 19,-19 FACING 21'],
    ['WALK bedroom', '+19 INSIDE 20,-19 FACING 21,-19 INSIDE 1'],
    ['WALK fridge', '+17 CLOSE 19,+19 CLOSE 17,+19 CLOSE 2,+19 CLOSE 3,+2 CLOSE 19,+3 CLOSE 19,-19 FACING 21'],
  ])('"%s" changes %s', (text, edges) => {
    expect(walk(text).edges.join()).toBe(edges);
  });

  it.each<[string, object, string[], string]>([
    // What is held comes along: close to the character only, and INSIDE the room that was left.
    [
      `${HANDS_FULL}, WALK bed, WALK bed`,
      { rh: 4, lh: 5, room: 20 },
      ['+19 CLOSE 4', '+4 INSIDE 20', '-4 INSIDE 1'],
      '',
    ],
    // GRAB fills the right hand first, cuts all edges of the thing, and makes what bore it close.
    ['WALK plate, GRAB plate', { rh: 6, lh: null }, ['+19 HOLDS_RH 6', '+19 CLOSE 8', '-6 ON 8', '-7 ON 6'], ''],
    ['WALK water, GRAB water', { rh: 16 }, [], ''],
    [
      'WALK fridge, OPEN fridge, WALK mug, GRAB mug, WALK fridge, PUTIN mug fridge',
      { rh: null },
      ['+4 INSIDE 2', '+4 CLOSE 2', '+2 CLOSE 4'],
      '-4 INSIDE 1',
    ],
    ['WALK mug, GRAB mug, PUTOBJBACK mug', { ok: true, rh: null }, [], '-4 ON 8'],
    ['WALK mug, GRAB mug, WALK bed, DROP mug', { rh: null }, ['+4 INSIDE 20', '-4 ON 8'], ''],
    ['WALK chair, SIT chair', { states: [[19, 'SITTING']] }, ['+19 ON 14', '+19 FACING 8'], ''],
    ['WALK sofa, SIT sofa, SIT sofa', { ok: true }, [], ''],
    ['WALK table, FIND mug', { ok: true }, ['+19 CLOSE 4'], ''],
  ])('"%s" leads to %j, among others to %j, and not to %s', (text, result, edges, other) => {
    expect(walk(text)).toMatchObject({ ...result, edges: expect.arrayContaining(edges) });
    expect(walk(text).edges).not.toContain(other);
  });
});

describe('VIRTUALHOME_RULES', () => {
  const used = [...VIRTUALHOME_RULES.values()].flatMap(({ preconditions }) => preconditions);

  it('are the traced ones and an alias, and all that the simulator has besides', () => {
    const list = (rules: typeof TRACED_RULES) => rules.map(({ verb, arity }) => `${verb}/${arity}`).join(' ');
    expect(list(TRACED_RULES)).toBe(
      'WALK/1 RUN/1 FIND/1 GRAB/1 PUTBACK/2 PUTIN/2 PUTOBJBACK/1 DROP/1 RELEASE/1 OPEN/1 CLOSE/1 SWITCHON/1 SWITCHOFF/1 ' +
        'PLUGIN/1 PLUGOUT/1 SIT/1 STANDUP/0 TOUCH/1 WIPE/1',
    );
    expect(list(UNTRACED_RULES)).toBe(
      'LIE/1 SLEEP/0 WAKEUP/0 WASH/1 RINSE/1 SCRUB/1 LOOKAT/1 POINTAT/1 TURNTO/1 WATCH/1 MOVE/1 PULL/1 PUSH/1 SQUEEZE/1 ' +
        'CUT/1 EAT/1 DRINK/1 READ/1 TYPE/1 GREET/1 PUTON/1 PUTOFF/1 POUR/2',
    );
    expect(VIRTUALHOME_RULES.size).toBe(42);
  });

  it('use every condition, each with a stable name', () => {
    const conditions = Object.values(CONDITIONS);
    expect(conditions.length).toBeGreaterThan(30);
    const all = [...conditions, ...used.map(({ condition }) => condition)];
    expect(all.filter(({ name }) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
    const named = new Set<unknown>(used.map(({ condition }) => condition));
    expect(conditions.filter((condition) => !named.has(condition))).toEqual([]);
  });
});
