import { describe, expect, it } from 'vitest';
import { z } from 'zod';
import { FACT_ORDERS } from '../table/fact.ts';
import { goalSchema } from './goal.ts';
import { GOAL_FORMS } from './goal_forms.ts';
import { goalParts } from './goal_parts.ts';

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
