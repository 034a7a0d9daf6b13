import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FACT_ORDERS, type Fact } from '../table/arrangement.ts';
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

it('goalParts() has one text for a tower, a spelling or piles', () => {
  const goals: Goal[] = [{ kind: 'tower', height: 3 }, { kind: 'spelling', word: 'FUN' }, { kind: 'organize' }];
  const own = 'the blocks of every letter are a stack of their own';
  const texts = ['some stack has exactly 3 blocks', 'some stack reads FUN from top to bottom', own];
  expect(goals.map(goalParts)).toEqual(texts.map((text) => [{ text }]));
});

it.each([
  ['on table A', 'A lies on the table'],
  ['on A C', 'C lies on A'],
  ['under B air', 'the hand holds B'],
  ['under C A', 'C lies on A'],
  ['in hand AIR', 'the hand is empty'],
  ['in hand B', 'the hand holds B'],
  ['on B hand', 'the hand holds B'],
  ['on C air', 'nothing lies on C'],
  ['on table air', 'a spot on the table is free'],
])('goalParts() says of (%s) that %s, with the condition for a model', (words, text) => {
  const condition = words.split(' ') as unknown as Fact;
  expect(goalParts({ kind: 'facts', facts: [condition] })).toEqual([{ text, condition }]);
});
