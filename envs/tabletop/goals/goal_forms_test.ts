import { describe, expect, it } from 'vitest';
import { goalSchema } from './goal.ts';
import { GOAL_FORMS } from './goal_forms.ts';
import { goalParts } from './goal_parts.ts';

describe('GOAL_FORMS', () => {
  it.each(GOAL_FORMS)('$goal has an example that can be read', ({ goal, example }) => {
    const read = goalSchema.parse(example);
    expect(read.kind).toBe(goal);
    expect(goalParts(read).length).toBeGreaterThan(0);
  });

  it('are those that a goal may have', () => {
    const refused = goalSchema.safeParse({ kind: 'nonsense' });
    const known = refused.error?.issues[0]?.message.match(/"\w+"/g) ?? [];
    expect(GOAL_FORMS.map(({ goal }) => `"${goal}"`)).toEqual(known);
  });
});
