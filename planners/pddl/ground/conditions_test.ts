import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import {
  combine,
  conditionGrounder,
  conditionWatcher,
  FALSE,
  type GroundCondition,
  includesAll,
  isFalse,
  isTrue,
  simplify,
  TRUE,
  toDnf,
  withoutSubsumed,
} from './conditions.ts';
import { FactTable } from './facts.ts';
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
  facts.canHold[facts.number(1, [1]) * 2] = true;
  const binding = Int32Array.from([...objects, -1].slice(0, 2));
  const result = conditionGrounder(task, facts, budget)(condition, binding, slots);
  expect([...binding]).toEqual([...objects, -1].slice(0, 2));
  return result;
}

describe('conditionGrounder()', () => {
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

describe('combine() and simplify()', () => {
  it('join parts of the same kind, and drop what says nothing', () => {
    expect(combine('and', [])).toEqual(TRUE);
    expect(combine('and', [TRUE, literal(1), { kind: 'and', parts: [literal(2), literal(3)] }])).toEqual({
      kind: 'and',
      parts: [literal(1), literal(2), literal(3)],
    });
    expect(combine('or', [FALSE, literal(1)])).toEqual(literal(1));
    expect(isFalse(combine('and', [literal(1), FALSE]))).toBe(true);
    expect(isTrue(combine('or', [literal(1), TRUE]))).toBe(true);
  });

  it('take very many parts', () => {
    const parts = Array.from({ length: 300_000 }, (_, i) => literal(i));
    const whole = combine('and', [{ kind: 'and', parts }, literal(-1)]);
    expect(whole.kind === 'and' && whole.parts.length).toBe(300_001);
  });

  it('replace literals by what is known', () => {
    const condition: GroundCondition = {
      kind: 'or',
      parts: [literal(1), { kind: 'and', parts: [literal(2), literal(3)] }],
    };
    const known = (values: Record<number, boolean>) => simplify(condition, (number) => values[number] ?? null);
    expect(known({})).toEqual(condition);
    expect(known({ 1: false, 2: true })).toEqual(literal(3));
    expect(known({ 1: true })).toEqual(TRUE);
    expect(known({ 1: false, 3: false })).toEqual(FALSE);
  });
});

const budget = () => new Budget(GROUNDING_BOUNDS);
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

function comesTrue(ground: GroundCondition, known: ReadonlySet<number>): boolean {
  if (ground.kind === 'literal') return known.has(ground.literal);
  if (ground.kind === 'and') return ground.parts.every((part) => comesTrue(part, known));
  return ground.parts.some((part) => comesTrue(part, known));
}

describe('conditionWatcher()', () => {
  it('fire once, as soon as a condition holds', () => {
    fc.assert(
      fc.property(arbitraryGround, fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]), fc.nat(8), (ground, order, early) => {
        const known = new Set(order.slice(0, early));
        const watcher = conditionWatcher((literal) => known.has(literal));
        let fired = 0;
        watcher.watch(ground, () => fired++);
        expect(fired).toBe(Number(comesTrue(ground, known)));
        for (const literal of order.slice(early)) {
          known.add(literal);
          watcher.makeTrue(literal);
          expect(fired).toBe(Number(comesTrue(ground, known)));
        }
      }),
      { numRuns: 1000 },
    );
  });

  it('take what was said between a condition and its opening', () => {
    const known = new Set<number>();
    const watcher = conditionWatcher((literal) => known.has(literal));
    let fired = 0;
    known.add(1);
    watcher.watch({ kind: 'literal', literal: 1 }, () => fired++);
    watcher.makeTrue(1);
    expect(fired).toBe(1);
  });
});
