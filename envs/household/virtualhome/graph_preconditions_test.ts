import { describe, expect, it } from 'vitest';
import type { GraphCondition } from './graph_preconditions.ts';
import * as preconditions from './graph_preconditions.ts';
import { TRACED_RULES, UNTRACED_RULES } from './virtualhome_rules.ts';

// Each condition is tested with the rules that ask for it, in virtualhome_rules_test.ts and untraced_rules_test.ts.

describe('the preconditions of profile virtualhome', () => {
  const conditions = Object.values(preconditions).filter((value): value is GraphCondition => typeof value === 'object');
  const used = [...TRACED_RULES, ...UNTRACED_RULES].flatMap(({ preconditions }) => preconditions);

  it('has stable names', () => {
    expect(conditions.length).toBeGreaterThan(30);
    expect(conditions.filter(({ name }) => !/^[a-z]+(_[a-z]+)*$/.test(name))).toEqual([]);
  });

  it('has no condition that no rule asks for', () => {
    const asked = new Set(used.map(({ condition }) => condition));
    expect(conditions.filter((condition) => !asked.has(condition))).toEqual([]);
  });
});

describe('weakenedBy()', () => {
  it('marks preconditions with the defect to which their failure is due', () => {
    const [due] = preconditions.weakenedBy(
      'find_raises',
      'raised',
      preconditions.first(preconditions.close),
      'ignored',
    );
    expect(due).toEqual({
      argument: 0,
      condition: preconditions.close,
      failure: 'raised',
      defect: 'find_raises',
      otherwise: 'ignored',
    });
    expect(preconditions.failing('silent', preconditions.second(preconditions.close))).toEqual([
      { argument: 1, condition: preconditions.close, failure: 'silent' },
    ]);
  });
});
