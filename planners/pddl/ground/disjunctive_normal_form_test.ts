import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { includesAll, toDnf, withoutSubsumed } from './disjunctive_normal_form.ts';
import type { GroundCondition } from './ground_condition.ts';

const budget = () => new Budget(GROUNDING_BOUNDS);
const literal = (number: number): GroundCondition => ({ kind: 'literal', literal: number });
const and = (...parts: GroundCondition[]): GroundCondition => ({ kind: 'and', parts });
const or = (...parts: GroundCondition[]): GroundCondition => ({ kind: 'or', parts });

const arbitraryGround: fc.Arbitrary<GroundCondition> = fc.letrec<{ ground: GroundCondition }>((tie) => ({
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
function holds(ground: GroundCondition, state: number): boolean {
  if (ground.kind === 'literal') return ((state >> (ground.literal >> 1)) & 1) !== ground.literal % 2;
  const parts = ground.parts.map((part) => holds(part, state));
  return ground.kind === 'and' ? parts.every(Boolean) : parts.some(Boolean);
}

describe('toDnf()', () => {
  it('multiplies out', () => {
    expect(toDnf(and(), budget())).toEqual([[]]);
    expect(toDnf(or(), budget())).toEqual([]);
    expect(toDnf(and(or(literal(0), literal(2)), literal(6), or(literal(8), literal(10))), budget())).toEqual([
      [0, 6, 8],
      [0, 6, 10],
      [2, 6, 8],
      [2, 6, 10],
    ]);
  });

  it('drops contradictions and what says more than another', () => {
    expect(toDnf(and(literal(0), literal(1)), budget())).toEqual([]);
    expect(toDnf(and(literal(1), literal(2)), budget())).toEqual([[1, 2]]);
    expect(toDnf(or(and(literal(0), literal(2)), literal(2), literal(2)), budget())).toEqual([[2]]);
    expect(toDnf(and(or(literal(0), literal(2)), or(literal(0), literal(4))), budget())).toEqual([[0], [2, 4]]);
  });

  it('stops at a bound', () => {
    const many = and(...Array.from({ length: 20 }, (_, i) => or(literal(4 * i), literal(4 * i + 2))));
    expect(() => toDnf(many, budget())).toThrow('disjunctsMax (4096)');
    const long = and(...Array.from({ length: 50_000 }, (_, i) => literal(2 * i)));
    expect(toDnf(long, budget())[0]).toHaveLength(50_000);
  });

  it('means the same', () => {
    fc.assert(
      fc.property(arbitraryGround, (ground) => {
        const disjuncts = toDnf(ground, budget());
        const again = or(...disjuncts.map((conjunction) => and(...conjunction.map(literal))));
        for (let state = 0; state < 16; state++) expect(holds(again, state)).toBe(holds(ground, state));
        for (const one of disjuncts)
          for (const other of disjuncts) expect(one !== other && includesAll(one, other)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });
});

describe('withoutSubsumed()', () => {
  it('keeps the order', () => {
    expect(withoutSubsumed([[4], [1, 4], [2], [4], [1, 3]], budget())).toEqual([[4], [2], [1, 3]]);
  });
});
