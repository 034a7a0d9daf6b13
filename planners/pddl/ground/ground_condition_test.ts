import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { FactTable } from './fact_table.ts';
import {
  ConditionGrounder,
  combined,
  FALSE,
  type GroundCondition,
  isFalse,
  isTrue,
  simplified,
  TRUE,
} from './ground_condition.ts';
import type { LiftedCondition, LiftedTask } from './normalize_task.ts';

const task: LiftedTask = {
  objects: ['a', 'b', 'c'],
  predicates: [
    { name: 'p', arity: 1, fluent: true },
    { name: 'fixed', arity: 1, fluent: false },
  ],
  init: [],
  actions: [],
  goal: { slots: [], conditions: [] },
};

const p = (arg: number, positive = true): LiftedCondition => ({ kind: 'literal', positive, predicate: 0, args: [arg] });
const fixed = (arg: number, positive = true): LiftedCondition => ({
  kind: 'literal',
  positive,
  predicate: 1,
  args: [arg],
});
const literal = (number: number): GroundCondition => ({ kind: 'literal', literal: number });

function ground(
  condition: LiftedCondition,
  objects = [0],
  slots = [
    [0, 1, 2],
    [0, 1, 2],
  ],
  budget = new Budget(GROUNDING_BOUNDS),
): GroundCondition {
  const facts = new FactTable(task.predicates, budget);
  for (const object of [0, 1, 2]) facts.number(0, [object]);
  facts.isInitial[facts.number(1, [1])] = true;
  const binding = Int32Array.from([...objects, -1].slice(0, 2));
  const result = new ConditionGrounder(task, facts, budget).condition(condition, binding, slots);
  expect([...binding]).toEqual([...objects, -1].slice(0, 2));
  return result;
}

describe('ConditionGrounder', () => {
  it('puts objects for variables', () => {
    expect(ground(p(0), [2])).toEqual(literal(4));
    expect(ground(p(0, false), [2])).toEqual(literal(5));
    expect(ground(p(~1))).toEqual(literal(2));
  });

  it('decides what no action changes', () => {
    expect([fixed(0), fixed(~1), fixed(~1, false), fixed(0, false)].map((part) => ground(part))).toEqual([
      FALSE,
      TRUE,
      FALSE,
      TRUE,
    ]);
    expect(ground({ kind: 'equal', positive: true, left: 0, right: ~0 })).toEqual(TRUE);
    expect(ground({ kind: 'equal', positive: false, left: 0, right: ~0 })).toEqual(FALSE);
    expect(ground({ kind: 'and', parts: [p(~1), fixed(~1)] })).toEqual(literal(2));
    expect(ground({ kind: 'and', parts: [p(~1), fixed(~0)] })).toEqual(FALSE);
    expect(ground({ kind: 'or', parts: [p(~1), fixed(~0)] })).toEqual(literal(2));
    expect(ground({ kind: 'or', parts: [p(~1), fixed(~1)] })).toEqual(TRUE);
  });

  it('expands quantifiers over the objects of their types', () => {
    const forall = (part: LiftedCondition): LiftedCondition => ({ kind: 'forall', slots: [1], part });
    const exists = (part: LiftedCondition): LiftedCondition => ({ kind: 'exists', slots: [1], part });
    expect(ground(forall(p(1)))).toEqual({ kind: 'and', parts: [literal(0), literal(2), literal(4)] });
    expect(ground(exists(p(1)))).toEqual({ kind: 'or', parts: [literal(0), literal(2), literal(4)] });
    expect(ground(exists({ kind: 'and', parts: [p(1), fixed(1)] }))).toEqual(literal(2));
    expect(ground(forall({ kind: 'or', parts: [p(1, false), fixed(1)] }))).toEqual({
      kind: 'and',
      parts: [literal(1), literal(5)],
    });
    expect(ground(forall(fixed(1)))).toEqual(FALSE);
    expect(ground(forall(p(1)), [0], [[0], []])).toEqual(TRUE);
    expect(ground(exists(p(1)), [0], [[0], []])).toEqual(FALSE);
    expect(() => ground(forall(p(1)), [0], [[0], [0, 1, 2]], new Budget({ ...GROUNDING_BOUNDS, stepsMax: 5 }))).toThrow(
      'stepsMax',
    );
  });
});

describe('combined() and simplified()', () => {
  it('join parts of the same kind, and drop what says nothing', () => {
    expect(combined('and', [])).toEqual(TRUE);
    expect(combined('and', [TRUE, literal(1), { kind: 'and', parts: [literal(2), literal(3)] }])).toEqual({
      kind: 'and',
      parts: [literal(1), literal(2), literal(3)],
    });
    expect(combined('or', [FALSE, literal(1)])).toEqual(literal(1));
    expect(isFalse(combined('and', [literal(1), FALSE]))).toBe(true);
    expect(isTrue(combined('or', [literal(1), TRUE]))).toBe(true);
  });

  it('take very many parts', () => {
    const parts = Array.from({ length: 300_000 }, (_, i) => literal(i));
    const whole = combined('and', [{ kind: 'and', parts }, literal(-1)]);
    expect(whole.kind === 'and' && whole.parts.length).toBe(300_001);
  });

  it('replace literals by what is known', () => {
    const condition: GroundCondition = {
      kind: 'or',
      parts: [literal(1), { kind: 'and', parts: [literal(2), literal(3)] }],
    };
    const known = (values: Record<number, boolean>) => simplified(condition, (number) => values[number] ?? null);
    expect(known({})).toEqual(condition);
    expect(known({ 1: false, 2: true })).toEqual(literal(3));
    expect(known({ 1: true })).toEqual(TRUE);
    expect(known({ 1: false, 3: false })).toEqual(FALSE);
  });
});
