/**
 * What OLP can be told. The defaults are the paper's choices, but for the embedding, which asks nobody.
 *
 * @module
 */
import { z } from 'zod';
import { chatOptions } from '../ask_until_read.ts';
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
  sketchTemperature: z
    .number()
    .min(0)
    .max(2)
    .default(0.2)
    .describe("Sampling temperature of the plan sketch; the default is the release's"),
  ...chatOptions,
  ...solverOptions,
});

export type Options = z.infer<typeof optionsSchema>;
