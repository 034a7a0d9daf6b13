import * as fc from 'fast-check';
import { GoalError } from '../../../goal_error.ts';
import { compileGoal } from '../../goals/compile_goal.ts';
import type { Condition, Goal } from '../../goals/goal.ts';
import { HouseholdModel, modelWorld } from '../../household_model.ts';
import type { Skills } from '../../household_options.ts';
import { arbitraryHouseOf } from '../../kit/arbitrary_house.ts';
import { arbitraryChore, arbitraryGoal } from '../../kit/arbitrary_house_task.ts';
import { pickAction } from '../../kit/walk_by.ts';
import { Observer } from '../../observer.ts';
import { carryOut, PAPER_RULES } from '../../rules/rules.ts';
import type { House } from '../../scene/house.ts';
import { readHouse } from '../../scene/read_house.ts';
import { withSkills } from '../../skill_library.ts';
import type { StateOptions } from '../../state/household_state.ts';
import { smallHouse } from '../../testing/small_house.ts';
import { choices, stateOf } from '../../testing/walks.ts';
import type { BareWorld } from './reference_search.ts';

export type SearchProblem = Readonly<{
  house: House;
  goal: Goal;
  options: StateOptions;
  skills: Skills | null;
  overlooks: boolean;
  walk: readonly number[];
}>;

const FURNITURE = [
  'kitchentable plate mug mug',
  'kitchentable toaster breadslice breadslice',
  'kitchencabinet box mug mug',
  'kitchentable microwave milk',
].map((classes) => classes.split(' '));

const CLASSES = 'mug plate breadslice box kitchentable kitchencabinet toaster microwave lightswitch'.split(' ');

const SKILLED: Skills = {
  pickup: [['GRABBABLE']],
  placein: [['breadslice', 'milk', 'mug'], ['CONTAINERS']],
  placeon: [['GRABBABLE'], ['kitchentable', 'plate']],
  open: [['CAN_OPEN']],
  switchon: [['HAS_SWITCH']],
};

export const anyProblem: fc.Arbitrary<SearchProblem> = fc
  .record({ roomsMax: fc.constantFrom(1, 2), spreadM: fc.constantFrom(2, 4), always: fc.constantFrom(...FURNITURE) })
  .chain((limits) => arbitraryHouseOf({ ...limits, thingsMax: 2, classNames: CLASSES, flawsOneIn: 20 }))
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
      }),
      skills: fc.constantFrom(null, null, null, null, SKILLED),
      overlooks: fc.constantFrom(false, false, false, true),
      walk: choices(6),
    });
  });

const metres = fc.integer({ min: -2, max: 2 });
const spot = fc.tuple(metres, metres);
const mug = fc.record({ at: spot, table: fc.constantFrom(0, 0, 1, 2) });

/** Two tables and three mugs, of which some are to come onto one table: many states differ only in which mug is where. */
export const mugProblem: fc.Arbitrary<SearchProblem> = fc
  .record({
    tables: fc.tuple(spot, spot),
    mugs: fc.tuple(mug, mug, mug),
    atLeast: fc.integer({ min: 1, max: 3 }),
    hands: fc.constantFrom(1 as const, 2 as const),
  })
  .map(({ tables, mugs, atLeast, hands }) => {
    const things = [
      ...tables.map(([x, z], index) => `kitchentable${index + 1} @${x}:${z}`),
      ...mugs.map(({ at: [x, z], table }, index) => {
        return `mug${index + 1} ${table === 0 ? '' : `on kitchentable${table}`} @${x}:${z}`;
      }),
    ];
    const that: Condition = {
      count: '?x',
      of: { class: 'mug', initially: { not: { on: ['?x', 'kitchentable1'] } } },
      at_least: atLeast,
      that: { on: ['?x', 'kitchentable1'] },
    };
    const options: StateOptions = { hands, reachM: 1.5, perception: 'always' };
    const goal = [{ weight: 1, that }];
    return { house: smallHouse({ things: things.join() }), goal, options, skills: null, overlooks: false, walk: [] };
  });

export type SideBySide = Readonly<{ model: HouseholdModel; bare: BareWorld }>;

export function begin({ house, goal, options, skills, overlooks, walk }: SearchProblem): SideBySide | null {
  const initial = stateOf(house, options);
  const rulebook = { rules: withSkills(PAPER_RULES, skills, house), indexOf: house.indexOf };
  let compiled: ReturnType<typeof compileGoal>;
  try {
    compiled = compileGoal(goal, initial);
  } catch (error) {
    if (error instanceof GoalError) return null;
    throw error;
  }
  const erring = initial.clone();
  if (overlooks) erring.perceiveWith({ begin: () => {}, misses: (node) => node % 3 === 0 });
  const bare = { state: erring.clone(), goal: compiled, memory: compiled.begin(), rulebook };
  const observer = new Observer(initial.tables);
  let status = compiled.judge(bare.state, bare.memory);
  for (const choice of walk) {
    const action = pickAction(observer.observe(bare.state), house.names, choice);
    if (carryOut(bare.state, action, rulebook) === null) status = compiled.judge(bare.state, bare.memory);
  }
  if (status.success) return null;
  const world = modelWorld({ initial, goal: compiled, rulebook, looksAgain: false });
  const now = { state: bare.state.clone(), memory: bare.memory.slice(), goal: status };
  return { model: new HouseholdModel(world, now), bare };
}

export function copyOf({ model, bare }: SideBySide): SideBySide {
  return { model: model.clone(), bare: { ...bare, state: bare.state.clone(), memory: bare.memory.slice() } };
}
