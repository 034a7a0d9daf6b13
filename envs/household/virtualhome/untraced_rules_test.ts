import { describe, expect, it } from 'vitest';
import { scriptOf, smallScene } from './testing/small_graph.ts';
import { stateChanges } from './testing/state_changes.ts';
import { UNTRACED_RULES } from './untraced_rules.ts';
import { VirtualHomeSimulator } from './virtualhome_simulator.ts';

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
    expect(walk('WATCH television', resting).text).toBe('<character> (4) is not facing <television> (2) while sitting');
  });

  it('are all that the simulator has besides', () => {
    expect(UNTRACED_RULES.map(({ verb, arity }) => `${verb}/${arity}`).join(' ')).toBe(
      'LIE/1 SLEEP/0 WAKEUP/0 WASH/1 RINSE/1 SCRUB/1 LOOKAT/1 POINTAT/1 TURNTO/1 WATCH/1 MOVE/1 PULL/1 PUSH/1 SQUEEZE/1 ' +
        'CUT/1 EAT/1 DRINK/1 READ/1 TYPE/1 GREET/1 PUTON/1 PUTOFF/1 POUR/2',
    );
  });
});
