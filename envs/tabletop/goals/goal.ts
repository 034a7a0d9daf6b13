/** See README, "Goals". */
import { z } from 'zod';
import { factSchema } from '../table/fact.ts';
import { SPOTS } from '../table/table.ts';

export const goalSchema = z.discriminatedUnion(
  'kind',
  [
    z.strictObject({ kind: z.literal('tower'), height: z.int().min(1).max(SPOTS.length) }),
    /** Some stack, read from top to bottom, is the word. */
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

export type Goal = Readonly<z.infer<typeof goalSchema>>;
