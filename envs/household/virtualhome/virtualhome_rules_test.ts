import { describe, expect, it } from 'vitest';
import { scriptOf, smallScene } from './testing/small_graph.ts';
import { stateChanges } from './testing/state_changes.ts';
import {
  CONDITIONS,
  type GraphCondition,
  TRACED_RULES,
  UNTRACED_RULES,
  VIRTUALHOME_RULES,
} from './virtualhome_rules.ts';
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
const HANDS_FULL = 'WALK mug, GRAB mug, GRAB cup';

function walk(text: string) {
  const simulator = new VirtualHomeSimulator(scene);
  const steps = scriptOf(scene, text).map((line) => simulator.step(line));
  expect(steps.slice(0, -1).filter(({ ok }) => !ok)).toEqual([]);
  const { edges, states } = stateChanges(simulator.state);
  return { ...(steps.at(-1) as (typeof steps)[number]), edges: [...edges].sort(), states: [...states] };
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
    ['PUTIN mug fridge', `${ME} is not holding <mug> (4)`],
    ['WALK mug, GRAB mug, PUTIN mug fridge', `${ME} is not close to <fridge> (2)`],
    ['WALK mug, GRAB mug, WALK fridge, PUTIN mug fridge', '<fridge> (2) is not open or is not openable'],
    ['PUTOBJBACK mug', '<mug> (4) not grabbed'],
    ['DROP mug', `${ME} is not holding <mug> (4)`],
    ['OPEN mug', '<mug> (4) can not be opened'],
    ['OPEN fridge', `${ME} is not close to <fridge> (2)`],
    [`${HANDS_FULL}, WALK fridge, OPEN fridge`, `${ME} does not have a free hand`],
    ['WALK window, OPEN window', '<window> (18) is not closed'],
    ['WALK oven, OPEN oven', '<oven> (13) is still on'],
    ['CLOSE mug', '<mug> (4) can not be opened'],
    ['CLOSE fridge', `${ME} is not close to <fridge> (2)`],
    ['WALK fridge, CLOSE fridge', '<fridge> (2) is not open'],
    ['SWITCHON mug', '<mug> (4) does not have a switch'],
    ['SWITCHON radio', `${ME} is not close to <radio> (11)`],
    ['WALK lamp, SWITCHON lamp', '<lamp> (12) is not off'],
    ['WALK radio, SWITCHON radio', '<radio> (11) is unplugged'],
    ['SWITCHOFF mug', '<mug> (4) does not have a switch'],
    ['SWITCHOFF lamp', `${ME} is not close to <lamp> (12)`],
    ['WALK radio, SWITCHOFF radio', '<radio> (11) is not on'],
    ['PLUGIN mug', '<mug> (4) does not have a plug'],
    ['PLUGIN radio', `${ME} is not close to <radio> (11)`],
    [`${HANDS_FULL}, WALK radio, PLUGIN radio`, `${ME} does not have a free hand`],
    ['WALK lamp, PLUGIN lamp', '<lamp> (12) is not plugged_out'],
    ['PLUGOUT mug', '<mug> (4) does not have a plug'],
    ['PLUGOUT lamp', `${ME} is not close to <lamp> (12)`],
    [`${HANDS_FULL}, WALK lamp, PLUGOUT lamp`, `${ME} does not have a free hand`],
    ['WALK toaster, PLUGOUT toaster', '<toaster> (10) is not plugged_in'],
    ['SIT chair', `${ME} is not close to <chair> (14)`],
    ['WALK mug, SIT mug', '<mug> (4) is not sittable'],
    ['WALK chair, SIT chair, SIT chair', 'Too many things on <chair> (14)'],
    ['STANDUP', `${ME} is not sitting`],
    ['TOUCH mug', `${ME} is not close to <mug> (4)`],
    ['WALK fridge, TOUCH milk', '<milk> (3) is inside other closed thing'],
    ['WIPE mug', `${ME} is not close to <mug> (4)`],
    ['WALK mug, WIPE mug', `${ME} does not hold anything in hands`],
    ['FIND face', `${ME} is not close to <face> (17)`],
  ])('refuse the last of "%s": %s', (text, message) => {
    const { ok, message: said } = walk(text);
    const line = scriptOf(scene, text).at(-1);
    expect({ ok, said }).toEqual({ ok: false, said: `${message} when executing "${line} [1]"` });
  });

  it('refuse without a word to walk to something that is in no room', () => {
    expect(walk('WALK nowhere')).toMatchObject({ ok: false, message: null, edges: [] });
  });

  it('WALK leaves all behind, and comes close to the thing, what it is in and on, and the own body', () => {
    const { edges } = walk('WALK bed, WALK mug');
    expect(edges).toEqual(
      [
        '+17 CLOSE 19',
        '+19 CLOSE 17',
        '+19 CLOSE 4',
        '+19 CLOSE 8',
        '+4 CLOSE 19',
        '+8 CLOSE 19',
        '-19 FACING 21',
      ].sort(),
    );
    expect(walk('WALK milk').edges).toEqual(expect.arrayContaining(['+19 CLOSE 2', '+19 CLOSE 3']));
  });

  it('WALK to a room makes nothing close; to something that opens, all that is in it', () => {
    expect(walk('WALK bedroom').edges).toEqual(['+19 INSIDE 20', '-19 FACING 21', '-19 INSIDE 1']);
    expect(walk('WALK fridge').edges).toEqual(expect.arrayContaining(['+19 CLOSE 3', '+3 CLOSE 19']));
  });

  it('WALK takes what is held along: close to the character only, and INSIDE the room that was left', () => {
    const { edges, rh, lh, room } = walk('WALK mug, GRAB mug, GRAB cup, WALK bed, WALK bed');
    expect({ rh, lh, room }).toEqual({ rh: 4, lh: 5, room: 20 });
    expect(edges).toEqual(expect.arrayContaining(['+19 CLOSE 4', '+4 INSIDE 20', '-4 INSIDE 1', '-5 FACING 17']));
  });

  it('GRAB fills the right hand first, cuts all edges of the thing, and makes what bore it close', () => {
    const { edges, rh, lh } = walk('WALK plate, GRAB plate');
    expect({ rh, lh }).toEqual({ rh: 6, lh: null });
    expect(edges).toEqual(expect.arrayContaining(['+19 HOLDS_RH 6', '+19 CLOSE 8', '-6 ON 8', '-7 ON 6']));
    expect(walk(HANDS_FULL)).toMatchObject({ rh: 4, lh: 5 });
    expect(walk('WALK water, GRAB water').rh).toBe(16);
  });

  it('PUTIN and PUTBACK put things close, in or on; the room stays', () => {
    const put = walk('WALK fridge, OPEN fridge, WALK mug, GRAB mug, WALK fridge, PUTIN mug fridge');
    expect(put.rh).toBeNull();
    expect(put.edges).toEqual(expect.arrayContaining(['+4 INSIDE 2', '+4 CLOSE 2', '+2 CLOSE 4']));
    expect(put.edges).not.toContain('-4 INSIDE 1');
    expect(walk('WALK mug, GRAB mug, PUTBACK mug table').edges).not.toContain('-4 ON 8');
    expect(walk('WALK mug, GRAB mug, WALK bed, PUTBACK mug bed').edges).toContain('+4 ON 21');
  });

  it('PUTOBJBACK puts a thing back where it was grabbed from', () => {
    const { ok, rh, edges } = walk('WALK mug, GRAB mug, PUTOBJBACK mug');
    expect({ ok, rh }).toEqual({ ok: true, rh: null });
    expect(edges).not.toContain('-4 ON 8');
  });

  it('DROP leaves a thing in the room', () => {
    const { rh, edges } = walk('WALK mug, GRAB mug, WALK bed, DROP mug');
    expect(rh).toBeNull();
    expect(edges).toEqual(expect.arrayContaining(['+4 INSIDE 20', '-4 ON 8']));
  });

  it.each([
    ['WALK fridge, OPEN fridge', '2 OFF,OPEN,PLUGGED_IN'],
    ['WALK desk, OPEN desk', '9 OPEN'],
    ['WALK window, CLOSE window', '18 CLOSED'],
    [`${HANDS_FULL}, WALK window, CLOSE window`, '18 CLOSED'],
    [`${HANDS_FULL}, WALK fridge, SWITCHON fridge`, '2 CLOSED,ON,PLUGGED_IN'],
    ['WALK lamp, SWITCHOFF lamp', '12 OFF,PLUGGED_IN'],
    ['WALK radio, PLUGIN radio', '11 OFF,PLUGGED_IN'],
    ['WALK fridge, PLUGOUT fridge', '2 CLOSED,OFF,PLUGGED_OUT'],
    ['WALK mug, GRAB mug, WIPE table', '8 CLEAN'],
  ])('"%s" leads to %s', (text, state) => {
    expect(walk(text)).toMatchObject({
      ok: true,
      message: null,
      states: [state.split(' ').map((part, at) => (at ? part : Number(part)))],
    });
  });

  it('SIT puts the character on the seat, facing what that faces', () => {
    const { edges, states } = walk('WALK chair, SIT chair');
    expect(edges).toEqual(expect.arrayContaining(['+19 ON 14', '+19 FACING 8']));
    expect(states).toEqual([[19, 'SITTING']]);
    expect(walk('WALK sofa, SIT sofa, SIT sofa').ok).toBe(true);
  });

  it('FIND comes close and faces nothing, when the thing is close already', () => {
    expect(walk('WALK table, FIND mug').edges).toContain('+19 CLOSE 4');
  });

  it('RUN and RELEASE are WALK and DROP', () => {
    expect(walk('RUN mug').edges).toEqual(walk('WALK mug').edges);
    expect(walk('WALK mug, GRAB mug, RELEASE mug').edges).toEqual(walk('WALK mug, GRAB mug, DROP mug').edges);
  });

  it('are those of the traces, and an alias', () => {
    expect(TRACED_RULES.map(({ verb, arity }) => `${verb}/${arity}`).join(' ')).toBe(
      'WALK/1 RUN/1 FIND/1 GRAB/1 PUTBACK/2 PUTIN/2 PUTOBJBACK/1 DROP/1 RELEASE/1 OPEN/1 CLOSE/1 SWITCHON/1 SWITCHOFF/1 ' +
        'PLUGIN/1 PLUGOUT/1 SIT/1 STANDUP/0 TOUCH/1 WIPE/1',
    );
  });

  it('have a verb each, together with the untraced ones', () => {
    expect(VIRTUALHOME_RULES.size).toBe(TRACED_RULES.length + UNTRACED_RULES.length);
    expect(VIRTUALHOME_RULES.size).toBe(42);
  });
});

describe('a character that is in no room, or rests as the scene begins', () => {
  const firstOf = (rooms: string, edges: string, text: string) => {
    const small = smallScene(rooms, edges);
    return new VirtualHomeSimulator(small).step(scriptOf(small, text)[0]!);
  };

  it('cannot walk: the original raises an error, and its text is the reason', () => {
    const step = firstOf('kitchen: mug GRABBABLE, character', 'character -INSIDE kitchen', 'WALK mug');
    expect(step).toMatchObject({ ok: false, message: 'AssertionError: Char_room is none!', room: null });
    const grab = firstOf(
      'kitchen: mug GRABBABLE, character',
      'character -INSIDE kitchen, character CLOSE mug',
      'GRAB mug',
    );
    expect(grab).toMatchObject({ ok: false, message: "AttributeError: 'NoneType' object has no attribute 'id'" });
  });

  it('is sitting, until it stands up, and even then', () => {
    const small = smallScene('kitchen: mug, character SITTING');
    const simulator = new VirtualHomeSimulator(small);
    const [stand = '', walkTo = ''] = scriptOf(small, 'STANDUP, WALK mug');
    expect(simulator.step(stand).ok).toBe(true);
    expect(stateChanges(simulator.state).states).toEqual(new Map([[3, '']]));
    expect(simulator.step(walkTo).message).toMatch(/^<character> \(3\) is sitting /);
  });
});

describe('untraced rules', () => {
  const scene = smallScene(
    `kitchen: bathtub LIEABLE, milk GRABBABLE POURABLE DRINKABLE, mug GRABBABLE RECIPIENT, apple EATABLE CUTTABLE,
    bread EATABLE, plate, tray, fork, butterknife GRABBABLE, book GRABBABLE READABLE, shirt GRABBABLE CLOTHES, computer LOOKABLE,
    television LOOKABLE, keyboard, chair, cat PERSON, soap, water GRABBABLE POURABLE, character;
   bedroom: screen LOOKABLE`,
    'apple ON plate, fork ON tray',
  );
  const ME = '<character> (20)';

  function walk(text: string, world = scene) {
    const simulator = new VirtualHomeSimulator(world);
    const steps = scriptOf(world, text).map((line) => simulator.step(line));
    expect(steps.slice(0, -1).filter(({ ok }) => !ok)).toEqual([]);
    const { ok, message } = steps.at(-1) as (typeof steps)[number];
    const { edges, states } = stateChanges(simulator.state);
    return { ok, text: message?.replace(/ when executing .*/, '') ?? null, edges, states };
  }

  describe('the rules after the source', () => {
    it.each([
      ['LIE bathtub', `${ME} is not close to <bathtub> (2)`],
      ['WALK mug, LIE mug', '<mug> (4) is not lieable'],
      ['WALK bathtub, LIE bathtub, LIE bathtub, LIE bathtub', null],
      ['SLEEP', `${ME} is not lying or sitting`],
      ['WAKEUP', `${ME} is not lying or sitting`],
      ['WASH mug', `${ME} is not close to <mug> (4)`],
      ['LOOKAT mug', `${ME} does not face <mug> (4)`],
      ['TURNTO mug, POINTAT mug', null],
      ['WATCH mug', '<mug> (4) not lookable'],
      ['WATCH screen', 'char room <kitchen> (1) is not node room <bedroom> (21)'],
      ['WATCH television', `${ME} does not face <television> (14)`],
      ['TURNTO television, WATCH television', null],
      ['MOVE mug', '<mug> (4) is not movable'],
      ['PULL chair', `${ME} is not close to <chair> (16)`],
      ['WALK chair, MOVE chair', null],
      ['WALK mug, PUSH mug', null],
      ['SQUEEZE mug', `${ME} is not close to <mug> (4)`],
      ['WALK mug, SQUEEZE mug', '<mug> (4) is not clothes'],
      ['WALK soap, SQUEEZE soap', null],
      ['CUT apple', `${ME} is not close to <apple> (5)`],
      ['WALK mug, CUT mug', '<mug> (4) is not eatable'],
      ['WALK bread, CUT bread', '<bread> (6) is not cuttable'],
      ['WALK apple, CUT apple', `${ME} is not holding a knife`],
      ['WALK butterknife, GRAB butterknife, WALK apple, CUT apple', null],
      ['EAT apple', `${ME} is not close to <apple> (5)`],
      ['WALK mug, EAT mug', '<mug> (4) is not eatable'],
      ['WALK tray, EAT tray', 'none of object on <tray> (8) is eatable'],
      ['WALK plate, EAT plate', null],
      ['DRINK cat', '<cat> (17) is not drinkable or not recipient'],
      ['DRINK milk', `${ME} is not holding <milk> (3)`],
      ['WALK milk, GRAB milk, DRINK milk', null],
      ['READ mug', '<mug> (4) is not readable'],
      ['READ book', `${ME} is not holding <book> (11)`],
      ['TYPE keyboard', `${ME} is not close to <keyboard> (15)`],
      ['WALK mug, TYPE mug', '<mug> (4) does not have switch'],
      ['WALK keyboard, TYPE keyboard', null],
      ['GREET mug', '<mug> (4) is not person'],
      ['GREET cat', null],
      ['PUTON shirt', `${ME} is not holding <shirt> (12)`],
      ['WALK mug, GRAB mug, PUTON mug', '<mug> (4) is not clothes'],
      ['POUR cat mug', '<cat> (17) is not pourable or drinkable'],
      ['POUR milk cat', '<cat> (17) is not recipient'],
      ['POUR milk mug', `${ME} is not holding <milk> (3)`],
      ['WALK milk, GRAB milk, POUR milk mug', `${ME} is not close to <mug> (4)`],
    ])('"%s": %s', (text, message) => {
      expect(walk(text)).toMatchObject({ ok: message === null, text: message });
    });

    it('TURNTO faces one thing', () => {
      expect([...walk('TURNTO mug, TURNTO cat').edges]).toEqual(['+20 FACING 17']);
    });

    it('WASH, RINSE and SCRUB clean, with empty hands', () => {
      for (const verb of ['WASH', 'RINSE', 'SCRUB']) {
        expect([...walk(`WALK mug, ${verb} mug`).states]).toEqual([[4, 'CLEAN']]);
      }
    });

    it('LIE puts the character down', () => {
      const { edges, states } = walk('WALK bathtub, LIE bathtub');
      expect(edges).toContain('+20 ON 2');
      expect([...states]).toEqual([[20, 'LYING']]);
    });

    it('PUTON leaves clothes on the character, and free hands', () => {
      const { edges } = walk('WALK shirt, GRAB shirt, PUTON shirt');
      expect(edges).toContain('+12 ON 20');
      expect(edges).not.toContain('+20 HOLDS_RH 12');
    });

    it('POUR leaves a thing in the hand, unless it is water', () => {
      const milk = walk('WALK milk, GRAB milk, WALK mug, POUR milk mug').edges;
      expect([milk.has('+3 INSIDE 4'), milk.has('+20 HOLDS_RH 3')]).toEqual([true, true]);
      const water = walk('WALK water, GRAB water, WALK mug, POUR water mug').edges;
      expect([water.has('+19 INSIDE 4'), water.has('+20 HOLDS_RH 19')]).toEqual([true, false]);
    });

    it('let a character that rests as the scene begins sleep, and watch what it faces at once', () => {
      const resting = smallScene(
        'kitchen: television LOOKABLE, mirror, character SITTING',
        'character FACING mirror, mirror FACING television',
      );
      expect(walk('SLEEP', resting).ok).toBe(true);
      expect(walk('WATCH television', resting).text).toBe(
        '<character> (4) is not facing <television> (2) while sitting',
      );
    });

    it('are all that the simulator has besides', () => {
      expect(UNTRACED_RULES.map(({ verb, arity }) => `${verb}/${arity}`).join(' ')).toBe(
        'LIE/1 SLEEP/0 WAKEUP/0 WASH/1 RINSE/1 SCRUB/1 LOOKAT/1 POINTAT/1 TURNTO/1 WATCH/1 MOVE/1 PULL/1 PUSH/1 SQUEEZE/1 ' +
          'CUT/1 EAT/1 DRINK/1 READ/1 TYPE/1 GREET/1 PUTON/1 PUTOFF/1 POUR/2',
      );
    });
  });
});

describe('the preconditions of profile virtualhome', () => {
  const conditions = Object.values(CONDITIONS);
  const used = [...VIRTUALHOME_RULES.values()].flatMap(({ preconditions }) => preconditions);

  it('has stable names', () => {
    const all = [...conditions, ...used.map(({ condition }) => condition)];
    expect(conditions.length).toBeGreaterThan(30);
    expect(all.filter(({ name }) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('has no condition that no rule asks for', () => {
    const asked = new Set<GraphCondition>(used.map(({ condition }) => condition));
    expect(conditions.filter((condition) => !asked.has(condition))).toEqual([]);
  });

  it('marks preconditions with the defect to which their failure is due', () => {
    expect(used.filter(({ defect }) => defect === 'find_raises')).toEqual([
      {
        argument: 0,
        condition: CONDITIONS.closeWhenSought,
        failure: 'raised',
        defect: 'find_raises',
        otherwise: 'ignored',
      },
    ]);
    expect(used.filter(({ condition }) => condition === CONDITIONS.hasRoom)).toEqual([
      { argument: 0, condition: CONDITIONS.hasRoom, failure: 'silent' },
      { argument: 0, condition: CONDITIONS.hasRoom, failure: 'silent' },
    ]);
  });
});
