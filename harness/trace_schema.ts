/**
 * The form of a trace's lines, to check files from outside. Only what the harness reads is checked; a planner's notes are its own.
 *
 * @module
 */
import { z } from 'zod';
import { ANSWER_FLAWS } from '../cassettes/answer_flaw.ts';

const count = z.int().nonnegative();
const refusal = z.object({
  precondition: z.string(),
  message: z.string(),
  level: z.enum(['symbolic', 'grasp', 'ik', 'path']).optional(),
  obstacle: z.string().optional(),
});
const motion = z.object({ yaw: z.number(), path: z.array(z.array(z.number())), checks: count });
const goal = z.object({ success: z.boolean(), share: z.number().min(0).max(1) });
const taken = {
  number: z.int().positive(),
  action: z.object({ verb: z.string(), args: z.array(z.string()) }),
  ok: z.boolean(),
  reason: refusal.optional(),
  concealed: refusal.optional(),
  error: z.string().optional(),
  motion: motion.optional(),
  goal,
};
const counts = z.record(z.string(), count);
const tracked = { claims: count, covered: count, correct: count, facts: count, recalled: count };
/** Why something in a reply was thrown away; see planners/planner.ts. */
const discardKind = z.enum(['prose', 'malformed', 'unknown_function', 'argument', 'not_asked', 'too_much']);
const parsedNote = z.object({
  kind: z.literal('parsed'),
  purpose: z.string(),
  accepted: count,
  discarded: z.array(z.object({ line: count, kind: discardKind, text: z.string(), reason: z.string() })),
  discardedCounts: z.partialRecord(discardKind, count),
  remarks: z.array(z.string()),
});

/** What a planner may tell the trace. */
export const noteSchema = z.discriminatedUnion('kind', [
  parsedNote,
  z.object({
    kind: z.literal('planned'),
    purpose: z.string(),
    status: z.enum(['solved', 'unsolvable', 'limit', 'invalid', 'unsupported']),
    cost: count.nullable(),
    expanded: count.nullable(),
    evaluated: count.nullable(),
    message: z.string().nullable(),
  }),
  z.object({ kind: z.literal('belief'), belief: z.json() }),
]);

const episodeCounts = z.object({
  failedSteps: count,
  repeatedFailures: count,
  failures: counts,
  errors: counts,
  accepted: count,
  discards: counts,
  roles: z.record(
    z.string(),
    z.object({ calls: count, promptTokens: count.nullable(), completionTokens: count.nullable() }),
  ),
  tracking: z.object(tracked).nullable(),
});

export const traceLineSchema = z.discriminatedUnion('event', [
  z.object({
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
    digests: z.object({ scene: z.string(), task: z.string(), prompts: z.string() }),
  }),
  z.object({ event: z.literal('prologue'), ...taken }),
  z.object({ event: z.literal('step'), ...taken }),
  z.object({
    event: z.literal('call'),
    purpose: z.string(),
    key: z.string(),
    occurrence: z.int().positive(),
    finishReason: z.string(),
    flaw: z.enum(ANSWER_FLAWS).optional(),
    promptTokens: count.nullable(),
    completionTokens: count.nullable(),
    latencyMs: z.number().nullable(),
    transcriptTokens: count.optional(),
  }),
  z.object({
    event: z.literal('note'),
    note: noteSchema,
  }),
  z.object({ event: z.literal('tracking'), ...tracked, wrong: z.array(z.string()), missing: z.array(z.string()) }),
  z.object({ event: z.literal('sense') }),
  z.object({ event: z.literal('stop'), reason: z.string() }),
  z.object({
    event: z.literal('summary'),
    end: z.string(),
    detail: z.string().nullable(),
    success: z.boolean(),
    steps: count,
    share: z.number().min(0).max(1),
    calls: count,
    counts: episodeCounts,
  }),
]);
