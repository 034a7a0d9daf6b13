import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { disjunctsOf, includesAll, weakest } from './disjuncts.ts';
import type { Ground } from './ground_condition.ts';

const budget = () => new Budget(GROUNDING_BOUNDS);
const literal = (number: number): Ground => ({ kind: 'literal', literal: number });
const and = (...parts: Ground[]): Ground => ({ kind: 'and', parts });
const or = (...parts: Ground[]): Ground => ({ kind: 'or', parts });

const arbitraryGround: fc.Arbitrary<Ground> = fc.letrec<{ ground: Ground }>((tie) => ({
  ground: fc.oneof(
    { maxDepth: 4 },
    fc.nat(7).map(literal),
    fc.record({
      kind: fc.constantFrom('and' as const, 'or' as const),
      parts: fc.array(tie('ground'), { maxLength: 4 }),
    }),
  ),
})).ground;

/** Bit of `state`: whether the fact holds. */
function holds(ground: Ground, state: number): boolean {
  if (ground.kind === 'literal') return ((state >> (ground.literal >> 1)) & 1) !== ground.literal % 2;
  const parts = ground.parts.map((part) => holds(part, state));
  return ground.kind === 'and' ? parts.every(Boolean) : parts.some(Boolean);
}

describe('disjunctsOf()', () => {
  it('multiplies out', () => {
    expect(disjunctsOf(and(), budget())).toEqual([[]]);
    expect(disjunctsOf(or(), budget())).toEqual([]);
    expect(disjunctsOf(and(or(literal(0), literal(2)), literal(6), or(literal(8), literal(10))), budget())).toEqual([
      [0, 6, 8],
      [0, 6, 10],
      [2, 6, 8],
      [2, 6, 10],
    ]);
  });

  it('drops contradictions and what says more than another', () => {
    expect(disjunctsOf(and(literal(0), literal(1)), budget())).toEqual([]);
    expect(disjunctsOf(and(literal(1), literal(2)), budget())).toEqual([[1, 2]]);
    expect(disjunctsOf(or(and(literal(0), literal(2)), literal(2), literal(2)), budget())).toEqual([[2]]);
    expect(disjunctsOf(and(or(literal(0), literal(2)), or(literal(0), literal(4))), budget())).toEqual([[0], [2, 4]]);
  });

  it('stops at a bound', () => {
    const many = and(...Array.from({ length: 20 }, (_, i) => or(literal(4 * i), literal(4 * i + 2))));
    expect(() => disjunctsOf(many, budget())).toThrow('disjunctsMax (4096)');
    const long = and(...Array.from({ length: 50_000 }, (_, i) => literal(2 * i)));
    expect(disjunctsOf(long, budget())[0]).toHaveLength(50_000);
  });

  it('means the same', () => {
    fc.assert(
      fc.property(arbitraryGround, (ground) => {
        const disjuncts = disjunctsOf(ground, budget());
        const again = or(...disjuncts.map((conjunction) => and(...conjunction.map(literal))));
        for (let state = 0; state < 16; state++) expect(holds(again, state)).toBe(holds(ground, state));
        for (const one of disjuncts)
          for (const other of disjuncts) expect(one !== other && includesAll(one, other)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('weakest()', () => {
  it('keeps the order', () => {
    expect(weakest([[4], [1, 4], [2], [4], [1, 3]], budget())).toEqual([[4], [2], [1, 3]]);
  });
});
