/** Defaults follow LLM-State's comparison; `comments: false` and `assertions: off` are ProgPrompt's ablations. */
import { z } from 'zod';
import { handsOption } from '../observation_slots.ts';

export const optionsSchema = z.strictObject({
  assertions: z
    .enum(['llm', 'env', 'off'])
    .default('llm')
    .describe('Who judges asserts: the language model, the world itself (privileged), or nobody: no asserts at all'),
  comments: z.boolean().default(true).describe('Show comments in the example programs'),
  examples: z.int().min(0).max(3).default(3).describe('How many example programs the prompt shows'),
  hands: handsOption,
  resultsMax: z
    .int()
    .min(0)
    .max(1000)
    .default(200)
    .describe('How many past actions a prompt shows at most, the latest ones; by default more than any episode has'),
  assertsMax: z
    .int()
    .min(0)
    .max(1000)
    .default(50)
    .describe('How many asserts of a program are read, which bounds the calls of the model between actions'),
  emptyProgramsMax: z
    .int()
    .min(1)
    .default(5)
    .describe('Programs in a row without an action after which the planner stops; not stated in the papers'),
  temperature: z.number().min(0).max(2).default(0).describe('Sampling temperature; not stated in the LLM-State paper'),
});

export type Options = z.infer<typeof optionsSchema>;
