/** Goals as data: what the blocks shall be like in the end. See README, "Goals". */
import { z } from 'zod';
import { factSchema } from '../table/fact.ts';
import { SPOTS } from '../table/table.ts';

export const goalSchema = z.discriminatedUnion(
  'kind',
  [
    /** Some stack has exactly so many blocks. */
    z.strictObject({ kind: z.literal('tower'), height: z.int().min(1).max(SPOTS.length) }),
    /** Some stack, read from top to bottom, is the word. */
    z.strictObject({
      kind: z.literal('spelling'),
      word: z
        .string()
        .regex(/^[A-Za-z]+$/, { error: 'a word of the letters A to Z' })
        .max(SPOTS.length),
    }),
    /** The blocks of every letter are a stack of their own. */
    z.strictObject({ kind: z.literal('organize') }),
    /** All of them hold. */
    z.strictObject({ kind: z.literal('facts'), facts: z.array(factSchema).min(1).max(1000) }),
  ],
  { error: 'a goal of kind "tower", "spelling", "organize" or "facts"' },
);

export type Goal = Readonly<z.infer<typeof goalSchema>>;
