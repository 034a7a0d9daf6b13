import type { World } from '../world.ts';
import { readScene, sceneSchema } from './check_scene.ts';
import { drawTable } from './drawing/draw_table.ts';
import { GOAL_FORMS, type Goal, goalParts } from './goals/goal.ts';
import { type TabletopObservation, tabletopObservationSchema } from './observation.ts';
import type { Scene } from './table/table.ts';
import { type TabletopEnv, tabletopEnvs } from './tabletop_env.ts';
import { tabletopOptionsSchema } from './tabletop_options.ts';
import { isMeantFor, readTasks, type TabletopTask, tabletopTaskSchema, taskFor } from './tasks.ts';

/**
 * The tabletop world.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { tabletop } from 'tapedeck/tabletop';
 *
 * assert.deepEqual(tabletop.actions.verbs, { pick: 2, place: 2 });
 * assert.throws(() => tabletop.readScene('{"name": "bare"}', 'bare.json'), /bare\.json/);
 * ```
 */
export const tabletop: World<Scene, TabletopTask, TabletopObservation> = {
  name: 'tabletop',
  scenesFolder: `${import.meta.dirname}/scenes`,
  tasksFolder: `${import.meta.dirname}/tasks`,
  schemas: {
    observation: tabletopObservationSchema,
    scene: sceneSchema,
    task: tabletopTaskSchema,
    options: tabletopOptionsSchema,
  },
  actions: { verbs: { pick: 2, place: 2 }, namesIn: ({ blocks }) => [...blocks, 'table'] },
  classes: [
    {
      class: 'block',
      kind: 'Blocks',
      actions: ['pick', 'place'],
      notes: ['the letter is the part of the name before the first "_"'],
    },
    {
      class: 'table',
      kind: 'Table',
      actions: ['pick', 'place'],
      notes: ['is always present; each spot holds one block'],
    },
  ],
  goalForms: GOAL_FORMS,
  preconditions: {
    unknown_verb: 'parse',
    wrong_arity: 'argument',
    unknown_object: 'hallucinated_object',
    not_a_block: 'affordance',
    not_itself: 'affordance',
    hand_empty: 'timing',
    on_surface: 'timing',
    clear: 'timing',
    holding: 'timing',
    surface_clear: 'timing',
    free_spot: 'timing',
    grasp_free: 'motion',
    reachable: 'motion',
    path_free: 'motion',
    bounded: 'motion',
  },
  certain: (options) => ({ ...tabletopOptionsSchema.parse(options), placementSdM: 0, physics: 'none' }),
  readScene,
  readTasks,
  isMeantFor: (task, scene) => isMeantFor(scene, task),
  bind(scene, taskInFile, options) {
    const settings = tabletopOptionsSchema.parse(options);
    const task = taskFor(scene, taskInFile, settings);
    return { task, newEnv: tabletopEnvs(scene, task, settings) };
  },
  goalParts: ({ goal }) => goalParts(goal as Goal),
  draw(env) {
    const table = env as TabletopEnv;
    return drawTable(table.observe().blocks, table.state());
  },
};
