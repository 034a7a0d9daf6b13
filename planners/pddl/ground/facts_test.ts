import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { FactTable, tupleKey } from './facts.ts';

describe('FactTable', () => {
  const predicates = [
    { name: 'free', arity: 0, fluent: true },
    { name: 'on', arity: 2, fluent: true },
  ];

  it('gives every atom one number', () => {
    const facts = new FactTable(predicates, new Budget({ ...GROUNDING_BOUNDS, factsMax: 3 }));
    const numbers = [facts.add(0, []), facts.add(1, [1, 2]), facts.add(1, [2, 1]), facts.add(1, [1, 2])];
    expect(numbers).toEqual([0, 1, 2, 1]);
    expect([facts.find(1, [2, 1]), facts.find(1, [1, 1])]).toEqual([2, undefined]);
    expect(facts).toMatchObject({ predicateOf: [0, 1, 1], argsOf: [[], [1, 2], [2, 1]] });
    expect(facts.canHold).toEqual([false, true, false, true, false, true]);
    expect(() => facts.add(1, [3, 3])).toThrow('factsMax (3)');
  });

  it('finds listed facts by predicate and object', () => {
    const facts = new FactTable(predicates, new Budget(GROUNDING_BOUNDS));
    const [ab, ac, cb] = [facts.add(1, [0, 1]), facts.add(1, [0, 2]), facts.add(1, [2, 1])];
    for (const fact of [ab, ac, cb]) facts.list(fact);
    facts.add(1, [1, 1]);
    expect([facts.listedFacts(1), facts.listedFacts(0)]).toEqual([[ab, ac, cb], []]);
    expect(facts.listedFacts(1, 0, 0)).toEqual([ab, ac]);
    expect([facts.listedFacts(1, 1, 1), facts.listedFacts(1, 0, 1)]).toEqual([[ab, cb], []]);
  });
});

describe('tupleKey()', () => {
  it('is a number for a few objects, a text for many or great ones', () => {
    expect([typeof tupleKey([1, 2]), typeof tupleKey([4095, 4095, 4095, 4095])]).toEqual(['number', 'number']);
    expect([[1, 2, 3, 4, 5], [1, 4096], [-1]].map(tupleKey)).toEqual(['1 2 3 4 5', '1 4096', '-1']);
  });

  it('differs where tuples differ, in length, too', () => {
    const object = fc.oneof(fc.nat(3), fc.constantFrom(4094, 4095, 4096, 2 ** 31 - 1, -1));
    const tuple = fc.array(object, { maxLength: 6 });
    const property = fc.property(tuple, tuple, (a, b) => {
      expect(tupleKey(a) === tupleKey(b)).toBe(a.join() === b.join());
    });
    const alike = '[[],[0]],[[0],[0,0]],[[1,0],[1]],[[0,4095],[1]]';
    fc.assert(property, { numRuns: 1000, examples: JSON.parse(`[${alike}]`) });
  });
});
