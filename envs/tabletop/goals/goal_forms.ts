import type { GoalForm } from '../../world.ts';
import { FACT_ORDERS } from '../table/fact.ts';
import type { Goal } from './goal.ts';

export const GOAL_FORMS: readonly GoalForm[] = [
  form('some stack has exactly so many blocks', { kind: 'tower', height: 3 }),
  form('some stack, read from top to bottom, is the word', { kind: 'spelling', word: 'FUN' }),
  form('the blocks of every letter are one stack with nothing else in it', { kind: 'organize' }),
  form(
    `all of them hold; the order is ${Object.values(FACT_ORDERS)
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
