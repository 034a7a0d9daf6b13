import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Task } from '../env.ts';
import type { Condition, Goal } from './goals/goal.ts';
import { householdEnvs } from './household_env.ts';
import { changesSince } from './household_model.ts';
import { arbitraryGoal } from './kit/arbitrary_goal.ts';
import { arbitraryHouse } from './kit/arbitrary_house.ts';
import { pickAction } from './kit/pick_action.ts';
import { carryOut, PAPER_RULES } from './rules/rules.ts';
import { houseTables } from './scene/house_tables.ts';
import { readHouse } from './scene/read_house.ts';
import { guidedDistance } from './search/testing/reference_search.ts';
import { HouseholdState, PAPER_OPTIONS } from './state/household_state.ts';
import { inOrder } from './testing/in_order.ts';
import { smallHouse } from './testing/small_house.ts';

/** A kitchen in which everything is 3 m from everything else but what lies on or in it, and a bedroom. */
const house = smallHouse({
  rooms: { bedroom1: [90, 0], kitchen1: [0, 0] },
  things: [
    { is: 'kitchentable1', in: 'kitchen1', at: [3, 0, 0] },
    { is: 'mug1', on: 'kitchentable1', at: [3, 0, 0] },
    { is: 'mug2', on: 'kitchentable1', at: [3, 0, 0] },
    { is: 'mug3', on: 'kitchentable1', at: [3, 0, 0] },
    { is: 'kitchencabinet1', in: 'kitchen1', at: [6, 0, 0] },
    { is: 'toaster1', in: 'kitchen1', at: [9, 0, 0] },
    { is: 'breadslice1', in: 'toaster1', at: [9, 0, 0] },
    { is: 'fridge1', in: 'kitchen1', at: [12, 0, 0] },
    { is: 'milk1', in: 'fridge1', at: [12, 0, 0] },
    { is: 'desk1', in: 'bedroom1', at: [93, 0, 0] },
    { is: 'mug4', in: 'fridge1', at: [12, 0, 0], ungraspable: true },
  ],
});

function env(that: Condition, options: Parameters<typeof householdEnvs>[2] = {}) {
  const goal: Goal = [{ weight: 1, that }];
  const task: Task<Goal> = { name: 'any', scene: house.name, instruction: 'any', goal, stepsMax: 100 };
  const world = householdEnvs(house, task, options)();
  world.reset();
  return world;
}

function action(text: string): Action {
  const [verb = '', ...args] = text.split(' ');
  return { verb, args };
}

function texts(actions: readonly Action[]): string[] {
  return actions.map(({ verb, args }) => [verb, ...args].join(' '));
}

const away = { state: ['fridge1', 'OPEN'] } as const;

describe('HouseholdModel', () => {
  it('is a copy of the world at that moment', () => {
    const world = env(away);
    const before = world.model();
    world.step(action('move kitchen1'));
    const after = world.model();
    expect(before.refusal(action('move fridge1'))).toMatchObject({ precondition: 'seen' });
    expect(after.step(action('move fridge1'))).toBeNull();
    expect(after.step(action('open fridge1'))).toBeNull();
    expect(after.goal()).toEqual({ success: true, share: 1 });
    expect(world.step(action('open fridge1'))).toMatchObject({ ok: false });
  });

  it('is not there before the first reset', () => {
    const task: Task<Goal> = {
      name: 'any',
      scene: house.name,
      instruction: '',
      goal: [{ weight: 1, that: away }],
      stepsMax: 1,
    };
    expect(() => householdEnvs(house, task)().model()).toThrow('Cannot model in a household that has not been reset');
  });

  it('clone() goes its own way, with what has been', () => {
    const model = env({ ever: { near: ['kitchentable1'] } }).model();
    model.step(action('move kitchen1'));
    const copy = model.clone();
    copy.step(action('move kitchentable1'));
    expect([copy.goal().success, model.goal().success]).toEqual([true, false]);
    copy.step(action('move kitchen1'));
    expect(copy.clone().goal().success).toBe(true);
    expect(model.key()).not.toBe(copy.key());
  });

  it('step() and refusal() say what the world says, wherever they were, and refusal() changes nothing', () => {
    const worlds = arbitraryHouse
      .map((text) => readHouse(text, 'any_house.json'))
      .chain((any) => fc.tuple(fc.constant(any), arbitraryGoal(any, { past: true })));
    const walks = fc.array(fc.noBias(fc.nat({ max: 2 ** 31 - 1 })), { maxLength: 40, size: 'max' });
    fc.assert(
      fc.property(worlds, walks, fc.constantFrom(1 as const, 2 as const), ([any, goal], walk, hands) => {
        const task: Task<Goal> = { name: 'any', scene: any.name, instruction: 'any', goal, stepsMax: 100 };
        const world = householdEnvs(any, task, { hands })();
        let { observation, goal: status } = world.reset();
        const model = world.model();
        expect(model.goal()).toEqual(status);
        for (const choice of walk) {
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
});

describe('HouseholdModel.holds()', () => {
  it('judges any condition about the present, at the start and later', () => {
    const model = env(away).model();
    const holds = (condition: Condition) => model.holds(condition);
    const someMugHeld: Condition = { exists: '?x', of: { class: 'mug' }, that: { held: ['?x'] } };
    expect([holds(someMugHeld), holds({ on: ['mug1', 'kitchentable1'] })]).toEqual([false, true]);
    for (const text of ['move kitchen1', 'move mug1', 'pickup mug1']) model.step(action(text));
    expect([holds(someMugHeld), holds({ on: ['mug1', 'kitchentable1'] })]).toEqual([true, false]);
  });

  it('means by "initially" before the first action', () => {
    const world = env(away);
    for (const text of ['move kitchen1', 'move mug1', 'pickup mug1']) world.step(action(text));
    const moved: Condition = {
      exists: '?x',
      of: { class: 'mug', initially: { on: ['?x', 'kitchentable1'] } },
      that: { held: ['?x'] },
    };
    expect(world.model().holds(moved)).toBe(true);
  });

  it.each([
    [{ on: ['mug1'] }, 'Cannot read condition {"on":["mug1"]}: expected a condition'],
    [{ held: ['spoon1'] }, 'Cannot read condition {"held":["spoon1"]}: the house has no "spoon1"'],
    [{ held: ['?x'] }, 'nothing binds the variable "?x"'],
    [{ ever: { held: ['mug1'] } }, '"ever" asks about the past, of which a model keeps no memory'],
    [{ not: inOrder(away, away) }, '"then" asks about the past'],
    [undefined, 'Cannot read condition undefined'],
    ['on', 'Cannot read condition "on"'],
    [null, 'Cannot read condition null'],
  ])('refuses %j', (condition, message) => {
    const model = env(away).model();
    for (const _ of ['once', 'again']) expect(() => model.holds(condition)).toThrow(message);
  });
});

describe('HouseholdModel.changes()', () => {
  it('lists what holds now and did not at the start', () => {
    const model = env(away).model();
    expect(model.changes()).toEqual([]);
    const walk = ['move kitchen1', 'move mug1', 'pickup mug1', 'move desk1', 'placeon mug1 desk1'];
    for (const text of walk) expect(model.step(action(text))).toBeNull();
    expect(model.changes()).toEqual([{ object: 'mug1', condition: { on: ['mug1', 'desk1'] } }]);
    for (const { condition } of model.changes()) expect(model.holds(condition)).toBe(true);
  });
});

describe('a search over HouseholdModel', () => {
  it('is offered what may serve the goal, and no more', () => {
    const model = env(away).model();
    expect(texts(model.actions())).toEqual(['move kitchen1']);
    model.step(action('move kitchen1'));
    expect(texts(model.actions())).toEqual(['move fridge1']);
    model.step(action('move fridge1'));
    expect(texts(model.actions())).toEqual(['move fridge1', 'open fridge1']);
  });

  it('has one key for mugs that may stand for each other', () => {
    const someMug: Condition = { exists: '?x', of: { class: 'mug' }, that: { on: ['?x', 'desk1'] } };
    const keys = (that: Condition) =>
      ['mug1', 'mug2'].map((mug) => {
        const world = env(that);
        world.step(action('move kitchen1'));
        const model = world.model();
        model.key();
        for (const text of ['move kitchentable1', `pickup ${mug}`]) model.step(action(text));
        return model.key();
      });
    expect(new Set(keys(someMug)).size).toBe(1);
    expect(new Set(keys({ on: ['mug1', 'desk1'] })).size).toBe(2);
  });

  it('has different keys for states that differ in which of two like plates bears a thing', () => {
    const tables = ['kitchentable1', 'kitchentable2'].map((is, at) => ({ is, in: 'kitchen1', at: [3 * at, 0, 0] }));
    const things = ['plate1', 'plate2', 'mug1'].map((is) => ({ is, on: 'kitchentable1', at: [0, 0, 0] }));
    const rooms = [{ is: 'kitchen1', anchor: [0, 0] }];
    const text = JSON.stringify({ house: 'plates', robot: 'kitchen1', rooms, things: [...tables, ...things] });
    const that: Condition = {
      exists: '?x',
      of: { class: 'plate' },
      that: { and: [{ on: ['mug1', '?x'] }, { on: ['?x', 'kitchentable2'] }] },
    };
    const task: Task<Goal> = {
      name: 'any',
      scene: 'plates',
      instruction: '',
      goal: [{ weight: 1, that }],
      stepsMax: 9,
    };
    const world = householdEnvs(readHouse(text, 'plates.json'), task)();
    world.reset();
    const root = world.model();
    root.key();
    const keys = ['plate1', 'plate2'].map((moved) => {
      const model = root.clone();
      const walk = `pickup ${moved}, pickup mug1, move kitchentable2, placeon ${moved} kitchentable2`;
      const rest =
        moved === 'plate1' ? 'placeon mug1 plate1' : 'move kitchen1, placeon mug1 plate1, move kitchentable2';
      for (const each of `${walk}, ${rest}`.split(', ')) {
        expect(texts(model.actions())).toContain(each);
        model.step(action(each));
      }
      return { key: model.key(), success: model.goal().success };
    });
    expect(keys.map(({ success }) => success)).toEqual([true, false]);
    expect(keys[0]?.key).not.toBe(keys[1]?.key);
  });

  it.each([
    // move kitchen1, move fridge1, open
    [away, {}, 3],
    // move kitchen1, move toaster1, switch on
    [{ toasted: ['breadslice1'] }, {}, 3],
    // 3 to toast, pickup, move kitchentable1, place
    [{ and: [{ toasted: ['breadslice1'] }, { on: ['breadslice1', 'kitchentable1'] }] }, {}, 6],
    // move kitchen1, move kitchencabinet1, open, and so on: three mugs go in two trips
    [
      {
        forall: '?x',
        of: { class: 'mug', initially: { on: ['?x', 'kitchentable1'] } },
        that: { inside: ['?x', 'kitchencabinet1'] },
      },
      {},
      12,
    ],
    // the same with one hand: three trips of move, pickup, move, place, and one open, with a free hand, before
    [
      {
        forall: '?x',
        of: { class: 'mug', initially: { on: ['?x', 'kitchentable1'] } },
        that: { inside: ['?x', 'kitchencabinet1'] },
      },
      { hands: 1 },
      15,
    ],
  ] as const)('bounds what it takes for %j (%j) by %i, which is exact', (that, options, steps) => {
    const model = env(that as Condition, options).model();
    expect(guidedDistance(model, 10_000)).toEqual({ exactly: steps });
    expect(model.lowerBound()).toBeGreaterThanOrEqual(steps - 1);
  });

  it.each([
    // The toaster holds one thing: a plate, on which both slices can lie. Six actions put them there.
    [{ forall: '?x', of: { class: 'breadslice' }, that: { inside: ['?x', 'toaster1'] } }, 6],
    // There is nothing but the table to put things on; but what lies on the plate falls when that is picked up.
    [
      {
        forall: '?x',
        of: { class: 'breadslice' },
        that: { and: [{ not: { rests_on: ['?x', 'kitchentable1'] } }, { not: { held: ['?x'] } }] },
      },
      5,
    ],
  ] as const)('knows what a plate is good for: %j takes %i', (that, steps) => {
    const things = ['plate1', 'breadslice1', 'breadslice2', 'toaster1'].map((is) => ({ is, on: 'kitchentable1' }));
    const text = JSON.stringify({
      house: 'one_table',
      robot: 'kitchen1',
      rooms: [{ is: 'kitchen1', anchor: [0, 0] }],
      things: [{ is: 'kitchentable1', in: 'kitchen1' }, ...things].map((thing) => ({ ...thing, at: [0, 0, 0] })),
    });
    const goal: Goal = [{ weight: 1, that: that as Condition }];
    const task: Task<Goal> = { name: 'any', scene: 'one_table', instruction: 'any', goal, stepsMax: 100 };
    const world = householdEnvs(readHouse(text, 'one_table.json'), task)();
    world.reset();
    expect(guidedDistance(world.model(), 10_000)).toEqual({ exactly: steps });
  });

  it.each([
    { held: ['mug4'] },
    { on: ['milk1', 'mug1'] },
    { state: ['mug1', 'OPEN'] },
    { heated: ['milk1'] },
    { inside: ['milk1', 'desk1'] },
  ] as const)('knows at once that %j is out of reach', (that) => {
    expect(env(that).model().lowerBound()).toBe(Number.POSITIVE_INFINITY);
  });
});

describe('changes', () => {
  const house = readHouse(readFileSync(new URL('./houses/house_1.json', import.meta.url), 'utf8'), 'house_1.json');

  /** What has changed after actions such as `move kitchen1`, as `object: condition`. */
  function changesAfter(...actions: readonly string[]): string[] {
    const before = new HouseholdState(houseTables(house, 'make_toast'), PAPER_OPTIONS);
    const now = before.clone();
    for (const text of actions) {
      const [verb = '', ...args] = text.split(' ');
      expect(carryOut(now, { verb, args }, { rules: PAPER_RULES, indexOf: house.indexOf })).toBeNull();
    }
    return changesSince(before, now).map(({ object, condition }) => `${object}: ${JSON.stringify(condition)}`);
  }

  describe('changesSince()', () => {
    it('tells nothing of walking about', () => {
      expect(changesAfter()).toEqual([]);
      expect(changesAfter('move kitchen1', 'move livingroom1')).toEqual([]);
    });

    it('tells what is held, and where it was put', () => {
      const fetch = ['move toothbrush1', 'pickup toothbrush1'];
      const cabinet = ['move bathroomcabinet1', 'open bathroomcabinet1'];
      expect(changesAfter(...fetch)).toEqual(['toothbrush1: {"held":["toothbrush1"]}']);
      expect(changesAfter(...fetch, ...cabinet, 'placein toothbrush1 bathroomcabinet1').sort()).toEqual([
        'bathroomcabinet1: {"state":["bathroomcabinet1","OPEN"]}',
        'toothbrush1: {"inside":["toothbrush1","bathroomcabinet1"]}',
      ]);
      expect(changesAfter(...fetch, 'placeon toothbrush1 bathroomcounter1')).toEqual([]);
    });

    it('tells what was switched, and forgets what was undone', () => {
      expect(changesAfter('move lightswitch1', 'switchoff lightswitch1')).toEqual([
        'lightswitch1: {"state":["lightswitch1","OFF"]}',
      ]);
      expect(changesAfter('move lightswitch1', 'switchoff lightswitch1', 'switchon lightswitch1')).toEqual([]);
    });

    it('tells what was toasted, and that it was', () => {
      const fetch = ['move kitchen1', 'move breadslice2', 'pickup breadslice2', 'placein breadslice2 toaster1'];
      const toast = [...fetch, 'move toaster1', 'switchon toaster1'];
      const changes = changesAfter(...toast);
      expect(changes).toContain('toaster1: {"state":["toaster1","ON"]}');
      expect(changes.filter((change) => change.includes('toasted'))).toHaveLength(1);
    });

    it('tells where a thing fell when what bore it was picked up', () => {
      expect(changesAfter('move towel1', 'pickup towel1')).toEqual([
        'towel1: {"held":["towel1"]}',
        'towel3: {"in_room":["towel3","bathroom1"]}',
      ]);
    });
  });
});
