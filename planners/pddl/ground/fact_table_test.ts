import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { FactTable } from './fact_table.ts';

describe('FactTable', () => {
  const predicates = [
    { name: 'free', arity: 0, fluent: true },
    { name: 'on', arity: 2, fluent: true },
  ];

  it('gives every atom one number', () => {
    const facts = new FactTable(predicates, new Budget({ ...GROUNDING_BOUNDS, factsMax: 3 }));
    expect([facts.number(0, []), facts.number(1, [1, 2]), facts.number(1, [2, 1]), facts.number(1, [1, 2])]).toEqual([
      0, 1, 2, 1,
    ]);
    expect(facts.find(1, [2, 1])).toBe(2);
    expect(facts.find(1, [1, 1])).toBeUndefined();
    expect([facts.predicateOf, facts.argsOf]).toEqual([
      [0, 1, 1],
      [[], [1, 2], [2, 1]],
    ]);
    expect(facts.canBeFalse).toEqual([true, true, true]);
    expect(() => facts.number(1, [3, 3])).toThrow('factsMax (3)');
  });

  it('finds listed facts by predicate and object', () => {
    const facts = new FactTable(predicates, new Budget(GROUNDING_BOUNDS));
    const [ab, ac, cb] = [facts.number(1, [0, 1]), facts.number(1, [0, 2]), facts.number(1, [2, 1])];
    for (const fact of [ab, ac, cb]) facts.list(fact);
    facts.number(1, [1, 1]);
    expect(facts.candidates(1, -1, -1)).toEqual([ab, ac, cb]);
    expect(facts.candidates(1, 0, 0)).toEqual([ab, ac]);
    expect(facts.candidates(1, 1, 1)).toEqual([ab, cb]);
    expect(facts.candidates(1, 0, 1)).toEqual([]);
    expect(facts.candidates(0, -1, -1)).toEqual([]);
  });
});
