import { describe, expect, it } from 'vitest';
import type { Action, Refusal } from '../../env.ts';
import { houseTables } from '../scene/house_tables.ts';
import { HouseholdState, PAPER_OPTIONS } from '../state/household_state.ts';
import { smallHouse } from '../testing/small_house.ts';
import { carryOut, PAPER_RULES } from './rules.ts';

/** A kitchen with one of everything, 3 m apart; the bedroom has a book on a desk. */
const house = smallHouse({
  rooms: { kitchen1: [0, 0], bedroom1: [50, 0] },
  things: [
    { is: 'kitchentable1', in: 'kitchen1', at: [3, 0, 0] },
    { is: 'mug1', on: 'kitchentable1', at: [3, 1, 0] },
    { is: 'mug2', on: 'kitchentable1', at: [3, 1, 0.5] },
    { is: 'mug3', on: 'kitchentable1', at: [3, 1, 1], ungraspable: true },
    { is: 'plate1', on: 'kitchentable1', at: [3, 1, -0.5] },
    { is: 'cupcake1', on: 'plate1', at: [3, 1.1, -0.5] },
    { is: 'fridge1', in: 'kitchen1', at: [6, 0, 0] },
    { is: 'milk1', in: 'fridge1', at: [6, 1, 0] },
    { is: 'kitchencabinet1', in: 'kitchen1', at: [9, 0, 0], locked: true },
    { is: 'toaster1', in: 'kitchen1', at: [12, 0, 0] },
    { is: 'breadslice1', in: 'toaster1', at: [12, 1, 0] },
    { is: 'breadslice2', in: 'kitchen1', at: [12, 1, 1] },
    { is: 'microwave1', in: 'kitchen1', at: [15, 0, 0], states: ['OPEN'] },
    { is: 'breadslice3', in: 'microwave1', at: [15, 0, 0] },
    { is: 'box1', in: 'kitchen1', at: [18, 0, 0] },
    { is: 'apple1', in: 'box1', at: [18, 0, 0] },
    { is: 'lightswitch1', in: 'kitchen1', at: [21, 0, 0], states: ['ON'] },
    { is: 'pillow1', in: 'kitchen1', at: [0, 0, 0] },
    { is: 'desk1', in: 'bedroom1', at: [50, 0, 0] },
    { is: 'book1', on: 'desk1', at: [50, 1, 0] },
  ],
});

const rulebook = { rules: PAPER_RULES, indexOf: house.indexOf };

/** `move mug1, pickup mug1` as actions. */
function actions(text: string): Action[] {
  return text.split(', ').map((words) => {
    const [verb = '', ...args] = words.split(' ');
    return { verb, args };
  });
}

/** What becomes of the last action of a walk; those before it are carried out. */
function last(
  text: string,
  options: Partial<typeof PAPER_OPTIONS> = {},
): { refusal: Refusal | null; state: HouseholdState } {
  const state = new HouseholdState(houseTables(house, 'no_task'), { ...PAPER_OPTIONS, ...options });
  const walk = actions(text);
  for (const action of walk.slice(0, -1)) expect(carryOut(state, action, rulebook), JSON.stringify(action)).toBeNull();
  return { refusal: carryOut(state, walk.at(-1) as Action, rulebook), state };
}

function node(name: string): number {
  return house.indexOf.get(name) as number;
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
    ['move milk1', 'seen'],
    ['move pillow1', 'seen'],
    ['move fridge1, open fridge1, close fridge1, move milk1', 'visible'],
    ['pickup book1', 'seen'],
    ['pickup fridge1', 'grabbable'],
    ['pickup kitchen1', 'grabbable'],
    ['move mug1, pickup mug1, pickup mug1', 'not_held'],
    ['move fridge1, open fridge1, close fridge1, pickup milk1', 'visible'],
    ['pickup mug1', 'close_to_robot'],
    ['move bedroom1, pickup mug1', 'close_to_robot'],
    [`${HANDS_FULL}, pickup plate1`, 'free_hand'],
    ['move mug3, pickup mug3', 'graspable'],
    ['placein mug1 box1', 'held'],
    ['move mug1, pickup mug1, placein mug1 milk1', 'seen'],
    ['move mug1, pickup mug1, placein mug1 kitchentable1', 'container'],
    ['move box1, pickup box1, placein box1 box1', 'not_held'],
    ['move mug1, pickup mug1, placein mug1 fridge1', 'close_to_robot'],
    ['move mug1, pickup mug1, move fridge1, placein mug1 fridge1', 'not_closed'],
    ['move breadslice2, pickup breadslice2, placein breadslice2 toaster1', 'has_space'],
    ['placeon mug1 kitchentable1', 'held'],
    ['move mug1, pickup mug1, placeon mug1 book1', 'seen'],
    ['move mug1, pickup mug1, placeon mug1 mug2', 'surface'],
    ['move plate1, pickup plate1, placeon plate1 plate1', 'not_held'],
    ['move plate1, pickup plate1, pickup mug1, placeon mug1 plate1', 'not_held'],
    ['move mug1, pickup mug1, move fridge1, placeon mug1 kitchentable1', 'close_to_robot'],
    ['open book1', 'seen'],
    ['move toaster1, open toaster1', 'can_open'],
    ['open fridge1', 'close_to_robot'],
    [`${HANDS_FULL}, move fridge1, open fridge1`, 'free_hand'],
    ['move fridge1, open fridge1, open fridge1', 'is_closed'],
    ['move fridge1, switchon fridge1, open fridge1', 'not_running'],
    ['move kitchencabinet1, open kitchencabinet1', 'not_locked'],
    ['close toaster1', 'can_open'],
    ['close fridge1', 'close_to_robot'],
    ['move fridge1, close fridge1', 'is_open'],
    ['move mug1, switchon mug1', 'has_switch'],
    ['switchon toaster1', 'close_to_robot'],
    [`${HANDS_FULL}, move toaster1, switchon toaster1`, 'free_hand'],
    ['move lightswitch1, switchon lightswitch1', 'is_off'],
    ['move microwave1, switchon microwave1', 'door_closed'],
    [`${HANDS_FULL}, move lightswitch1, switchoff lightswitch1`, 'free_hand'],
    ['move toaster1, switchoff toaster1', 'is_on'],
  ])('refuses the last of "%s", because %s fails', (walk, precondition) => {
    expect(last(walk).refusal?.precondition).toBe(precondition);
  });

  it('names the objects in the message, and what is known where the name is not', () => {
    expect(last('move mug1, pickup mug1, move fridge1, placein mug1 fridge1').refusal?.message).toBe(
      'Cannot placein "mug1", "fridge1": "fridge1" is closed',
    );
    expect(last('move mug9').refusal?.message).toBe('Cannot move: the house has no "mug9"');
    expect(last('fly mug1').refusal?.message).toBe(
      'Cannot "fly": no such action; known: move, pickup, placein, placeon, open, close, switchon, switchoff, wait',
    );
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
    for (const name of ['cupcake1', 'apple1']) {
      expect(state.parentOf(node(name))).toBe(node('kitchen1'));
      expect(state.liesOn(node(name))).toBe(false);
      expect(state.isSeen(node(name))).toBe(true);
    }
  });

  it('keeps the support close, when the thing at which the robot stands is picked up', () => {
    const { state } = last('move mug1, pickup mug1', { reachM: 0.1 });
    expect(state.isClose(node('kitchentable1'))).toBe(true);
    expect(state.isClose(node('mug2'))).toBe(true);
    expect(state.isClose(node('fridge1'))).toBe(false);
  });

  it('reaches the target, its support, what is on it and, when open, in it, but not what lies beside it', () => {
    const options = { reachM: 0.1 };
    const atPlate = last('move plate1', options).state;
    expect(['plate1', 'kitchentable1', 'cupcake1', 'mug1'].map((name) => atPlate.isClose(node(name)))).toEqual([
      true,
      true,
      true,
      false,
    ]);
    expect(last('move fridge1, open fridge1, pickup milk1', options).refusal).toBeNull();
  });

  it('heats and toasts what is inside, when a device is switched on, and for good', () => {
    const toasted = last('move toaster1, switchon toaster1, switchoff toaster1, pickup breadslice1').state;
    expect(toasted.isToasted(node('breadslice1'))).toBe(true);
    expect(toasted.isToasted(node('breadslice2'))).toBe(false);
    expect(toasted.isHeated(node('breadslice1'))).toBe(false);
    const heated = last('move microwave1, close microwave1, switchon microwave1').state;
    expect(heated.isHeated(node('breadslice3'))).toBe(true);
    expect(heated.isToasted(node('breadslice3'))).toBe(false);
  });

  it('leaves raw what is put into a running toaster, until that is switched off and on again', () => {
    const walk = 'move toaster1, pickup breadslice1, switchon toaster1, placein breadslice1 toaster1';
    const isToasted = (steps: string) => last(steps).state.isToasted(node('breadslice1'));
    expect(isToasted(walk)).toBe(false);
    expect(isToasted(`${walk}, switchoff toaster1`)).toBe(false);
    expect(isToasted(`${walk}, switchoff toaster1, switchon toaster1`)).toBe(true);
  });

  it('closes with full hands, and waits', () => {
    const walk = 'move fridge1, open fridge1, move mug1, pickup mug1, pickup mug2, move fridge1, close fridge1, wait';
    expect(last(walk).refusal).toBeNull();
  });

  it('has one hand only, when told so', () => {
    expect(last('move mug1, pickup mug1, pickup mug2', { hands: 1 }).refusal?.precondition).toBe('free_hand');
    expect(last('move mug1, pickup mug1, move fridge1, open fridge1', { hands: 1 }).refusal?.precondition).toBe(
      'free_hand',
    );
  });
});

describe('PAPER_RULES', () => {
  it('has every verb of LLM-State', () => {
    expect([...PAPER_RULES].map(([verb, { arity }]) => `${verb}/${arity}`)).toEqual([
      'move/1',
      'pickup/1',
      'placein/2',
      'placeon/2',
      'open/1',
      'close/1',
      'switchon/1',
      'switchoff/1',
      'wait/0',
    ]);
  });
});
