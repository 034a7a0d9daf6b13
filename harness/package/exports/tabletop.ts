/**
 * `tapedeck/tabletop`: blocks on a table, within reach of an arm.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { bindTask } from 'tapedeck/env';
 * import { tabletop } from 'tapedeck/tabletop';
 *
 * const env = bindTask(tabletop, { scene: 'tower_3_01', tasks: 'olp', task: 'tower_3' }).newEnv(0);
 * await env.reset();
 * const { ok } = await env.step({ verb: 'pick', args: ['no_such_block', 'table'] });
 * assert.ok(!ok);
 * ```
 */
export type { Goal } from '../../../envs/tabletop/goals/goal.ts';
export type { TabletopObservation } from '../../../envs/tabletop/observation.ts';
export type { Fact } from '../../../envs/tabletop/table/arrangement.ts';
export type { Scene, SceneBlock } from '../../../envs/tabletop/table/table.ts';
export type { TabletopTask } from '../../../envs/tabletop/tasks.ts';
export { tabletop } from '../../../envs/tabletop/world.ts';
