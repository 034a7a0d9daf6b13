import { describe, expect, it } from 'vitest';
import type { StateOptions } from '../state/household_state.ts';
import { smallHouse } from '../testing/small_house.ts';
import { actionsOf, stateOf } from '../testing/walks.ts';
import { PRECONDITIONS } from './preconditions.ts';
import { carryOut, PAPER_RULES } from './rules.ts';

/** A kitchen with one of everything, 3 m apart; the bedroom has a book on a desk. */
const house = smallHouse({
  rooms: { kitchen1: [0, 0], bedroom1: [50, 0] },
  things: `kitchentable1 @3, mug1 on kitchentable1 @3, mug2 on kitchentable1 @3:0.5, mug3 on kitchentable1 @3:1 ungraspable,
    plate1 on kitchentable1 @3:-0.5, cupcake1 on plate1 @3:-0.5, fridge1 @6, milk1 in fridge1 @6, kitchencabinet1 @9 locked,
    toaster1 @12, breadslice1 in toaster1 @12, breadslice2 @12:1, microwave1 @15 OPEN, breadslice3 in microwave1 @15,
    box1 @18, apple1 in box1 @18, lightswitch1 @21 ON, pillow1, desk1 in bedroom1 @50, book1 on desk1 @50`,
});
const node = (name: string) => house.indexOf.get(name) as number;

function last(walk: string, options: Partial<StateOptions> = {}) {
  const state = stateOf(house, options);
  const refusals = actionsOf(walk).map((each) => carryOut(state, each, { rules: PAPER_RULES, indexOf: house.indexOf }));
  expect(refusals.slice(0, -1).filter((refusal) => refusal !== null)).toEqual([]);
  return { refusal: refusals.at(-1) ?? null, state };
}

const HANDS_FULL = 'move mug1, pickup mug1, pickup mug2';

describe('carryOut()', () => {
  it.each([
    ['fly mug1', 'unknown_verb'],
    ['move', 'wrong_arity'],
    ['wait mug1', 'wrong_arity'],
    ['placein mug1', 'wrong_arity'],
    ['move mug9', 'unknown_object'],
    ['placeon mug1 __proto__', 'unknown_object'],
    ['move book1', 'seen'],
    ['move fridge1, open fridge1, close fridge1, move milk1', 'visible'],
    ['pickup fridge1', 'grabbable'],
    ['move mug1, pickup mug1, pickup mug1', 'not_held'],
    ['move fridge1, open fridge1, close fridge1, pickup milk1', 'visible'],
    ['pickup mug1', 'close_to_robot'],
    [`${HANDS_FULL}, pickup plate1`, 'free_hand'],
    ['move mug3, pickup mug3', 'graspable'],
    ['placein mug1 box1', 'held'],
    ['move mug1, pickup mug1, placein mug1 kitchentable1', 'container'],
    ['move box1, pickup box1, placein box1 box1', 'not_held'],
    ['move mug1, pickup mug1, move fridge1, placein mug1 fridge1', 'not_closed'],
    ['move breadslice2, pickup breadslice2, placein breadslice2 toaster1', 'has_space'],
    ['move mug1, pickup mug1, placeon mug1 book1', 'seen'],
    ['move mug1, pickup mug1, placeon mug1 mug2', 'surface'],
    ['move plate1, pickup plate1, pickup mug1, placeon mug1 plate1', 'not_held'],
    ['move toaster1, open toaster1', 'can_open'],
    [`${HANDS_FULL}, move fridge1, open fridge1`, 'free_hand'],
    ['move fridge1, open fridge1, open fridge1', 'is_closed'],
    ['move fridge1, switchon fridge1, open fridge1', 'not_running'],
    ['move kitchencabinet1, open kitchencabinet1', 'not_locked'],
    ['move fridge1, close fridge1', 'is_open'],
    ['move mug1, switchon mug1', 'has_switch'],
    ['move lightswitch1, switchon lightswitch1', 'is_off'],
    ['move microwave1, switchon microwave1', 'door_closed'],
    ['move toaster1, switchoff toaster1', 'is_on'],
  ])('refuses the last of "%s", because %s fails', (walk, precondition) => {
    expect(last(walk).refusal?.precondition).toBe(precondition);
  });

  it.each([
    ['move mug1, pickup mug1, move fridge1, placein mug1 fridge1', '"mug1", "fridge1": "fridge1" is closed'],
    ['move mug9', 'Cannot move: the house has no "mug9"'],
    [
      'fly mug1',
      'Cannot "fly": unknown action; known: move, pickup, placein, placeon, open, close, switchon, switchoff',
    ],
  ])('says why it refuses the last of "%s": %s', (walk, message) => {
    expect(last(walk).refusal?.message).toContain(message);
  });

  it('moves to rooms, to things that have been seen, across rooms, and nowhere for what is held', () => {
    const { refusal, state } = last('move mug1, pickup mug1, move bedroom1, move book1, move fridge1, move mug1');
    expect(refusal).toBeNull();
    expect(state.isClose(node('fridge1'))).toBe(true);
    expect(state.roomOf(node('mug1'))).toBe(node('kitchen1'));
  });

  it('drops what lies on or in a thing into the room, when it is picked up', () => {
    const { state } = last('move plate1, pickup plate1, move box1, pickup box1');
    expect(state.held()).toEqual([node('plate1'), node('box1')]);
    const fallen = [node('kitchen1'), false, true];
    for (const thing of [node('cupcake1'), node('apple1')]) {
      expect([state.parentOf(thing), state.liesOn(thing), state.isSeen(thing)]).toEqual(fallen);
    }
  });

  it('closes with full hands, and waits', () => {
    const walk = 'move fridge1, open fridge1, move mug1, pickup mug1, pickup mug2, move fridge1, close fridge1, wait';
    expect(last(walk).refusal).toBeNull();
  });
});

describe('PAPER_RULES', () => {
  it('has every verb of LLM-State', () => {
    expect([...PAPER_RULES].map(([verb, { arity }]) => `${verb}/${arity}`).join(' ')).toBe(
      'move/1 pickup/1 placein/2 placeon/2 open/1 close/1 switchon/1 switchoff/1 wait/0',
    );
  });

  it('uses every precondition, each with a name in snake_case and an explanation that names the object', () => {
    const conditions = Object.values(PRECONDITIONS);
    const used = [...PAPER_RULES.values()].flatMap(({ preconditions }) => preconditions.map((p) => p.condition));
    expect(conditions.filter((condition) => !used.includes(condition))).toEqual([]);
    expect(conditions.filter(({ name }) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
    for (const { problem } of conditions) expect(problem('"mug1"')).toContain('"mug1"');
  });
});
