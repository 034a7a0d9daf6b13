/**
 * Options of LLM-Planner. The defaults are the paper's way.
 *
 * @module
 */
import { z } from 'zod';
import { chatOptions } from '../ask_until_read.ts';

export const optionsSchema = z.strictObject({
  calls: z
    .union([z.literal(1), z.literal(3)])
    .default(1)
    .describe(
      "Model calls: all in one, as the paper says; or three, as the release: objects, the goal's relations, actions",
    ),
  ...chatOptions,
});

export type Options = z.infer<typeof optionsSchema>;
