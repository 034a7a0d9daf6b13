import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import type { Conjunction, GroundCondition } from './conditions.ts';
import { FactTable } from './facts.ts';
import {
  changesOf,
  groundOperators,
  type LiteralEffects,
  type LiteralOperator,
  regress,
  settledValue,
  withGoalFact,
} from './ground_operators.ts';
import type { ReachedEffect } from './relaxed_reachability.ts';

/** Five facts that can be true and false, one that always holds (5), one that never does (6). */
function facts(): FactTable {
  const table = new FactTable([{ name: 'f', arity: 1, fluent: true }], new Budget(GROUNDING_BOUNDS));
  for (let fact = 0; fact < 7; fact++) table.number(0, [fact]);
  for (let fact = 0; fact < 6; fact++) table.canHold[fact * 2] = true;
  table.canHold[11] = false;
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

describe('settledValue()', () => {
  it('knows what never changes', () => {
    const table = facts();
    expect([0, 1, 10, 11, 12, 13].map((literal) => settledValue(table, literal))).toEqual([
      null,
      null,
      true,
      false,
      false,
      true,
    ]);
  });
});

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

describe('changesOf() and regress()', () => {
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
            expect(holds(regress(one, literal, budget), state)).toBe(next);
          }
        }
      }),
      { numRuns: 1000 },
    );
  });
});

type Changes = LiteralEffects extends ReadonlyMap<number, infer Value> ? Value : never;

function goalOf(condition: number[], effects: LiteralEffects, goals: number[][]): unknown {
  const operator: LiteralOperator = { action: 0, objects: [], cost: 1, condition, effects };
  const [changed] = withGoalFact([operator], goals, 9, new Budget(GROUNDING_BOUNDS));
  return changed?.effects.get(9)?.adds ?? null;
}

const add: Changes = { adds: [[]], deletes: [] };
const remove: Changes = { adds: [], deletes: [[]] };

describe('withGoalFact()', () => {
  it('adds the goal where an operator completes an alternative', () => {
    expect(goalOf([], new Map<number, Changes>([[0, add]]), [[0], [2, 4]])).toEqual([[]]);
    expect(
      goalOf([], new Map<number, Changes>([[0, add]]), [
        [0, 6],
        [2, 4],
      ]),
    ).toEqual([[6]]);
    expect(
      goalOf([6], new Map<number, Changes>([[0, add]]), [
        [0, 6],
        [2, 4],
      ]),
    ).toEqual([[]]);
    expect(
      goalOf([], new Map<number, Changes>([[0, remove]]), [
        [1, 6],
        [2, 4],
      ]),
    ).toEqual([[6]]);
    expect(
      goalOf([], new Map<number, Changes>([[0, { adds: [[8]], deletes: [] }]]), [
        [0, 6],
        [2, 4],
      ]),
    ).toEqual([
      [6, 8],
      [0, 6],
    ]);
  });

  it('leaves alone what completes nothing', () => {
    expect(goalOf([], new Map<number, Changes>([[0, add]]), [[1], [2]])).toBeNull();
    expect(
      goalOf([7], new Map<number, Changes>([[0, add]]), [
        [0, 6],
        [2, 4],
      ]),
    ).toBeNull();
    expect(
      goalOf(
        [],
        new Map<number, Changes>([
          [0, add],
          [3, remove],
        ]),
        [
          [0, 6],
          [2, 4],
        ],
      ),
    ).toBeNull();
  });

  it('minds conditional deletes', () => {
    const effects = new Map<number, Changes>([
      [0, add],
      [3, { adds: [], deletes: [[8]] }],
    ]);
    expect(
      goalOf([], effects, [
        [0, 6],
        [2, 4],
      ]),
    ).toEqual([[6, 9]]);
  });
});
