/** The schema checks only what the harness reads. */

import { z } from 'zod';
import { ANSWER_FLAWS } from '../../cassettes/wire/wire_reply.ts';
import type { Refusal } from '../../envs/env.ts';
import type { MistakeKind } from '../../envs/world.ts';
import type { DiscardKind, PlannerNote } from '../../planners/planner.ts';

/** Error kinds of Embodied Agent Interface (Li et al. 2024, arXiv 2410.07166, section 4); `motion` and `chance` are ours. */
export const ERROR_KINDS = [
  'parse',
  'hallucinated_object',
  'argument',
  'missing_step',
  'wrong_order',
  /** No action can make the object allow it. */
  'affordance',
  'additional_step',
  /** The arm finds no way within its limits. */
  'motion',
  'chance',
] as const;

export type ErrorKind = (typeof ERROR_KINDS)[number];

export function errorOfMistake(mistake: MistakeKind, wasPossible: boolean): ErrorKind {
  if (mistake !== 'timing') return mistake;
  return wasPossible ? 'wrong_order' : 'missing_step';
}

export function errorOfDiscard(kind: DiscardKind): ErrorKind | null {
  if (kind === 'prose' || kind === 'not_asked') return null;
  return kind === 'argument' ? 'argument' : 'parse';
}

const count = z.int().nonnegative();
const tokens = { promptTokens: count.nullable(), completionTokens: count.nullable() };
const refusal: z.ZodType<Refusal> = z.object({
  precondition: z.string(),
  message: z.string(),
  level: z.enum(['symbolic', 'grasp', 'ik', 'path']).exactOptional(),
  obstacle: z.string().exactOptional(),
});
const actionResult = {
  number: z.int().positive(),
  action: z.object({ verb: z.string(), args: z.array(z.string()) }),
  ok: z.boolean(),
  reason: refusal.exactOptional(),
  /** The planner sees a success; only noisy worlds conceal refusals. */
  concealed: refusal.exactOptional(),
  error: z.enum(ERROR_KINDS).exactOptional(),
  motion: z.object({ yaw: z.number(), path: z.array(z.array(z.number())), checks: count }).exactOptional(),
  goal: z.object({ success: z.boolean(), share: z.number().min(0).max(1) }),
};
const trackingCounts = {
  claims: count,
  covered: count,
  correct: count,
  /** Changes since the start that still hold. */
  facts: count,
  recalled: count,
};

const discardKind = z.enum(['prose', 'malformed', 'unknown_function', 'argument', 'not_asked', 'too_much']);

export const noteSchema: z.ZodType<PlannerNote> = z.discriminatedUnion('kind', [
  z.object({
    kind: z.literal('parsed'),
    purpose: z.string(),
    accepted: count,
    discarded: z.array(z.object({ line: count, kind: discardKind, text: z.string(), reason: z.string() })),
    discardedCounts: z.partialRecord(discardKind, count),
    remarks: z.array(z.string()),
  }),
  z.object({
    kind: z.literal('planned'),
    purpose: z.string(),
    status: z.enum(['solved', 'unsolvable', 'limit', 'invalid', 'unsupported']),
    cost: count.nullable(),
    expanded: count.nullable(),
    evaluated: count.nullable(),
    message: z.string().nullable(),
  }),
  z.object({ kind: z.literal('belief'), belief: z.unknown().refine((belief) => belief !== undefined) }),
]);

const header = z.object({
  event: z.literal('header'),
  format: z.literal(1),
  suite: z.string(),
  world: z.string(),
  scene: z.string(),
  task: z.string(),
  trial: z.int().positive(),
  planner: z.string(),
  options: z.record(z.string(), z.unknown()),
  privileged: z.boolean(),
  model: z.string().nullable(),
  prompts: z.string(),
  env: z.string(),
  envOptions: z.record(z.string(), z.unknown()),
  instruction: z.string(),
  stepsMax: z.int().positive(),
  reference: z.object({ steps: z.int().positive(), optimal: z.boolean() }).nullable(),
  /** Hex SHA-256 of JSON without layout, and of prompt files. */
  digests: z.object({
    scene: z.string(),
    task: z.string(),
    prompts: z.string(),
    program: z.record(z.string(), z.string()).exactOptional(),
  }),
});

const prologue = z.object({ event: z.literal('prologue'), ...actionResult });
const step = z.object({ event: z.literal('step'), ...actionResult });
const call = z.object({
  event: z.literal('call'),
  purpose: z.string(),
  key: z.string(),
  occurrence: z.int().positive(),
  finishReason: z.string(),
  flaw: z.enum(ANSWER_FLAWS).exactOptional(),
  ...tokens,
  latencyMs: z.number().nullable(),
  /** New messages and the reply, where the planner ends the episode. */
  transcriptTokens: count.exactOptional(),
});
const note = z.object({ event: z.literal('note'), note: noteSchema });
const tracking = z.object({
  event: z.literal('tracking'),
  ...trackingCounts,
  /** `fridge1: closed`, `milk1: {"held":["milk1"]}`. */
  wrong: z.array(z.string()),
  missing: z.array(z.string()),
  broken: z.array(z.object({ invariant: z.string(), text: z.string() })).exactOptional(),
});
const sense = z.object({ event: z.literal('sense') });
const stop = z.object({ event: z.literal('stop'), reason: z.string() });

const end = z.enum([
  'goal',
  'step_limit',
  'planner_stopped',
  'call_limit',
  /** For example for the request's length. */
  'llm_failed',
  'planner_failed',
  'env_failed',
  /** The only end that depends on the clock. */
  'timeout',
  /** This and the next three leave the episode incomplete. */
  'tape_miss',
  'refused_secret',
  'api_failed',
  'aborted',
]);

const counts = z.object({
  /** Includes concealed refusals, but not the prologue's. */
  failedSteps: count,
  /** With the action and reason of an earlier one. */
  repeatedFailures: count,
  failures: z.record(z.string(), count),
  errors: z.record(z.string(), count),
  accepted: count,
  discards: z.record(z.string(), count),
  roles: z.record(z.string(), z.object({ calls: count, ...tokens })),
  tracking: z.object(trackingCounts).nullable(),
});

const summary = z.object({
  event: z.literal('summary'),
  end,
  detail: z.string().nullable(),
  success: z.boolean(),
  steps: count,
  share: z.number().min(0).max(1),
  calls: count,
  counts,
  /** `said`: digest of a simulator's answers; null without any. */
  simulator: z.object({ answers: count, said: z.string().nullable() }).exactOptional(),
});

const events = [prologue, step, call, note, tracking, sense, stop] as const;
export const traceLineSchema = z.discriminatedUnion('event', [header, ...events, summary]);

type DeepReadonly<T> = T extends readonly (infer E)[]
  ? readonly DeepReadonly<E>[]
  : T extends object
    ? { readonly [K in keyof T]: DeepReadonly<T[K]> }
    : T;
type Line<S extends z.ZodType> = DeepReadonly<z.infer<S>>;

export type TraceHeader = Line<typeof header>;
export type Reference = NonNullable<TraceHeader['reference']>;
export type TraceEvent = Line<(typeof events)[number]>;
export type EventOf<E extends TraceEvent['event']> = Extract<TraceEvent, { readonly event: E }>;
export type TrackingCounts = NonNullable<EpisodeCounts['tracking']>;
export type EpisodeEnd = z.infer<typeof end>;
export type EpisodeCounts = Line<typeof counts>;
export type TraceSummary = Line<typeof summary>;
