/** JSON lines; `protocol_schema.json` is generated from this. */
import { z } from 'zod';
import { noteSchema } from '../../trace/trace_schema.ts';

export const PROTOCOL_VERSION = 1;

const action = z.object({
  verb: z.string().describe('Such as "move"; `actions` of the start lists them'),
  args: z.array(z.string()).describe('Names of objects, blocks or rooms'),
});

const seen = {
  observation: z.looseObject({ world: z.string() }).describe('What the robot sees; its form depends on the world'),
  names: z.array(z.string()).describe('The names that actions may use as arguments now'),
};

const purpose = z
  .string()
  .min(1)
  .max(100)
  .describe('The part of the method that asks, such as "plan"; metrics count by it, and the model does not receive it');

export const toProgramSchema = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('start'),
      protocol: z.literal(PROTOCOL_VERSION),
      instruction: z.string().describe('The task, in words'),
      ...seen,
      actions: z
        .object({ verbs: z.record(z.string(), z.int().nonnegative()).describe('Verb → number of arguments') })
        .describe('The actions of the world'),
      options: z
        .record(z.string(), z.unknown())
        .describe('The +key=value pairs after the command; true, false and numbers are read as such'),
      past: z
        .array(z.object({ action, ok: z.boolean() }))
        .describe('The actions carried out before the planner begins; empty for most tasks'),
      memory: z.unknown().optional().describe("This planner's memory at the start, if the task gives one"),
      skills: z.string().optional().describe('PDDL domain for a task that gives its skills in PDDL'),
      seed: z.int().nonnegative().describe('Random seed, the same for all planners of a task and trial; below 2³²'),
    })
    .describe('The first line: all that the program learns about its episode'),
  z
    .object({
      type: z.literal('outcome'),
      ok: z.boolean().describe('Whether the action was carried out; planners do not learn why it was not'),
      ...seen,
    })
    .describe('Answers `act` and `sense`'),
  z
    .object({
      type: z.literal('reply'),
      text: z.string(),
      finishReason: z.string().describe('As the model reported it (stop, length, …), else "unknown"'),
      usage: z
        .object({ promptTokens: z.int().nonnegative(), completionTokens: z.int().nonnegative() })
        .nullable()
        .describe('null if unknown'),
    })
    .describe('Answers `ask`'),
  z
    .object({ type: z.literal('vectors'), vectors: z.array(z.array(z.number())).describe('One per text, in order') })
    .describe('Answers `embed`'),
  z.object({ type: z.literal('tokens'), count: z.int().nonnegative() }).describe('Answers `count_tokens`'),
  z
    .object({
      type: z.literal('failed'),
      code: z
        .enum(['tape_miss', 'context_length_exceeded', 'api_error', 'refused_secret', 'other'])
        .describe(
          'The tape has no answer; the request is too long for the model; the live model failed; the request looks like it contains a credential; any other problem, such as too many calls',
        ),
      message: z.string(),
    })
    .describe(
      'Answers `ask`, `embed` and `count_tokens` if they fail. After context_length_exceeded and api_error the program may go on; any other code ends the episode',
    ),
]);

export const fromProgramSchema = z.discriminatedUnion('type', [
  z
    .object({
      type: z.literal('ask'),
      messages: z.array(z.object({ role: z.enum(['system', 'user', 'assistant']), content: z.string() })).min(1),
      purpose,
      temperature: z.number().min(0).max(2).default(0),
      maxTokens: z.int().positive().optional().describe('Maximum tokens of the reply; by default the model decides'),
    })
    .describe('Asks the language model'),
  z
    .object({ type: z.literal('embed'), texts: z.array(z.string()), purpose })
    .describe('Asks the embedding model for vectors'),
  z
    .object({ type: z.literal('count_tokens'), text: z.string() })
    .describe(
      'Counts the tokens of a text with the tokenizer of the model or the nearest public one; sends no request',
    ),
  z
    .object({ type: z.literal('note'), note: noteSchema })
    .describe(
      'Records in the trace how the program read a reply, or what it believes. Does not affect the episode and gets no answer',
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
          'A label, such as gave_up; the goal alone decides on success. plan_completed, after the whole plan, counts as plan completion (OLP)',
        ),
    })
    .describe('Ends the episode; gets no answer'),
]);

export type ToProgram = z.infer<typeof toProgramSchema>;
export type FromProgram = z.infer<typeof fromProgramSchema>;
