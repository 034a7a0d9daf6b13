/** Defaults follow the release, except that the ranking of examples calls no model. */
import { z } from 'zod';
import { chatOptions } from '../ask_until_read.ts';
import { solverOptions } from '../plan_task.ts';

export const optionsSchema = z.strictObject({
  ranking: z
    .enum(['words', 'embeddings'])
    .default('words')
    .describe(
      'What tells how near an example is: words in common, built in, or the embeddings of a model, as in the paper',
    ),
  compared: z
    .enum(['objective', 'instructions'])
    .default('objective')
    .describe('With what of an example the task is compared: its objective (release) or its instructions (paper)'),
  examplesMax: z
    .int()
    .min(0)
    .max(6)
    .default(3)
    .describe('How many of the six examples the model chooses from; with 0 there is no example at all'),
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
