import { describe, expect, it, test } from 'vitest';
import { z } from 'zod';
import { FACT_ORDERS } from '../table/fact.ts';
import { GOAL_FORMS, type Goal, goalParts, goalSchema } from './goal.ts';

describe('GOAL_FORMS', () => {
  it.each(GOAL_FORMS)('$goal has an example that can be read', ({ goal, example }) => {
    const read = goalSchema.parse(example);
    expect(read.kind).toBe(goal);
    expect(goalParts(read).length).toBeGreaterThan(0);
  });

  it('says beside the field of facts in which order their arguments stand', () => {
    const schema = JSON.stringify(z.toJSONSchema(goalSchema, { target: 'draft-7' }));
    for (const { order } of Object.values(FACT_ORDERS)) expect(schema).toContain(order);
    expect(GOAL_FORMS.find(({ goal }) => goal === 'facts')?.holds).toContain('(on BELOW ABOVE)');
  });

  it('are those that a goal may have', () => {
    const refused = goalSchema.safeParse({ kind: 'nonsense' });
    const known = refused.error?.issues[0]?.message.match(/"\w+"/g) ?? [];
    expect(GOAL_FORMS.map(({ goal }) => `"${goal}"`)).toEqual(known);
  });
});

test.each<[Goal, ReturnType<typeof goalParts>]>([
  [{ kind: 'tower', height: 3 }, [{ text: 'some stack has exactly 3 blocks' }]],
  [{ kind: 'spelling', word: 'FUN' }, [{ text: 'some stack reads FUN from top to bottom' }]],
  [{ kind: 'organize' }, [{ text: 'the blocks of every letter are a stack of their own' }]],
  [
    {
      kind: 'facts',
      facts: [
        ['on', 'table', 'A'],
        ['on', 'A', 'C'],
        ['under', 'B', 'air'],
        ['under', 'C', 'A'],
        ['in', 'hand', 'AIR'],
        ['in', 'hand', 'B'],
        ['on', 'B', 'hand'],
        ['on', 'C', 'air'],
        ['on', 'table', 'air'],
      ],
    },
    [
      { text: 'A lies on the table', condition: ['on', 'table', 'A'] },
      { text: 'C lies on A', condition: ['on', 'A', 'C'] },
      { text: 'the hand holds B', condition: ['under', 'B', 'air'] },
      { text: 'C lies on A', condition: ['under', 'C', 'A'] },
      { text: 'the hand is empty', condition: ['in', 'hand', 'AIR'] },
      { text: 'the hand holds B', condition: ['in', 'hand', 'B'] },
      { text: 'the hand holds B', condition: ['on', 'B', 'hand'] },
      { text: 'nothing lies on C', condition: ['on', 'C', 'air'] },
      { text: 'a spot on the table is free', condition: ['on', 'table', 'air'] },
    ],
  ],
])('goalParts(%j) has a text for each part, and a condition where a model can be asked', (goal, parts) => {
  expect(goalParts(goal)).toEqual(parts);
});
