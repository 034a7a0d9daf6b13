import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import type { Conjunction } from './disjunctive_normal_form.ts';
import type { GroundCondition } from './ground_condition.ts';
import type { LiteralOperator } from './ground_operators.ts';
import { changesOf, regressed } from './literal_effects.ts';

const budget = new Budget(GROUNDING_BOUNDS);

function operator(adds: Conjunction[], deletes: Conjunction[], condition: Conjunction = []): LiteralOperator {
  return { action: 0, objects: [], cost: 1, condition, effects: new Map([[0, { adds, deletes }]]) };
}

describe('changesOf()', () => {
  it('is what the effects say, for a fact', () => {
    expect(changesOf(operator([[2]], [[4]]), 0, budget)).toEqual([
      { condition: [2], makes: true },
      { condition: [4], makes: false },
    ]);
    expect(changesOf(operator([[2]], [[4]]), 2, budget)).toEqual([]);
  });

  it('makes a fact false only where it is not added', () => {
    expect(changesOf(operator([], [[]]), 1, budget)).toEqual([{ condition: [], makes: true }]);
    expect(changesOf(operator([[2, 4]], [[]]), 1, budget)).toEqual([
      { condition: [2, 4], makes: false },
      { condition: [3], makes: true },
      { condition: [5], makes: true },
    ]);
    expect(changesOf(operator([[]], [[2]]), 1, budget)).toEqual([{ condition: [], makes: false }]);
    expect(changesOf(operator([[2]], [[]], [2]), 1, budget)).toEqual([{ condition: [2], makes: false }]);
  });
});

describe('changesOf() and regressed()', () => {
  const conjunction = fc
    .uniqueArray(fc.integer({ min: 0, max: 2 }), { maxLength: 2 })
    .chain((list) => fc.tuple(...list.map((fact) => fc.nat(1).map((negative) => fact * 2 + negative))))
    .map((list) => [...list].sort((a, b) => a - b));
  const conditions = fc.array(conjunction, { maxLength: 3 });

  const has = (state: number, literal: number) => ((state >> (literal >> 1)) & 1) !== literal % 2;
  const all = (state: number, literals: Conjunction) => literals.every((literal) => has(state, literal));
  const holds = (ground: GroundCondition, state: number): boolean => {
    if (ground.kind === 'literal') return has(state, ground.literal);
    if (ground.kind === 'and') return ground.parts.every((part) => holds(part, state));
    return ground.parts.some((part) => holds(part, state));
  };

  it('agree with deleting first and adding then', () => {
    fc.assert(
      fc.property(conditions, conditions, conjunction, (adds, deletes, condition) => {
        const one = operator(adds, deletes, condition);
        for (let state = 0; state < 8; state++) {
          if (!all(state, condition)) continue;
          const isAdded = adds.some((add) => all(state, add));
          const after = isAdded || (has(state, 0) && !deletes.some((other) => all(state, other)));
          for (const literal of [0, 1]) {
            const changes = changesOf(one, literal, budget).filter((change) => all(state, change.condition));
            const made = changes.some(({ makes }) => makes);
            const next = made || (has(state, literal) && changes.length === 0);
            expect(next).toBe(after === (literal === 0));
            expect(holds(regressed(one, literal, budget), state)).toBe(next);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});
