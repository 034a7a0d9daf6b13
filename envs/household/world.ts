import { basename } from 'node:path';
import type { ObjectClass, World } from '../world.ts';
import { drawAround, drawHouse, drawHousehold } from './drawing/draw_household.ts';
import { conditionText } from './goals/condition_text.ts';
import { GOAL_FORMS, type Goal } from './goals/goal.ts';
import { type HouseholdEnv, householdEnvs } from './household_env.ts';
import { householdOptionsSchema } from './household_options.ts';
import { type HouseholdObservation, householdObservationSchema, namesIn } from './observation.ts';
import type { PaperRule } from './rules/preconditions.ts';
import { PAPER_RULES } from './rules/rules.ts';
import { CLASSES, isSeenCategory, type ThingClass } from './scene/class_table.ts';
import type { House } from './scene/house.ts';
import { houseOfGraph, readGraph } from './scene/read_graph.ts';
import { houseSchema, readHouse } from './scene/read_house.ts';
import type { HouseholdState } from './state/household_state.ts';
import { type HouseholdTask, householdTaskSchema, readTasks, taskFor } from './tasks.ts';
import { BELIEF_INVARIANTS } from './tracking/belief_invariants.ts';
import { HouseholdBeliefWatch } from './tracking/belief_watch.ts';

const LASTING_CONDITIONS: readonly string[] = ['can_open', 'container', 'grabbable', 'has_switch', 'surface'];

export const OBJECT_CLASSES: readonly ObjectClass[] = [...CLASSES]
  .map(([name, thing]) => ({ class: name, kind: thing.category, actions: actionsOn(thing), notes: notesOn(thing) }))
  .sort((a, b) => (a.class < b.class ? -1 : 1));

function actionsOn({ category, properties }: ThingClass): string[] {
  if (category !== 'Rooms' && !isSeenCategory(category)) return [];
  // These conditions call only `has`.
  const state = { has: (_: number, property: string) => properties.includes(property) } as unknown as HouseholdState;
  const allows = ({ arity, preconditions }: PaperRule) =>
    arity > 0 &&
    preconditions
      .filter(({ argument, condition }) => argument === arity - 1 && LASTING_CONDITIONS.includes(condition.name))
      .every(({ condition }) => condition.holds(state, 0));
  return [...PAPER_RULES.values()].filter(allows).map(({ verb }) => verb);
}

function notesOn({ category, capacity, requiresClosed, heats, toasts }: ThingClass): string[] {
  return [
    ...(category === 'Rooms' || isSeenCategory(category) ? [] : ['never seen']),
    ...(capacity === undefined ? [] : [`holds ${capacity}`]),
    ...(requiresClosed === true ? ['runs only when closed'] : []),
    ...(heats === true ? ['heats its contents'] : []),
    ...(toasts === true ? ['toasts its contents'] : []),
  ];
}

/**
 * The household for the harness and `bindTask`.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { household } from 'tapedeck/household';
 *
 * assert.equal(household.actions.verbs['pickup'], 1);
 * assert.throws(() => household.readScene('{}', 'hut.json'), /hut\.json/);
 * ```
 */
export const household: World<House, HouseholdTask, HouseholdObservation> = {
  name: 'household',
  scenesFolder: `${import.meta.dirname}/houses`,
  tasksFolder: `${import.meta.dirname}/tasks`,
  schemas: {
    observation: householdObservationSchema,
    scene: houseSchema,
    task: householdTaskSchema,
    options: householdOptionsSchema,
  },
  actions: { verbs: Object.fromEntries([...PAPER_RULES].map(([verb, { arity }]) => [verb, arity])), namesIn },
  classes: OBJECT_CLASSES,
  goalForms: GOAL_FORMS,
  preconditions: {
    unknown_verb: 'parse',
    wrong_arity: 'argument',
    unknown_object: 'hallucinated_object',
    ...countedAs('affordance', 'grabbable graspable container surface can_open has_switch not_locked in_skill_library'),
    // Placing something on a held thing is too early.
    not_held: (verb) => (verb === 'pickup' ? 'additional_step' : 'timing'),
    ...countedAs('additional_step', 'is_closed is_open is_off is_on'),
    ...countedAs('timing', 'seen visible close_to_robot free_hand held has_space not_closed not_running door_closed'),
    ...countedAs('chance', 'controller_failed navigation_failed false_detection'),
  },
  certain(options) {
    const { noise: _, ...certain } = householdOptionsSchema.parse(options);
    return certain;
  },
  readScene: (text, path) => (isGraph(text) ? graphHouse(text, path) : readHouse(text, path)),
  readTasks,
  bind(house, taskInFile, options) {
    const task = taskFor(house, taskInFile);
    const settings = householdOptionsSchema.parse(options);
    // Lazy, since other threads play most tasks of a suite.
    let envs: ReturnType<typeof householdEnvs> | null = null;
    const newEnv = (seed?: number) => {
      envs ??= householdEnvs(house, task, settings);
      return envs(seed);
    };
    return { task, newEnv };
  },
  draw: (env) => drawHousehold((env as HouseholdEnv).state(), (env as HouseholdEnv).path()),
  goalParts: ({ goal }) => (goal as Goal).map(({ that }) => ({ text: conditionText(that), condition: that })),
  drawAround: (env) => drawAround((env as HouseholdEnv).state(), (env as HouseholdEnv).path()),
  drawScene: drawHouse,
  beliefs: {
    invariants: BELIEF_INVARIANTS,
    watch(options, { complete }) {
      const { hands } = householdOptionsSchema.parse(options);
      return new HouseholdBeliefWatch({ hands, complete });
    },
  },
};

function countedAs<M extends string>(mistake: M, preconditions: string): Record<string, M> {
  return Object.fromEntries(preconditions.split(' ').map((name) => [name, mistake]));
}

function isGraph(text: string): boolean {
  return /^\s*\{\s*"(nodes|edges)"/.test(text);
}

function graphHouse(text: string, path: string): House {
  const name = basename(path, '.json').toLowerCase();
  return houseOfGraph(readGraph(text, path), name.replaceAll(/[^a-z0-9_]/g, '_'));
}
