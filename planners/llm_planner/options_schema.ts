/** Defaults follow the paper; `calls: 3` with `preconditions: true` follows the release. */
import { z } from 'zod';
import { chatOptions } from '../ask_until_read.ts';

export const optionsSchema = z.strictObject({
  calls: z
    .union([z.literal(1), z.literal(3)])
    .default(1)
    .describe(
      "Model calls: all in one, as the paper says; or three, as the release: objects, the goal's relations, actions",
    ),
  preconditions: z
    .boolean()
    .default(false)
    .describe('Say when pick and place can be used, as the release does; the paper speaks of the skills alone'),
  ...chatOptions,
});

export type Options = z.infer<typeof optionsSchema>;
