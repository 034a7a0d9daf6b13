import { describe, expect, it } from 'vitest';
import * as preconditions from './preconditions.ts';
import { RULES } from './rules.ts';

// Each condition is tested with the rules that ask for it, in rules_test.ts.

describe('the vocabulary of preconditions', () => {
  const conditions = Object.values(preconditions);

  it('has a name of its own for every condition', () => {
    expect(new Set(conditions.map(({ name }) => name)).size).toBe(conditions.length);
    expect(conditions.filter(({ name }) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('names the object in every explanation', () => {
    for (const { problem } of conditions) expect(problem('"mug1"')).toContain('"mug1"');
  });

  it('has no condition that no rule asks for', () => {
    const used = new Set(RULES.flatMap((rule) => rule.preconditions.map(({ condition }) => condition)));
    expect(conditions.filter((condition) => !used.has(condition))).toEqual([]);
  });
});
