import { z } from 'zod';
import { chatOptions } from '../ask_until_read.ts';
import { option } from '../option.ts';
import { solverOptions } from '../plan_task.ts';

export const optionsSchema = z.strictObject({
  ranking: option.choice(
    ['words', 'embeddings'],
    'words',
    'How to rank examples: by common words (built in), or by the embeddings of a model (paper)',
  ),
  compared: option.choice(
    ['objective', 'instructions'],
    'objective',
    'Part of an example to compare with the task: its objective (release) or its instructions (paper)',
  ),
  examplesMax: option.count(3, [0, 6], 'Number of examples, of six, that the model chooses from'),
  sketchTemperature: option.temperature(0.2, "Sampling temperature of the plan sketch; default: the release's"),
  ...chatOptions,
  ...solverOptions,
});

export type Options = z.infer<typeof optionsSchema>;
