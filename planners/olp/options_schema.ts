/**
 * What OLP can be told. The defaults are the paper's choices, but for the embedding, which asks nobody.
 *
 * @module
 */
import { z } from 'zod';
import { solverOptions } from '../plan_task.ts';

export const optionsSchema = z.strictObject({
  embedding: z
    .enum(['lexical', 'api'])
    .default('lexical')
    .describe('What tells how near an example is: word parts, built in, or the embeddings of a model, as in the paper'),
  compared: z
    .enum(['instructions', 'objective'])
    .default('instructions')
    .describe('With what of an example the task is compared: its instructions (paper) or its objective (release)'),
  examplesMax: z
    .int()
    .min(0)
    .max(6)
    .default(3)
    .describe('How many of the six examples the model chooses from; with 0 there is no example at all'),
  groundingPlan: z
    .boolean()
    .default(false)
    .describe('Show task and plan when names are grounded; the release shows names, objects and states alone'),
  retriesMax: z
    .int()
    .min(0)
    .max(20)
    .default(0)
    .describe('How often a stage is asked again, told why its answer cannot be used; not stated in the paper'),
  temperature: z.number().min(0).max(2).default(0.1).describe('Sampling temperature of all stages but the plan sketch'),
  sketchTemperature: z.number().min(0).max(2).default(0.2).describe('Sampling temperature of the plan sketch'),
  maxTokens: z.int().min(1).max(100_000).default(2500).describe('Most tokens of an answer'),
  ...solverOptions,
});

export type Options = z.infer<typeof optionsSchema>;
