import { describe, expect, it } from 'vitest';
import type { GraphCondition } from './graph_preconditions.ts';
import * as vocabulary from './graph_preconditions.ts';
import { UNTRACED_RULES } from './untraced_rules.ts';
import { TRACED_RULES } from './virtualhome_rules.ts';

// Each condition is tested with the rules that ask for it, in virtualhome_rules_test.ts and untraced_rules_test.ts.

describe('the vocabulary of preconditions of profile virtualhome', () => {
  const conditions = Object.values(vocabulary).filter((value): value is GraphCondition => typeof value === 'object');
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

describe('lapsing()', () => {
  it('marks preconditions with the defect to which their failure is due', () => {
    const [due] = vocabulary.lapsing('find_raises', 'raised', vocabulary.first(vocabulary.close), 'ignored');
    expect(due).toEqual({
      argument: 0,
      condition: vocabulary.close,
      failure: 'raised',
      defect: 'find_raises',
      otherwise: 'ignored',
    });
    expect(vocabulary.failing('silent', vocabulary.second(vocabulary.close))).toEqual([
      { argument: 1, condition: vocabulary.close, failure: 'silent' },
    ]);
  });
});
