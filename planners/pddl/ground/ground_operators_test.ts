import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { FactTable } from './fact_table.ts';
import type { GroundCondition } from './ground_condition.ts';
import { groundOperators, type LiteralOperator, settled } from './ground_operators.ts';
import type { ReachedEffect } from './relaxed_reachability.ts';

/** Five facts that can be true and false, one that always holds (5), one that never does (6). */
function facts(): FactTable {
  const table = new FactTable([{ name: 'f', arity: 1, fluent: true }], new Budget(GROUNDING_BOUNDS));
  for (let fact = 0; fact < 7; fact++) table.number(0, [fact]);
  for (let fact = 0; fact < 6; fact++) table.canBeTrue[fact] = true;
  table.canBeFalse[5] = false;
  return table;
}

const all = (...literals: number[]): GroundCondition => ({
  kind: 'and',
  parts: literals.map((literal) => ({ kind: 'literal', literal })),
});
const any = (...literals: number[]): GroundCondition => ({
  kind: 'or',
  parts: literals.map((literal) => ({ kind: 'literal', literal })),
});

function operators(
  conditions: GroundCondition[],
  ...effects: (readonly [add: boolean, fact: number, condition: GroundCondition])[]
): LiteralOperator[] {
  const list: ReachedEffect[] = effects.map(([add, fact, condition]) => ({ add, fact, condition }));
  const action = { action: 0, objects: [], cost: 1, conditions, effects: list };
  return groundOperators({ facts: facts(), actions: [action], goals: [] }, new Budget(GROUNDING_BOUNDS));
}

function effectsOf(conditions: GroundCondition[], ...effects: Parameters<typeof operators>[1][]) {
  const found = operators(conditions, ...effects);
  return found.map((operator) => [...operator.effects].map(([fact, { adds, deletes }]) => [fact, adds, deletes]));
}

describe('groundOperators()', () => {
  it('splits disjunctions, and drops conditions that always hold', () => {
    const split = operators([{ kind: 'and', parts: [any(0, 2), all(10, 13)] }], [true, 3, all()]);
    expect(split.map(({ condition }) => condition)).toEqual([[0], [2]]);
    expect(operators([all(0), all(0, 2), all(4)], [true, 3, all()]).map(({ condition }) => condition)).toEqual([
      [0],
      [4],
    ]);
    expect(operators([all(0, 12), all(0, 11)], [true, 3, all()])).toEqual([]);
    expect(operators([all(0, 1)], [true, 3, all()])).toEqual([]);
  });

  it('drops operators that do nothing', () => {
    expect(operators([all(0)], [true, 0, all()])).toEqual([]);
    expect(operators([all(1)], [false, 0, all()])).toEqual([]);
    expect(operators([all()], [true, 5, all()], [false, 6, all()])).toEqual([]);
    expect(operators([all()], [true, 1, all(2)], [false, 1, all(3)])).toEqual([]);
    expect(operators([all(4)], [true, 1, all(5)])).toEqual([]);
  });

  it('drops what the precondition settles', () => {
    expect(effectsOf([all(4)], [true, 0, all(4, 6)])).toEqual([[[0, [[6]], []]]]);
    expect(effectsOf([all(4)], [true, 0, all(4)], [true, 1, all(5)])).toEqual([[[0, [[]], []]]]);
  });

  it('lets adds win over deletes', () => {
    expect(effectsOf([all()], [true, 0, all()], [false, 0, all()])).toEqual([[[0, [[]], []]]]);
    expect(effectsOf([all()], [true, 0, all(4)], [false, 0, all(4, 6)])).toEqual([[[0, [[4]], []]]]);
    expect(effectsOf([all()], [true, 0, all(4)], [false, 0, all()])).toEqual([[[0, [[4]], [[]]]]]);
  });

  it('keeps an add that counters a delete, also where the fact holds', () => {
    expect(effectsOf([all(0)], [true, 0, all(4)], [false, 0, all()])).toEqual([[[0, [[4]], [[]]]]]);
  });
});

describe('settled()', () => {
  it('knows what never changes', () => {
    const table = facts();
    expect([0, 1, 10, 11, 12, 13].map((literal) => settled(table, literal))).toEqual([
      null,
      null,
      true,
      false,
      false,
      true,
    ]);
  });
});
