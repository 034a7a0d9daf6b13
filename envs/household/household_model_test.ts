import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action } from '../env.ts';
import type { Condition } from './goals/goal.ts';
import { householdEnvs } from './household_env.ts';
import type { HouseholdOptionsInput } from './household_options.ts';
import { arbitraryHouse } from './kit/arbitrary_house.ts';
import { arbitraryGoal } from './kit/arbitrary_house_task.ts';
import { pickAction } from './kit/walk_by.ts';
import { readHouse } from './scene/read_house.ts';
import { guidedDistance } from './search/testing/reference_search.ts';
import { houseNamed, smallHouse } from './testing/small_house.ts';
import { actionOf, actionsOf, choices, inOrder, taskOf } from './testing/walks.ts';

/** A kitchen in which everything is 3 m from everything else but what lies on or in it, and a bedroom. */
const house = smallHouse({
  rooms: { bedroom1: [90, 0], kitchen1: [0, 0] },
  things: `kitchentable1 in kitchen1 @3, mug1 on kitchentable1 @3, mug2 on kitchentable1 @3, mug3 on kitchentable1 @3,
    kitchencabinet1 in kitchen1 @6, toaster1 in kitchen1 @9, breadslice1 in toaster1 @9, fridge1 in kitchen1 @12,
    milk1 in fridge1 @12, desk1 @93, mug4 in fridge1 @12 ungraspable`,
});

function env(that: Condition, options: HouseholdOptionsInput = {}, within = house) {
  const world = householdEnvs(within, taskOf(within, that), options)();
  world.reset();
  return world;
}

function texts(actions: readonly Action[]): string[] {
  return actions.map(({ verb, args }) => [verb, ...args].join(' '));
}

function walk(model: { step(action: Action): unknown }, text: string): void {
  for (const action of actionsOf(text)) expect(model.step(action), JSON.stringify(action)).toBeNull();
}

const FRIDGE_OPEN = { state: ['fridge1', 'OPEN'] } as const;

describe('HouseholdModel', () => {
  it('is a copy of the world at that moment', () => {
    const world = env(FRIDGE_OPEN);
    const before = world.model();
    world.step(actionOf('move kitchen1'));
    const after = world.model();
    expect(before.refusal(actionOf('move fridge1'))).toMatchObject({ precondition: 'seen' });
    walk(after, 'move fridge1, open fridge1');
    expect(after.goal()).toEqual({ success: true, share: 1 });
    expect(world.step(actionOf('open fridge1'))).toMatchObject({ ok: false });
  });

  it('is not there before the first reset', () => {
    const world = householdEnvs(house, taskOf(house, FRIDGE_OPEN))();
    expect(() => world.model()).toThrow('Cannot call model() in a household before reset()');
  });

  it('clone() goes its own way, with what has been', () => {
    const model = env({ ever: { near: ['kitchentable1'] } }).model();
    model.step(actionOf('move kitchen1'));
    const copy = model.clone();
    copy.step(actionOf('move kitchentable1'));
    expect([copy.goal().success, model.goal().success]).toEqual([true, false]);
    copy.step(actionOf('move kitchen1'));
    expect(copy.clone().goal().success).toBe(true);
    expect(model.key()).not.toBe(copy.key());
  });

  it('step() and refusal() say what the world says, wherever they were, and refusal() changes nothing', () => {
    const worlds = arbitraryHouse
      .map((text) => readHouse(text, 'any_house.json'))
      .chain((any) => fc.tuple(fc.constant(any), arbitraryGoal(any, { past: true })));
    fc.assert(
      fc.property(worlds, choices(40), fc.constantFrom(1 as const, 2 as const), ([any, goal], numbers, hands) => {
        const world = householdEnvs(any, taskOf(any, { held: ['any'] }, { goal }), { hands })();
        let { observation, goal: status } = world.reset();
        const model = world.model();
        expect(model.goal()).toEqual(status);
        for (const choice of numbers) {
          const next = pickAction(observation, any.names, choice);
          const foretold = model.refusal(next);
          const result = world.step(next);
          ({ observation, goal: status } = result);
          expect(foretold).toEqual(result.ok ? null : result.reason);
          expect(model.step(next)).toEqual(foretold);
          expect(model.goal()).toEqual(status);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('holds() judges any condition about the present, where "initially" is before the first action', () => {
    const someMugHeld: Condition = { exists: '?x', of: { class: 'mug' }, that: { held: ['?x'] } };
    const onTable: Condition = { on: ['mug1', 'kitchentable1'] };
    const initially: Condition = { on: ['?x', 'kitchentable1'] };
    const moved: Condition = { exists: '?x', of: { class: 'mug', initially }, that: { held: ['?x'] } };
    const world = env(FRIDGE_OPEN);
    const holds = (model = world.model()) => [someMugHeld, onTable, moved].map((condition) => model.holds(condition));
    expect(holds()).toEqual([false, true, false]);
    for (const action of actionsOf('move kitchen1, move mug1, pickup mug1')) world.step(action);
    expect(holds()).toEqual([true, false, true]);
  });

  it.each([
    [{ on: ['mug1'] }, 'Cannot read condition {"on":["mug1"]}: expected a condition'],
    [{ held: ['spoon1'] }, 'Cannot read condition {"held":["spoon1"]}: the house has no "spoon1"'],
    [{ held: ['?x'] }, 'the variable "?x" is unbound'],
    [{ ever: { held: ['mug1'] } }, '"ever" is about the past, and a model has no memory'],
    [{ not: inOrder(FRIDGE_OPEN, FRIDGE_OPEN) }, '"then" is about the past'],
    [undefined, 'Cannot read condition undefined'],
    ['on', 'Cannot read condition "on"'],
  ])('holds() refuses %j', (condition, message) => {
    const model = env(FRIDGE_OPEN).model();
    for (const _ of ['once', 'again']) expect(() => model.holds(condition)).toThrow(message);
  });
});

describe('a search over HouseholdModel', () => {
  it('is offered what may serve the goal, and no more', () => {
    const model = env(FRIDGE_OPEN).model();
    for (const action of ['move kitchen1', 'move fridge1']) {
      expect(texts(model.actions())).toEqual([action]);
      walk(model, action);
    }
    expect(texts(model.actions())).toEqual(['move fridge1', 'open fridge1']);
  });

  it.each<[Condition, number]>([
    [{ exists: '?x', of: { class: 'mug' }, that: { on: ['?x', 'desk1'] } }, 1],
    [{ on: ['mug1', 'desk1'] }, 2],
  ])('has for two states that differ in which mug is held, with the goal %j, %i keys', (that, keys) => {
    const world = env(that);
    world.step(actionOf('move kitchen1'));
    const keyOf = (mug: string) => {
      const model = world.model();
      model.key();
      walk(model, `move kitchentable1, pickup ${mug}`);
      return model.key();
    };
    expect(new Set(['mug1', 'mug2'].map(keyOf)).size).toBe(keys);
  });

  it('has different keys for states that differ in which of two like plates bears a thing', () => {
    const plates = smallHouse({
      things: `kitchentable1, kitchentable2 @3, plate1 on kitchentable1, plate2 on kitchentable1, mug1 on kitchentable1`,
    });
    const that: Condition = { and: [{ on: ['mug1', '?x'] }, { on: ['?x', 'kitchentable2'] }] };
    const root = env({ exists: '?x', of: { class: 'plate' }, that }, {}, plates).model();
    root.key();
    const [onMoved, onOther] = [
      'pickup plate1, pickup mug1, move kitchentable2, placeon plate1 kitchentable2, placeon mug1 plate1',
      'pickup plate2, pickup mug1, move kitchentable2, placeon plate2 kitchentable2, move kitchen1, placeon mug1 plate1, move kitchentable2',
    ].map((text) => {
      const model = root.clone();
      for (const action of actionsOf(text)) {
        expect(texts(model.actions())).toContain(texts([action])[0]);
        model.step(action);
      }
      return { key: model.key(), success: model.goal().success };
    });
    expect([onMoved?.success, onOther?.success]).toEqual([true, false]);
    expect(onMoved?.key).not.toBe(onOther?.key);
  });

  const MUGS_IN: Condition = {
    forall: '?x',
    of: { class: 'mug', initially: { on: ['?x', 'kitchentable1'] } },
    that: { inside: ['?x', 'kitchencabinet1'] },
  };

  it.each<[Condition, HouseholdOptionsInput, number]>([
    [FRIDGE_OPEN, {}, 3],
    [{ toasted: ['breadslice1'] }, {}, 3],
    [{ and: [{ toasted: ['breadslice1'] }, { on: ['breadslice1', 'kitchentable1'] }] }, {}, 6],
    [MUGS_IN, {}, 12],
    [MUGS_IN, { hands: 1 }, 15],
  ])('bounds what it takes for %j (%j) by %i, which is exact', (that, options, steps) => {
    const model = env(that, options).model();
    expect(guidedDistance(model, 10_000)).toEqual({ exactly: steps });
    expect(model.lowerBound()).toBeGreaterThanOrEqual(steps - 1);
  });

  const OFF_TABLE: Condition = { and: [{ not: { rests_on: ['?x', 'kitchentable1'] } }, { not: { held: ['?x'] } }] };

  it.each<[Condition, number]>([
    [{ inside: ['?x', 'toaster1'] }, 6],
    [OFF_TABLE, 5],
  ])('knows what a plate is good for: %j for all slices takes %i', (that, steps) => {
    const things = ['plate1', 'breadslice1', 'breadslice2', 'toaster1'].map((name) => `${name} on kitchentable1`);
    const table = smallHouse({ things: ['kitchentable1', ...things].join() });
    const model = env({ forall: '?x', of: { class: 'breadslice' }, that }, {}, table).model();
    expect(guidedDistance(model, 10_000)).toEqual({ exactly: steps });
  });

  it.each<Condition>([
    { held: ['mug4'] },
    { on: ['milk1', 'mug1'] },
    { state: ['mug1', 'OPEN'] },
    { heated: ['milk1'] },
    { inside: ['milk1', 'desk1'] },
  ])('knows at once that %j is out of reach', (that) => {
    expect(env(that).model().lowerBound()).toBe(Number.POSITIVE_INFINITY);
  });
});

const FETCH = 'move toothbrush1, pickup toothbrush1';

it.each([
  ['', []],
  ['move kitchen1, move livingroom1', []],
  [FETCH, ['{"held":["toothbrush1"]}']],
  [`${FETCH}, placeon toothbrush1 bathroomcounter1`, []],
  [
    `${FETCH}, move bathroomcabinet1, open bathroomcabinet1, placein toothbrush1 bathroomcabinet1`,
    ['{"state":["bathroomcabinet1","OPEN"]}', '{"inside":["toothbrush1","bathroomcabinet1"]}'],
  ],
  ['move lightswitch1, switchoff lightswitch1', ['{"state":["lightswitch1","OFF"]}']],
  ['move lightswitch1, switchoff lightswitch1, switchon lightswitch1', []],
  [
    'move kitchen1, move breadslice2, pickup breadslice2, placein breadslice2 toaster1, move toaster1, switchon toaster1',
    ['{"state":["toaster1","ON"]}', '{"toasted":["breadslice2"]}', '{"inside":["breadslice2","toaster1"]}'],
  ],
  ['move towel1, pickup towel1', ['{"held":["towel1"]}', '{"in_room":["towel3","bathroom1"]}']],
])('changes() lists after "%s" what holds now and did not at the start: %j', (text, changes) => {
  const model = env(FRIDGE_OPEN, {}, houseNamed('house_1')).model();
  walk(model, text);
  const found = model.changes().map(({ object, condition }) => {
    expect(Object.values(condition)[0]?.[0]).toBe(object);
    expect(model.holds(condition)).toBe(true);
    return JSON.stringify(condition);
  });
  expect(found.sort()).toEqual(changes.toSorted());
});
