/**
 * The lines of a trace: their form, by which files from outside are checked, and the types inferred from it.
 *
 * Only what the harness reads is checked; a planner's notes are its own.
 */
import { z } from 'zod';
import { ANSWER_FLAWS } from '../../cassettes/wire/answer_flaw.ts';
import type { Refusal } from '../../envs/env.ts';
import type { PlannerNote } from '../../planners/planner.ts';
import { ERROR_KINDS } from './action_errors.ts';

const count = z.int().nonnegative();
/** Tokens as recorded; null where the answer has no count. */
const tokens = { promptTokens: count.nullable(), completionTokens: count.nullable() };
const refusal: z.ZodType<Refusal> = z.object({
  precondition: z.string(),
  message: z.string(),
  level: z.enum(['symbolic', 'grasp', 'ik', 'path']).exactOptional(),
  obstacle: z.string().exactOptional(),
});
/** An action with what came of it. */
const taken = {
  /** Counts from 1 within its kind. */
  number: z.int().positive(),
  action: z.object({ verb: z.string(), args: z.array(z.string()) }),
  /** What the planner was told. */
  ok: z.boolean(),
  /** Why the world refused. */
  reason: refusal.exactOptional(),
  /** Why the world refused, though the planner was told of a success: only worlds with noise do so. */
  concealed: refusal.exactOptional(),
  /** What kind of mistake a refused step is; absent where the world has no model to tell. */
  error: z.enum(ERROR_KINDS).exactOptional(),
  /** How the arm moved, in worlds that have one. */
  motion: z.object({ yaw: z.number(), path: z.array(z.array(z.number())), checks: count }).exactOptional(),
  goal: z.object({ success: z.boolean(), share: z.number().min(0).max(1) }),
};
/** Counts of one update of a planner's belief, or of several added up. */
const tracked = {
  /** Attributes written. */
  claims: count,
  /** Those that the lexicon covers. */
  covered: count,
  /** Those of them that are true. */
  correct: count,
  /** What has changed since the start and still holds. */
  facts: count,
  /** That of it of which there is a true claim. */
  recalled: count,
};

/** Why something in a reply was thrown away; see planners/planner.ts. */
const discardKind = z.enum(['prose', 'malformed', 'unknown_function', 'argument', 'not_asked', 'too_much']);

/** What a planner may tell the trace. */
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
  // What is checked has come from JSON, so that all that can be wrong with a belief is that there is none.
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
  /** The planner's written form, such as `llm_state+states=false`. */
  planner: z.string(),
  options: z.record(z.string(), z.unknown()),
  /** Whether the planner was handed the world's model. */
  privileged: z.boolean(),
  /** Null where the planner asks none. */
  model: z.string().nullable(),
  prompts: z.string(),
  env: z.string(),
  /** What the suite tells the world beside its task, such as how many hands the robot has; empty for the usual. */
  envOptions: z.record(z.string(), z.unknown()),
  instruction: z.string(),
  stepsMax: z.int().positive(),
  /** The shortest plan that search with full knowledge found, and whether none can be shorter; null where nobody has searched. */
  reference: z.object({ steps: z.int().positive(), optimal: z.boolean() }).nullable(),
  /** Hex SHA-256 of the scene's and the task's JSON without its layout, and of the prompt files. */
  digests: z.object({
    scene: z.string(),
    task: z.string(),
    prompts: z.string(),
    /** Where the planner is a program: each file that its command names. */
    program: z.record(z.string(), z.string()).exactOptional(),
  }),
});

const prologue = z.object({ event: z.literal('prologue'), ...taken });
const step = z.object({ event: z.literal('step'), ...taken });
const call = z.object({
  event: z.literal('call'),
  purpose: z.string(),
  key: z.string(),
  occurrence: z.int().positive(),
  finishReason: z.string(),
  /** What is wrong with the answer that the planner was given; absent where nothing is. */
  flaw: z.enum(ANSWER_FLAWS).exactOptional(),
  ...tokens,
  latencyMs: z.number().nullable(),
  /** Of the messages that no earlier call of the episode held, and of the reply; only where the planner ends the episode. */
  transcriptTokens: count.exactOptional(),
});
const note = z.object({ event: z.literal('note'), note: noteSchema });
/** How right the belief of the note before it is. */
const tracking = z.object({
  event: z.literal('tracking'),
  ...tracked,
  /** Some of what is wrong, as `fridge1: closed`, and of what is missing, as `milk1: {"held":["milk1"]}`. */
  wrong: z.array(z.string()),
  missing: z.array(z.string()),
  /** What no right belief does, and this one did. */
  broken: z.array(z.object({ invariant: z.string(), text: z.string() })).exactOptional(),
});
const sense = z.object({ event: z.literal('sense') });
const stop = z.object({ event: z.literal('stop'), reason: z.string() });

/** How an episode ended. Only `goal` is success: the goal held when the world, the planner or a limit ended the episode. */
const end = z.enum([
  'goal',
  'step_limit',
  'planner_stopped',
  'call_limit',
  /** The model refused the request for what it is, such as its length. */
  'llm_failed',
  'planner_failed',
  'env_failed',
  /** It worked for longer than the user allows. The one end that depends on the clock. */
  'timeout',
  /** These four did not run to their end and are not counted. */
  'tape_miss',
  /** What the planner wanted to ask looks like it holds a credential, which goes neither to a model nor onto a tape. */
  'refused_secret',
  'api_failed',
  'aborted',
]);

/** What the events come to. Names are sorted, and only what occurred is there. */
const counts = z.object({
  /** Refused steps, those of which the planner was not told included; the prologue is not the planner's. */
  failedSteps: count,
  /** Of those, the ones that were refused before in the same words for the same reason. */
  repeatedFailures: count,
  /** Failed steps by the name of the precondition that failed. */
  failures: z.record(z.string(), count),
  /** Mistakes by kind (`ERROR_KINDS`): of refused steps, and of what was thrown away in replies. */
  errors: z.record(z.string(), count),
  /** Calls and actions that were read from replies, */
  accepted: count,
  /** and what was thrown away there, by kind. */
  discards: z.record(z.string(), count),
  /** Calls of each role of a method, such as `policy`, and their tokens; null where some answer has no count. */
  roles: z.record(z.string(), z.object({ calls: count, ...tokens })),
  /** Null where the planner has no belief that can be judged. */
  tracking: z.object(tracked).nullable(),
});

const summary = z.object({
  event: z.literal('summary'),
  end,
  /** The planner's reason for stopping, the limit that was reached, or the message of what failed. */
  detail: z.string().nullable(),
  success: z.boolean(),
  /** Steps taken, failed ones included. */
  steps: count,
  /** Goal-condition recall at the end. */
  share: z.number().min(0).max(1),
  calls: count,
  counts,
  /** Where the episode was played in a simulator: how often it answered, and the digest of all that was said (null where nothing was). */
  simulator: z.object({ answers: count, said: z.string().nullable() }).exactOptional(),
});

const events = [prologue, step, call, note, tracking, sense, stop] as const;
export const traceLineSchema = z.discriminatedUnion('event', [header, ...events, summary]);

type Fixed<T> = T extends readonly (infer E)[]
  ? readonly Fixed<E>[]
  : T extends object
    ? { readonly [K in keyof T]: Fixed<T[K]> }
    : T;
type Line<S extends z.ZodType> = Fixed<z.infer<S>>;

export type TraceHeader = Line<typeof header>;
export type Reference = NonNullable<TraceHeader['reference']>;
export type TraceEvent = Line<(typeof events)[number]>;
/** An event of one kind. */
export type EventOf<E extends TraceEvent['event']> = Extract<TraceEvent, { readonly event: E }>;
export type TrackingCounts = NonNullable<EpisodeCounts['tracking']>;
export type EpisodeEnd = z.infer<typeof end>;
export type EpisodeCounts = Line<typeof counts>;
export type TraceSummary = Line<typeof summary>;
