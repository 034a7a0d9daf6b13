/**
 * One JSON object a line, UTF-8. The program writes requests after `start`; each but a note has one answer.
 * `protocol_schema.json` is generated from this.
 */

import { z } from 'zod';
import { noteSchema } from '../../trace/trace_schema.ts';

/** Increases with every change that an earlier program cannot read. */
export const PROTOCOL_VERSION = 1;

const action = z.object({
  verb: z.string().describe('Such as "move"; `actions` of the start lists them'),
  args: z.array(z.string()).describe('Names of objects, blocks, rooms'),
});

const seen = {
  observation: z.looseObject({ world: z.string() }).describe('What the robot sees; each world has a form of its own'),
  names: z.array(z.string()).describe('The names that a robot which sees this may use as arguments'),
};

const purpose = z
  .string()
  .min(1)
  .max(100)
  .describe('Which part of the method asks, such as "plan"; metrics count by it, and it is no part of the request');

export const toProgramSchema = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('start'),
      protocol: z.literal(PROTOCOL_VERSION),
      instruction: z.string().describe('The task, in words'),
      ...seen,
      actions: z
        .object({ verbs: z.record(z.string(), z.int().nonnegative()).describe('Verb → number of arguments') })
        .describe('What may be asked of the world'),
      options: z
        .record(z.string(), z.unknown())
        .describe('What stands behind the command as +key=value; true, false and numbers are read as such'),
      past: z
        .array(z.object({ action, ok: z.boolean() }))
        .describe('What was done before the planner was asked; empty but for tasks that begin in the middle'),
      memory: z.unknown().optional().describe("What the task puts into this planner's memory, where it does"),
      skills: z.string().optional().describe("A domain's PDDL text, where the task has one"),
      seed: z
        .int()
        .nonnegative()
        .describe('Where chance comes from, the same for all planners of a task and trial; below 2³²'),
    })
    .describe('The first line: all that the program is told of its episode'),
  z
    .object({
      type: z.literal('outcome'),
      ok: z.boolean().describe('Whether the action was carried out; why not, no planner is told'),
      ...seen,
    })
    .describe('To `act` and `sense`'),
  z
    .object({
      type: z.literal('reply'),
      text: z.string(),
      finishReason: z.string().describe('As the model reported it (stop, length, …), else "unknown"'),
      usage: z
        .object({ promptTokens: z.int().nonnegative(), completionTokens: z.int().nonnegative() })
        .nullable()
        .describe('null where nobody counted'),
    })
    .describe('To `ask`'),
  z
    .object({ type: z.literal('vectors'), vectors: z.array(z.array(z.number())).describe('One a text, in order') })
    .describe('To `embed`'),
  z.object({ type: z.literal('tokens'), count: z.int().nonnegative() }).describe('To `count_tokens`'),
  z
    .object({
      type: z.literal('failed'),
      code: z
        .enum(['tape_miss', 'context_length_exceeded', 'api_error', 'refused_secret', 'other'])
        .describe(
          'The tape has no answer; the request is too long for the model; who was asked live gave up; the request looks like it holds a credential; all else, such as too many calls',
        ),
      message: z.string(),
    })
    .describe(
      'To `ask`, `embed` and `count_tokens`, where there is no answer. After context_length_exceeded and api_error the program may go on; after all else the episode has ended',
    ),
]);

export const fromProgramSchema = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('ask'),
      messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
      purpose,
      temperature: z.number().min(0).max(2).default(0),
      maxTokens: z.int().positive().optional().describe('Most tokens to answer with; left to the model where absent'),
    })
    .describe('Asks the language model'),
  z
    .object({ type: z.literal('embed'), texts: z.array(z.string()), purpose })
    .describe('Asks the embedding model for vectors'),
  z
    .object({ type: z.literal('count_tokens'), text: z.string() })
    .describe('How many tokens a text has for the model, by its tokenizer or the nearest that is public; asks nobody'),
  z
    .object({ type: z.literal('note'), note: noteSchema })
    .describe(
      'For the trace: how a reply was read, what is believed. Changes nothing in the episode, and is not answered',
    ),
  z.object({ type: z.literal('act'), action }).describe('Acts; one step'),
  z.object({ type: z.literal('sense') }).describe('Looks again; costs no step'),
  z
    .object({
      type: z.literal('stop'),
      reason: z
        .string()
        .min(1)
        .max(100)
        .describe(
          'A label, such as gave_up: the goal decides on success. plan_completed, where the whole plan was carried out, counts as plan completion (OLP)',
        ),
    })
    .describe('Ends the episode, and is not answered'),
]);

export type ToProgram = z.infer<typeof toProgramSchema>;
export type FromProgram = z.infer<typeof fromProgramSchema>;
