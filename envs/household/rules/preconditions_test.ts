import { describe, expect, it } from 'vitest';
import { PRECONDITIONS } from './preconditions.ts';
import { PAPER_RULES } from './rules.ts';

// Each condition is tested with the rules that ask for it, in rules_test.ts.

describe('the preconditions', () => {
  const conditions = Object.values(PRECONDITIONS);

  it('have names in snake_case', () => {
    expect(conditions.filter(({ name }) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('names the object in every explanation', () => {
    for (const { problem } of conditions) expect(problem('"mug1"')).toContain('"mug1"');
  });

  it('has no condition that no rule asks for', () => {
    const used = new Set(
      [...PAPER_RULES.values()].flatMap(({ preconditions }) => preconditions.map(({ condition }) => condition)),
    );
    expect(conditions.filter((condition) => !used.has(condition))).toEqual([]);
  });
});
