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

const budget = new Budget(GROUNDING_BOUNDS);

/** Five facts that can be true and false, one that always holds (5), one that never does (6). */
function facts(): FactTable {
  const table = new FactTable([{ name: 'f', arity: 1, fluent: true }], budget);
  for (let fact = 0; fact < 7; fact++) table.add(0, [fact]);
  for (let fact = 0; fact < 6; fact++) table.canHold[fact * 2] = true;
  table.canHold[11] = false;
  return table;
}

const partsOf = (literals: number[]) => literals.map((literal) => ({ kind: 'literal', literal }) as const);
const all = (...literals: number[]): GroundCondition => ({ kind: 'and', parts: partsOf(literals) });
const any = (...literals: number[]): GroundCondition => ({ kind: 'or', parts: partsOf(literals) });

type Change = readonly [add: boolean, fact: number, condition: GroundCondition];

function operators(conditions: GroundCondition[], ...changes: Change[]): LiteralOperator[] {
  const effects = changes.map(([add, fact, condition]) => ({ add, fact, condition }));
  const action = { action: 0, objects: [], cost: 1, conditions, effects };
  return groundOperators({ facts: facts(), actions: [action], goals: [] }, budget);
}

describe('groundOperators()', () => {
  it.each([
    [[{ kind: 'and', parts: [any(0, 2), all(10, 13)] }], '[[0],[2]]'],
    [[all(0), all(0, 2), all(4)], '[[0],[4]]'],
    [[all(0, 12), all(0, 11)], '[]'],
    [[all(0, 1)], '[]'],
  ] as [GroundCondition[], string][])('splits disjunctions, and drops what always holds: %j', (conditions, left) => {
    const found = operators(conditions, [true, 3, all()]).map(({ condition }) => condition);
    expect(JSON.stringify(found)).toBe(left);
  });

  it.each<[GroundCondition, ...Change[]]>([
    [all(0), [true, 0, all()]],
    [all(1), [false, 0, all()]],
    [all(), [true, 5, all()], [false, 6, all()]],
    [all(), [true, 1, all(2)], [false, 1, all(3)]],
    [all(4), [true, 1, all(5)]],
  ])('drops operators that do nothing: %j %j %j', (condition, ...changes) => {
    expect(operators([condition], ...changes)).toEqual([]);
  });

  it.each<[number[][], number[][], GroundCondition, ...Change[]]>([
    [[[6]], [], all(4), [true, 0, all(4, 6)]],
    [[[]], [], all(4), [true, 0, all(4)], [true, 1, all(5)]],
    [[[]], [], all(), [true, 0, all()], [false, 0, all()]],
    [[[4]], [], all(), [true, 0, all(4)], [false, 0, all(4, 6)]],
    [[[4]], [[]], all(), [true, 0, all(4)], [false, 0, all()]],
    [[[4]], [[]], all(0), [true, 0, all(4)], [false, 0, all()]],
  ])('adds where %j and deletes where %j, where it is settled by %j: %j %j', (adds, deletes, condition, ...changes) => {
    expect(operators([condition], ...changes).map(({ effects }) => [...effects])).toEqual([[[0, { adds, deletes }]]]);
  });
});

it('settledValue() knows what never changes', () => {
  const values = [0, 1, 10, 11, 12, 13].map((literal) => settledValue(facts(), literal));
  expect(values).toEqual([null, null, true, false, false, true]);
});

function operator(effects: LiteralEffects, condition: Conjunction = []): LiteralOperator {
  return { action: 0, objects: [], cost: 1, condition, effects };
}

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
    return ground.parts[ground.kind === 'and' ? 'every' : 'some']((part) => holds(part, state));
  };

  it('agree with deleting first and adding then', () => {
    const property = fc.property(conditions, conditions, conjunction, (adds, deletes, condition) => {
      const one = operator(new Map([[0, { adds, deletes }]]), condition);
      for (let state = 0; state < 8; state++) {
        if (!all(state, condition)) continue;
        const isAdded = adds.some((add) => all(state, add));
        const after = isAdded || (has(state, 0) && !deletes.some((other) => all(state, other)));
        for (const literal of [0, 1]) {
          const changes = changesOf(one, literal, budget).filter((change) => all(state, change.condition));
          const made = changes.some(({ makesTrue }) => makesTrue);
          const next = made || (has(state, literal) && changes.length === 0);
          expect(next).toBe(after === (literal === 0));
          expect(holds(regress(one, literal, budget), state)).toBe(next);
        }
      }
    });
    fc.assert(property, { numRuns: 1000 });
  });
});

describe('withGoalFact()', () => {
  /** Goals, effects as fact → adds and deletes, precondition, and when the goal's fact is added. */
  it.each([
    ['[[0],[2,4]]', '{"0":[[[]],[]]}', '[]', '[[]]'],
    ['[[0,6],[2,4]]', '{"0":[[[]],[]]}', '[]', '[[6]]'],
    ['[[0,6],[2,4]]', '{"0":[[[]],[]]}', '[6]', '[[]]'],
    ['[[1,6],[2,4]]', '{"0":[[],[[]]]}', '[]', '[[6]]'],
    ['[[0,6],[2,4]]', '{"0":[[[8]],[]]}', '[]', '[[6,8],[0,6]]'],
    ['[[0,6],[2,4]]', '{"0":[[[]],[]],"3":[[],[[8]]]}', '[]', '[[6,9]]'],
    ['[[1],[2]]', '{"0":[[[]],[]]}', '[]', undefined],
    ['[[0,6],[2,4]]', '{"0":[[[]],[]]}', '[7]', undefined],
    ['[[0,6],[2,4]]', '{"0":[[[]],[]],"3":[[],[[]]]}', '[]', undefined],
  ])('adds the goal %s where an operator with %s after %s completes it', (goals, changes, condition, adds) => {
    const entries = Object.entries<[Conjunction[], Conjunction[]]>(JSON.parse(changes));
    const effects = new Map(entries.map(([fact, [adds, deletes]]) => [Number(fact), { adds, deletes }]));
    const one = operator(effects, JSON.parse(condition));
    const [changed] = withGoalFact([one], JSON.parse(goals), 9, budget);
    expect(JSON.stringify(changed?.effects.get(9)?.adds)).toBe(adds);
  });
});
