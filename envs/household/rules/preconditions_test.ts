import { describe, expect, it } from 'vitest';
import { VIRTUALHOME_RULES } from '../virtualhome/virtualhome_rules.ts';
import * as preconditions from './preconditions.ts';
import { PAPER_RULES } from './rules.ts';

// Each condition is tested with the rules that ask for it, in rules_test.ts.

describe('the preconditions', () => {
  const conditions = Object.values(preconditions);

  it('has a name of its own for every condition', () => {
    expect(new Set(conditions.map(({ name }) => name)).size).toBe(conditions.length);
    expect(conditions.filter(({ name }) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('names the object in every explanation', () => {
    for (const { problem } of conditions) expect(problem('"mug1"')).toContain('"mug1"');
  });

  it('has no condition that no rule asks for', () => {
    const rules = [...PAPER_RULES.values(), ...VIRTUALHOME_RULES.values()];
    const used = new Set(rules.flatMap(({ preconditions }) => preconditions.map(({ condition }) => condition)));
    expect(conditions.filter((condition) => !used.has(condition))).toEqual([]);
  });
});
