/** Defaults follow the release, but rank examples without a model. */
import { z } from 'zod';
import { chatOptions } from '../ask_until_read.ts';
import { solverOptions } from '../plan_task.ts';

export const optionsSchema = z.strictObject({
  ranking: z
    .enum(['words', 'embeddings'])
    .default('words')
    .describe('How to rank examples: by common words (built in), or by the embeddings of a model (paper)'),
  compared: z
    .enum(['objective', 'instructions'])
    .default('objective')
    .describe('Part of an example to compare with the task: its objective (release) or its instructions (paper)'),
  examplesMax: z.int().min(0).max(6).default(3).describe('Number of examples, of six, that the model chooses from'),
  sketchTemperature: z
    .number()
    .min(0)
    .max(2)
    .default(0.2)
    .describe("Sampling temperature of the plan sketch; default: the release's"),
  ...chatOptions,
  ...solverOptions,
});

export type Options = z.infer<typeof optionsSchema>;
