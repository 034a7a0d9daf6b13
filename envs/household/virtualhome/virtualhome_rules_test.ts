import { describe, expect, it } from 'vitest';
import { scriptOf, smallScene } from './testing/small_graph.ts';
import { stateChanges } from './testing/state_changes.ts';
import { CONDITIONS, TRACED_RULES, UNTRACED_RULES, VIRTUALHOME_RULES } from './virtualhome_rules.ts';
import { VirtualHomeSimulator } from './virtualhome_simulator.ts';

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
const NO_SUCH_NODE = "AttributeError: 'NoneType' object has no attribute 'id'";
const HANDS_FULL = 'WALK mug, GRAB mug, GRAB cup';
const PUT_AWAY = 'WALK fridge, OPEN fridge, WALK mug, GRAB mug, WALK fridge, PUTIN mug fridge';

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
    ['GRAB mug', `${ME} is not close to <mug> (4)`],
    ['WALK fridge, GRAB milk', '<milk> (3) is inside other closed thing'],
    [`${HANDS_FULL}, WALK plate, GRAB plate`, `${ME} does not have a free hand`],
    ['PUTBACK mug table', `${ME} is not holding <mug> (4)`],
    ['WALK mug, GRAB mug, WALK bed, PUTBACK mug table', `${ME} is not close to <table> (8)`],
    ['WALK mug, GRAB mug, WALK fridge, PUTIN mug fridge', '<fridge> (2) is not open or is not openable'],
    ['PUTOBJBACK mug', '<mug> (4) not grabbed'],
    ['OPEN mug', '<mug> (4) can not be opened'],
    ['WALK window, OPEN window', '<window> (18) is not closed'],
    ['WALK oven, OPEN oven', '<oven> (13) is still on'],
    ['WALK fridge, CLOSE fridge', '<fridge> (2) is not open'],
    ['SWITCHON mug', '<mug> (4) does not have a switch'],
    ['WALK lamp, SWITCHON lamp', '<lamp> (12) is not off'],
    ['WALK radio, SWITCHON radio', '<radio> (11) is unplugged'],
    ['WALK radio, SWITCHOFF radio', '<radio> (11) is not on'],
    ['PLUGIN mug', '<mug> (4) does not have a plug'],
    ['WALK lamp, PLUGIN lamp', '<lamp> (12) is not plugged_out'],
    ['WALK toaster, PLUGOUT toaster', '<toaster> (10) is not plugged_in'],
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
    ['WALK bed, WALK mug', '+17 CLOSE 19,+19 CLOSE 17,+19 CLOSE 4,+19 CLOSE 8,+4 CLOSE 19,+8 CLOSE 19,-19 FACING 21'],
    ['WALK bedroom', '+19 INSIDE 20,-19 FACING 21,-19 INSIDE 1'],
    ['WALK fridge', '+17 CLOSE 19,+19 CLOSE 17,+19 CLOSE 2,+19 CLOSE 3,+2 CLOSE 19,+3 CLOSE 19,-19 FACING 21'],
  ])('"%s" changes %s', (text, edges) => {
    expect(walk(text).edges.join()).toBe(edges);
  });

  it.each<[string, object, string[], string?]>([
    [`${HANDS_FULL}, WALK bed, WALK bed`, { rh: 4, lh: 5, room: 20 }, ['+19 CLOSE 4', '+4 INSIDE 20', '-4 INSIDE 1']],
    ['WALK plate, GRAB plate', { rh: 6, lh: null }, ['+19 HOLDS_RH 6', '+19 CLOSE 8', '-6 ON 8', '-7 ON 6'], ''],
    ['WALK water, GRAB water', { rh: 16 }, [], ''],
    [PUT_AWAY, { rh: null }, ['+4 INSIDE 2', '+4 CLOSE 2', '+2 CLOSE 4'], '-4 INSIDE 1'],
    ['WALK mug, GRAB mug, PUTOBJBACK mug', { ok: true, rh: null }, [], '-4 ON 8'],
    ['WALK mug, GRAB mug, WALK bed, DROP mug', { rh: null }, ['+4 INSIDE 20', '-4 ON 8'], ''],
    ['WALK chair, SIT chair', { states: [[19, 'SITTING']] }, ['+19 ON 14', '+19 FACING 8'], ''],
    ['WALK sofa, SIT sofa, SIT sofa', { ok: true }, [], ''],
    ['WALK table, FIND mug', { ok: true }, ['+19 CLOSE 4'], ''],
  ])('"%s" leads to %j, among others to %j, and not to %s', (text, result, edges, other) => {
    expect(walk(text)).toMatchObject({ ...result, edges: expect.arrayContaining(edges) });
    expect(walk(text).edges).not.toContain(other);
  });

  it.each([
    ['WALK desk, OPEN desk', [9, 'OPEN']],
    [`${HANDS_FULL}, WALK window, CLOSE window`, [18, 'CLOSED']],
    [`${HANDS_FULL}, WALK fridge, SWITCHON fridge`, [2, 'CLOSED,ON,PLUGGED_IN']],
    ['WALK radio, PLUGIN radio', [11, 'OFF,PLUGGED_IN']],
    ['WALK mug, GRAB mug, WIPE table', [8, 'CLEAN']],
  ])('"%s" leads to %j', (text, state) => {
    expect(walk(text)).toMatchObject({ ok: true, message: null, states: [state] });
  });

  it.each([
    ['character -INSIDE kitchen', 'WALK mug', 'AssertionError: Char_room is none!'],
    ['character -INSIDE kitchen, character CLOSE mug', 'GRAB mug', NO_SUCH_NODE],
  ])('raise errors for a character in no room (%s): "%s" says %s', (edges, text, message) => {
    expect(walk(text, smallScene('kitchen: mug GRABBABLE, character', edges))).toMatchObject({ ok: false, message });
  });
});

describe('the rules after the source', () => {
  const everything = smallScene(
    `kitchen: bathtub LIEABLE, milk GRABBABLE POURABLE DRINKABLE, mug GRABBABLE RECIPIENT, apple EATABLE CUTTABLE,
    bread EATABLE, plate, tray, fork, butterknife GRABBABLE, book GRABBABLE READABLE, shirt GRABBABLE CLOTHES, computer LOOKABLE,
    television LOOKABLE, keyboard, chair, cat PERSON, soap, water GRABBABLE POURABLE, character;
   bedroom: screen LOOKABLE`,
    'apple ON plate, fork ON tray',
  );
  const ME = '<character> (20)';

  it.each([
    ['WALK mug, LIE mug', '<mug> (4) is not lieable'],
    ['WALK bathtub, LIE bathtub, LIE bathtub, LIE bathtub', null],
    ['SLEEP', `${ME} is not lying or sitting`],
    ['LOOKAT mug', `${ME} does not face <mug> (4)`],
    ['TURNTO mug, POINTAT mug', null],
    ['WATCH mug', '<mug> (4) not lookable'],
    ['WATCH screen', 'char room <kitchen> (1) is not node room <bedroom> (21)'],
    ['WATCH television', `${ME} does not face <television> (14)`],
    ['MOVE mug', '<mug> (4) is not movable'],
    ['WALK chair, MOVE chair', null],
    ['WALK mug, PUSH mug', null],
    ['WALK mug, SQUEEZE mug', '<mug> (4) is not clothes'],
    ['WALK soap, SQUEEZE soap', null],
    ['WALK bread, CUT bread', '<bread> (6) is not cuttable'],
    ['WALK apple, CUT apple', `${ME} is not holding a knife`],
    ['WALK butterknife, GRAB butterknife, WALK apple, CUT apple', null],
    ['WALK tray, EAT tray', 'none of object on <tray> (8) is eatable'],
    ['WALK plate, EAT plate', null],
    ['DRINK cat', '<cat> (17) is not drinkable or not recipient'],
    ['WALK milk, GRAB milk, DRINK milk', null],
    ['READ mug', '<mug> (4) is not readable'],
    ['WALK mug, TYPE mug', '<mug> (4) does not have switch'],
    ['WALK keyboard, TYPE keyboard', null],
    ['GREET mug', '<mug> (4) is not person'],
    ['GREET cat', null],
    ['POUR cat mug', '<cat> (17) is not pourable or drinkable'],
    ['POUR milk cat', '<cat> (17) is not recipient'],
  ])('"%s": %s', (text, problem) => {
    const { ok, message } = walk(text, everything);
    expect([ok, message?.replace(/ when executing .*/, '') ?? null]).toEqual([problem === null, problem]);
  });

  it.each([
    ['TURNTO mug, TURNTO cat', '+20 FACING 17', ''],
    ['WALK mug, WASH mug', '4 CLEAN', ''],
    ['WALK bathtub, LIE bathtub', '+20 ON 2', ''],
    ['WALK bathtub, LIE bathtub', '20 LYING', ''],
    ['WALK shirt, GRAB shirt, PUTON shirt', '+12 ON 20', '+20 HOLDS_RH 12'],
    ['WALK milk, GRAB milk, WALK mug, POUR milk mug', '+3 INSIDE 4', '-20 HOLDS_RH 3'],
    ['WALK milk, GRAB milk, WALK mug, POUR milk mug', '+20 HOLDS_RH 3', ''],
    ['WALK water, GRAB water, WALK mug, POUR water mug', '+19 INSIDE 4', '+20 HOLDS_RH 19'],
  ])('"%s" leads to %s, and not to %s', (text, change, other) => {
    const { edges, states } = walk(text, everything);
    const changes = [...edges, ...states.map((each) => each.join(' '))];
    expect(changes).toContain(change);
    expect(changes).not.toContain(other);
  });

  const resting = smallScene(
    'kitchen: television LOOKABLE, mirror, character SITTING; bedroom: screen LOOKABLE',
    'character FACING mirror, mirror FACING television',
  );

  it.each([
    ['SLEEP', null],
    ['WATCH television', '<character> (4) is not facing <television> (2) while sitting'],
    ['WATCH screen', 'char room <kitchen> (1) is not node room <bedroom> (5)'],
    ['WATCH mirror', '<mirror> (3) not lookable'],
    ['WALK mirror', '<character> (4) is sitting'],
  ])('say to a sitting character of "%s": %s', (text, problem) => {
    const message = problem && expect.stringMatching(`^${RegExp.escape(problem)} when executing`);
    expect(walk(text, resting)).toMatchObject({ ok: problem === null, message });
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
