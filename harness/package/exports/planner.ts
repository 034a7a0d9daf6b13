/**
 * `tapedeck/planner`: parts for a planner of your own. Its module exports it as `planner`; `tapedeck run household --planner ./mine.mts` runs it.
 *
 * ```ts
 * import { z } from 'zod';
 * import type { HouseholdObservation, Planner } from 'tapedeck/planner';
 *
 * const options = z.strictObject({ room: z.string().default('kitchen1').describe('Where to look first') });
 *
 * export const planner: Planner<HouseholdObservation, z.infer<typeof options>> = {
 *   name: 'mine',
 *   title: 'Mine',
 *   summary: 'Goes to a room and opens whatever is there',
 *   worlds: ['household'],
 *   privileged: () => false,
 *   options,
 *   promptSlots: {},
 *   asksModel: false,
 *   async *plan(_, { room }) {
 *     const { observation } = yield { kind: 'act', action: { verb: 'move', args: [room] } };
 *     for (const { name } of observation.containers) yield { kind: 'act', action: { verb: 'open', args: [name] } };
 *   },
 * };
 * ```
 */
export {
  type ChatOptions,
  type ChatReply,
  type Llm,
  LlmCallError,
  type LlmFailure,
  type Message,
  type Usage,
} from '../../../cassettes/llm.ts';
export type { Action, ActionSpace, GoalStatus, Model, Observation, Refusal, Rehearsal } from '../../../envs/env.ts';
export type { HouseholdObservation } from '../../../envs/household/observation.ts';
export type { TabletopObservation } from '../../../envs/tabletop/observation.ts';
export { ParseLog } from '../../../planners/parse_log.ts';
export {
  type Decision,
  type DiscardKind,
  type Episode,
  type Outcome,
  type PastAction,
  PLAN_COMPLETED,
  type Planner,
  type PlannerNote,
  type Start,
} from '../../../planners/planner.ts';
export type { Prompts, Slots } from '../../../planners/prompts.ts';
export type { Parameter } from '../../../planners/read_arguments.ts';
export { type Call, readCalls, type Vocabulary } from '../../../planners/read_calls.ts';
