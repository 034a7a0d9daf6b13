/**
 * Goals as data: what the blocks shall be like in the end. See README, "Goals".
 *
 * @module
 */
import { z } from 'zod';
import { type Fact, factSchema } from '../table/fact.ts';
import { SPOTS } from '../table/table.ts';

export type Goal =
  /** Some stack has exactly so many blocks. */
  | { readonly kind: 'tower'; readonly height: number }
  /** Some stack, read from top to bottom, is the word. */
  | { readonly kind: 'spelling'; readonly word: string }
  /** The blocks of every letter are a stack of their own. */
  | { readonly kind: 'organize' }
  /** All of them hold. */
  | { readonly kind: 'facts'; readonly facts: readonly Fact[] };

export const goalSchema: z.ZodType<Goal> = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('tower'), height: z.int().min(1).max(SPOTS.length) }),
    z.strictObject({
      kind: z.literal('spelling'),
      word: z
        .string()
        .regex(/^[A-Za-z]+$/, { error: 'a word of the letters A to Z' })
        .max(SPOTS.length),
    }),
    z.strictObject({ kind: z.literal('organize') }),
    z.strictObject({ kind: z.literal('facts'), facts: z.array(factSchema).min(1).max(1000) }),
  ],
  { error: 'a goal of kind "tower", "spelling", "organize" or "facts"' },
);
