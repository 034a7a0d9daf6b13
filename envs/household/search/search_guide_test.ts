import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Model, Task } from '../../env.ts';
import { arbitraryChore, arbitraryGoal } from '../arbitrary_goal.ts';
import { arbitraryHouseOf } from '../arbitrary_house.ts';
import { compileGoal, GoalError } from '../compile_goal.ts';
import type { Condition, Goal } from '../goal.ts';
import type { House } from '../house.ts';
import { houseTables } from '../house_tables.ts';
import { type HouseholdEnv, householdEnv } from '../household_env.ts';
import type { HouseholdOptionsInput } from '../household_options.ts';
import { HouseholdState, PAPER_OPTIONS } from '../household_state.ts';
import { pickAction } from '../pick_action.ts';
import { distanceToGoal, guidedDistance, type PlainWorld } from '../plain_search.ts';
import { readHouse } from '../read_house.ts';
import { carryOut, rulesOf } from '../rules.ts';
import { withSkills } from '../skill_library.ts';

/** What is always there, so that there is something to do with it. */
const FURNITURE = [
  ['kitchentable', 'plate', 'mug', 'mug'],
  ['kitchentable', 'toaster', 'breadslice', 'breadslice'],
  ['kitchencabinet', 'box', 'mug', 'mug'],
  ['kitchentable', 'microwave', 'milk'],
];

/** What else may be there: few classes, so that things of one class are common. */
const CLASSES = [
  'mug',
  'plate',
  'breadslice',
  'box',
  'kitchentable',
  'kitchencabinet',
  'toaster',
  'microwave',
  'lightswitch',
];

const choices = (maxLength: number) => fc.array(fc.noBias(fc.nat({ max: 2 ** 31 - 1 })), { maxLength, size: 'max' });

const SKILLED: HouseholdOptionsInput['skills'] = {
  pickup: [['GRABBABLE']],
  placein: [['breadslice', 'milk'], ['CONTAINERS']],
  placeon: [['GRABBABLE'], ['kitchentable', 'plate']],
  open: [['CAN_OPEN']],
  switchon: [['HAS_SWITCH']],
};

/** A house, a goal, a robot, and some actions before the search begins. */
type Setting = {
  readonly house: House;
  readonly goal: Goal;
  readonly options: HouseholdOptionsInput;
  readonly walk: readonly number[];
};

function settings(thingsMax: number): fc.Arbitrary<Setting> {
  return fc
    .record({
      roomsMax: fc.constantFrom(1, 2),
      spreadM: fc.constantFrom(2, 4),
      always: fc.constantFrom(...FURNITURE),
    })
    .chain((limits) => arbitraryHouseOf({ ...limits, thingsMax, classNames: CLASSES, flawsOneIn: 20 }))
    .chain((text) => {
      const house = readHouse(text, 'any_house.json');
      return fc.record({
        house: fc.constant(house),
        goal: fc.oneof(
          { arbitrary: arbitraryChore(house), weight: 3 },
          { arbitrary: arbitraryGoal(house, { past: true }), weight: 1 },
        ),
        options: fc.record({
          hands: fc.constantFrom(1 as const, 2 as const),
          reachM: fc.constantFrom(1.5, 1.5, 0, 4),
          perception: fc.constantFrom('always' as const, 'always' as const, 'on_entry' as const),
          skills: fc.constantFrom(null, null, null, null, SKILLED),
        }),
        walk: choices(6),
      });
    });
}

/** A kitchen with two tables and three mugs, of which some are to come onto one table: many states differ in which mug is where. */
const mugs: fc.Arbitrary<Setting> = fc
  .record({
    tables: fc.tuple(spot(), spot()),
    mugs: fc.tuple(mug(), mug(), mug()),
    atLeast: fc.integer({ min: 1, max: 3 }),
    hands: fc.constantFrom(1 as const, 2 as const),
  })
  .map(({ tables, mugs: placed, atLeast, hands }) => {
    const text = JSON.stringify({
      house: 'mugs',
      robot: 'kitchen1',
      rooms: [{ is: 'kitchen1', anchor: [0, 0] }],
      things: [
        ...tables.map(([x, z], index) => ({ is: `kitchentable${index + 1}`, in: 'kitchen1', at: [x, 0, z] })),
        ...placed.map(({ at: [x, z], table }, index) => {
          const place = table === 0 ? { in: 'kitchen1' } : { on: `kitchentable${table}` };
          return { is: `mug${index + 1}`, ...place, at: [x, 0, z] };
        }),
      ],
    });
    const that: Condition = {
      count: '?x',
      of: { class: 'mug', initially: { not: { on: ['?x', 'kitchentable1'] } } },
      at_least: atLeast,
      that: { on: ['?x', 'kitchentable1'] },
    };
    return { house: readHouse(text, 'mugs.json'), goal: [{ weight: 1, that }], options: { hands }, walk: [] };
  });

function spot(): fc.Arbitrary<readonly [number, number]> {
  return fc.tuple(fc.integer({ min: -2, max: 2 }), fc.integer({ min: -2, max: 2 }));
}

function mug() {
  return fc.record({ at: spot(), table: fc.constantFrom(0, 0, 1, 2) });
}

/** The same moment as a world, and bare; null where the goal makes no sense or holds already. */
function begin({ house, goal, options, walk }: Setting): { env: HouseholdEnv; plain: PlainWorld } | null {
  const task: Task<Goal> = { name: 'any', scene: house.name, instruction: 'any', goal, stepsMax: 100 };
  let env: HouseholdEnv;
  try {
    env = householdEnv(house, task, options);
  } catch (error) {
    if (error instanceof GoalError) return null;
    throw error;
  }
  const initial = new HouseholdState(houseTables(house, 'any'), {
    ...PAPER_OPTIONS,
    ...options,
  } as typeof PAPER_OPTIONS);
  const plain: PlainWorld = {
    state: initial.clone(),
    goal: compileGoal(goal, initial),
    memory: compileGoal(goal, initial).begin(),
    vocabulary: { rules: withSkills(rulesOf('paper'), null, house), indexOf: house.indexOf },
  };
  return arrive(env, { ...plain, vocabulary: vocabularyOf(house, options) }, walk);
}

function vocabularyOf(house: House, { skills }: HouseholdOptionsInput): PlainWorld['vocabulary'] {
  const learned = skills === null || skills === undefined ? null : (skills as Parameters<typeof withSkills>[1]);
  return { rules: withSkills(rulesOf('paper'), learned, house), indexOf: house.indexOf };
}

function arrive(env: HouseholdEnv, plain: PlainWorld, walk: readonly number[]) {
  const { state, goal, memory, vocabulary } = plain;
  let { observation } = env.reset();
  let status = goal.judge(state, memory);
  for (const choice of walk) {
    const action = pickAction(observation, state.tables.house.names, choice);
    observation = env.step(action).observation;
    if (carryOut(state, action, vocabulary) === null) status = goal.judge(state, memory);
  }
  return status.success ? null : { env, plain };
}

/** How far the goal is, both ways; they must not contradict each other. */
function expectSameDistance(model: Model, plain: PlainWorld, most: { states: number; expansions: number }): void {
  const truth = distanceToGoal(plain, most.states);
  const found = guidedDistance(model, most.expansions);
  if ('exactly' in truth && 'exactly' in found) expect(found).toEqual(truth);
  else if ('exactly' in truth && 'atLeast' in found) expect(found.atLeast).toBeLessThanOrEqual(truth.exactly);
  else if ('atLeast' in truth && 'exactly' in found) expect(found.exactly).toBeGreaterThanOrEqual(truth.atLeast);
}

type Passed = { readonly model: Model; readonly plain: PlainWorld };

/** The moments of a walk along worthwhile actions, the first included. */
function worthwhileWalk(model: Model, plain: PlainWorld, steps: readonly number[]): Passed[] {
  const passed: Passed[] = [{ model: model.clone(), plain: copyOf(plain) }];
  for (const step of steps) {
    const actions = model.actions();
    const action = actions[step % actions.length];
    if (action === undefined || model.goal().success) break;
    expect(model.step(action)).toBeNull();
    carryOut(plain.state, action, plain.vocabulary);
    plain.goal.judge(plain.state, plain.memory);
    passed.push({ model: model.clone(), plain: copyOf(plain) });
  }
  return passed.filter((each) => !each.model.goal().success);
}

/** The states that are reached first by worthwhile actions, told apart by all of the state; those short of the goal. */
function firstStates(model: Model, plain: PlainWorld, most: number): Passed[] {
  const states = new Map([[plain.state.digest(), { model, plain }]]);
  for (const { model: before, plain: old } of states.values()) {
    for (const action of before.actions()) {
      const [next, now] = [before.clone(), copyOf(old)];
      next.step(action);
      carryOut(now.state, action, now.vocabulary);
      const digest = now.state.digest();
      if (states.size < most && !next.goal().success && !states.has(digest))
        states.set(digest, { model: next, plain: now });
    }
  }
  return [...states.values()];
}

function copyOf(plain: PlainWorld): PlainWorld {
  return { ...plain, state: plain.state.clone(), memory: plain.memory.slice() };
}

describe('a search along actions(), key() and lowerBound()', () => {
  it('finds the distance that breadth-first search over all actions and all of the state finds', () => {
    fc.assert(
      fc.property(settings(2), (setting) => {
        const begun = begin(setting);
        if (begun !== null) expectSameDistance(begun.env.model(), begun.plain, { states: 1000, expansions: 400 });
      }),
      { numRuns: 250 },
    );
  });

  it('does so from a model that was led astray by any actions', () => {
    fc.assert(
      fc.property(settings(2), choices(8), (setting, steps) => {
        const begun = begin(setting);
        if (begun === null) return;
        const { env, plain } = begun;
        const model = env.model();
        model.key();
        let { observation } = { observation: env.observe() };
        for (const step of steps) {
          const action = pickAction(observation, setting.house.names, step);
          const refusal = model.step(action);
          expect(carryOut(plain.state, action, plain.vocabulary)).toEqual(refusal);
          if (refusal === null) plain.goal.judge(plain.state, plain.memory);
          observation = env.step(action).observation;
        }
        if (!model.goal().success) expectSameDistance(model, plain, { states: 600, expansions: 300 });
      }),
      { numRuns: 150 },
    );
  });

  it('meets no bound above the distance', () => {
    fc.assert(
      fc.property(settings(2), choices(5), (setting, steps) => {
        const begun = begin(setting);
        if (begun === null) return;
        for (const { model, plain } of worthwhileWalk(begun.env.model(), begun.plain, steps)) {
          const truth = distanceToGoal(plain, 600);
          if ('exactly' in truth) expect(model.lowerBound()).toBeLessThanOrEqual(truth.exactly);
        }
      }),
      { numRuns: 150 },
    );
  });

  it('meets no two states with one key that are not equally far', () => {
    let compared = 0;
    fc.assert(
      fc.property(mugs, (setting) => {
        const begun = begin(setting);
        if (begun === null) return;
        const passed = firstStates(begun.env.model(), begun.plain, 60);
        const groups = [...Map.groupBy(passed, ({ model }) => model.key()).values()];
        for (const alike of groups.filter(({ length }) => length > 1).slice(-6)) {
          const truths = [alike[0], alike.at(-1)].map((each) => distanceToGoal((each as Passed).plain, 700));
          const exact = truths.flatMap((truth) => ('exactly' in truth ? [truth.exactly] : []));
          if (exact.length > 1) compared++;
          expect(new Set(exact).size).toBeLessThanOrEqual(1);
        }
      }),
      { numRuns: 50, seed: 1 },
    );
    expect(compared).toBeGreaterThan(50);
  });
});
