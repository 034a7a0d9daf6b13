/** Defaults: column "InnerM-W" of LLM-State's Table I. */
import { z } from 'zod';
import { handsOption } from '../observation_slots.ts';

export const optionsSchema = z
  .strictObject({
    tokensMax: z
      .int()
      .min(1)
      .default(8192)
      .describe("Most tokens of a prompt and its reply together: the context of gpt-4-0613, the paper's model"),
    replyTokens: z.int().min(0).default(256).describe('Tokens of these that are kept free for the reply'),
    triplesMax: z
      .union([z.int().min(0), z.literal('all')])
      .default('all')
      .describe(
        'Most (action, success, scene) triples that a prompt shows, as far as they fit; not stated in the paper',
      ),
    scene: z
      .enum(['short', 'full'])
      .default('full')
      .describe(
        'Scenes before the latest: room, hands and what was close (short); with all that was known of objects then (full)',
      ),
    hands: handsOption,
    emptyRepliesMax: z
      .int()
      .min(1)
      .default(5)
      .describe('Replies without an action in a row after which the planner stops; not stated in the paper'),
    temperature: z.number().min(0).max(2).default(0).describe('Sampling temperature; not stated in the paper'),
  })
  .refine(({ tokensMax, replyTokens }) => replyTokens < tokensMax, {
    path: ['replyTokens'],
    message: 'the reply takes all tokens; say fewer than tokensMax',
  });

export type Options = z.infer<typeof optionsSchema>;
