import { expect, test } from 'vitest';
import type { Goal } from './goal.ts';
import { goalParts } from './goal_parts.ts';

test.each<[Goal, ReturnType<typeof goalParts>]>([
  [{ kind: 'tower', height: 3 }, [{ text: 'some stack has exactly 3 blocks' }]],
  [{ kind: 'spelling', word: 'FUN' }, [{ text: 'some stack reads FUN from top to bottom' }]],
  [{ kind: 'organize' }, [{ text: 'the blocks of every letter are a stack of their own' }]],
  [
    {
      kind: 'facts',
      facts: [
        ['on', 'table', 'A'],
        ['under', 'B', 'air'],
      ],
    },
    [
      { text: 'on(table, A)', condition: ['on', 'table', 'A'] },
      { text: 'under(B, air)', condition: ['under', 'B', 'air'] },
    ],
  ],
])('goalParts(%j) has a text for each part, and a condition where a model can be asked', (goal, parts) => {
  expect(goalParts(goal)).toEqual(parts);
});
