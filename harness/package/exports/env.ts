/**
 * `tapedeck/env`: the interfaces of worlds and tasks, and the search for shortest plans.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { bindTask, findPlan, searchable } from 'tapedeck/env';
 * import { tabletop } from 'tapedeck/tabletop';
 *
 * const env = bindTask(tabletop, { scene: 'tower_3_01', tasks: 'olp', task: 'tower_3' }).newEnv(0);
 * await env.reset();
 * const { plan } = findPlan(searchable(env.model!()), { expansionsMax: 10_000 });
 * for (const action of plan!) assert.ok((await env.step(action)).ok);
 * ```
 */
export type {
  Action,
  ActionSpace,
  ArmMotion,
  Env,
  EnvCallOptions,
  GoalStatus,
  Model,
  Observation,
  Refusal,
  Rehearsal,
  RehearsedAction,
  ResetResult,
  StepResult,
  Task,
} from '../../../envs/env.ts';
export type { BoundTask, EnvOptions, GoalPart, MistakeKind, TaskInFile, Tracking, World } from '../../../envs/world.ts';
export { type FindPlanOptions, type FoundPlan, findPlan } from '../../../planners/oracle/find_plan.ts';
export { isSearchable, type Searchable, searchable } from '../../../planners/oracle/searchable.ts';
export { bindTask, type TaskFiles } from '../../run/suites/bind_task.ts';
