import { z } from 'zod';
import type { GoalForm, GoalPart } from '../../world.ts';
import { type Arrangement, FACT_ORDERS, factSchema, factSentence } from '../table/arrangement.ts';
import { SPOTS } from '../table/table.ts';

export const goalSchema = z.discriminatedUnion(
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

export type Goal = Readonly<z.infer<typeof goalSchema>>;

export const GOAL_FORMS: readonly GoalForm[] = [
  form('some stack has exactly this number of blocks', { kind: 'tower', height: 3 }),
  form('some stack, read from top to bottom, is the word', { kind: 'spelling', word: 'FUN' }),
  form('the blocks of every letter are one stack with nothing else in it', { kind: 'organize' }),
  form(
    `all facts hold; they are written ${Object.values(FACT_ORDERS)
      .map(({ order }) => order)
      .join(', ')}`,
    {
      kind: 'facts',
      facts: [
        ['on', 'table', 'K_block_1'],
        ['on', 'K_block_1', 'A_block_1'],
      ],
    },
  ),
];

function form(holds: string, example: Goal): GoalForm {
  return { goal: example.kind, holds, example };
}

export interface CompiledGoal {
  met(arrangement: Arrangement): Readonly<{ met: number; of: number }>;
  /** Admissible while the goal is unmet. */
  lowerBound(arrangement: Arrangement): number;
  /** Exchanging blocks of one kind keeps the goal's value. */
  readonly kinds: readonly number[];
  /** If false, `surface` is no better than the table. */
  isPromising(arrangement: Arrangement, surface: number): boolean;
}

export function goalParts(goal: Goal): readonly GoalPart[] {
  switch (goal.kind) {
    case 'tower':
      return [{ text: `some stack has exactly ${goal.height} blocks` }];
    case 'spelling':
      return [{ text: `some stack reads ${goal.word} from top to bottom` }];
    case 'organize':
      return [{ text: 'the blocks of every letter are a stack of their own' }];
    case 'facts':
      return goal.facts.map((fact) => ({ text: factSentence(fact), condition: fact }));
  }
}
