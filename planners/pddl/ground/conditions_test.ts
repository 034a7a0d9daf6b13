import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import {
  combine,
  conditionGrounder,
  conditionWatcher,
  dropSubsumed,
  FALSE,
  type GroundCondition,
  includesAll,
  literalCondition as literal,
  simplify,
  TRUE,
  toDnf,
} from './conditions.ts';
import { FactTable } from './facts.ts';
import type { LiftedCondition, LiftedTask } from './normalize_task.ts';

const predicates = [true, false].map((fluent) => ({ name: fluent ? 'p' : 'fixed', arity: 1, fluent }));
const goal = { slots: [], conditions: [] };
const task: LiftedTask = { objects: ['a', 'b', 'c'], predicates, init: [], actions: [], goal };

const literalOf = (predicate: number, arg: number, positive = true) =>
  ({ kind: 'literal', positive, predicate, args: [arg] }) as const;
const p = (arg: number, positive?: boolean) => literalOf(0, arg, positive);
const fixed = (arg: number, positive?: boolean) => literalOf(1, arg, positive);
const and = <C extends LiftedCondition | GroundCondition>(...parts: C[]) => ({ kind: 'and', parts }) as const;
const or = <C extends LiftedCondition | GroundCondition>(...parts: C[]) => ({ kind: 'or', parts }) as const;
const forall = (part: LiftedCondition): LiftedCondition => ({ kind: 'forall', slots: [1], part });
const exists = (part: LiftedCondition): LiftedCondition => ({ kind: 'exists', slots: [1], part });
const same = (positive: boolean): LiftedCondition => ({ kind: 'equal', positive, left: 0, right: ~0 });

/** With object 0 in slot 0; slot 1 takes `candidates`. Of the fixed facts only that of object 1 holds. */
function ground(condition: LiftedCondition, candidates = [0, 1, 2], stepsMax = 1_000): GroundCondition {
  const budget = new Budget({ ...GROUNDING_BOUNDS, stepsMax });
  const facts = new FactTable(task.predicates, budget);
  for (const object of [0, 1, 2]) facts.add(0, [object]);
  facts.canHold[facts.add(1, [1]) * 2] = true;
  const binding = Int32Array.of(0, -1);
  const result = conditionGrounder(task, facts, budget)(condition, binding, [[0, 1, 2], candidates]);
  expect([...binding]).toEqual([0, -1]);
  return result;
}

describe('conditionGrounder()', () => {
  it.each([
    [p(0), literal(0)],
    [p(0, false), literal(1)],
    [p(~1), literal(2)],
    [fixed(0), FALSE],
    [fixed(~1), TRUE],
    [fixed(~1, false), FALSE],
    [fixed(0, false), TRUE],
    [same(true), TRUE],
    [same(false), FALSE],
    [and(p(~1), fixed(~1)), literal(2)],
    [and(p(~1), fixed(~0)), FALSE],
    [or(p(~1), fixed(~0)), literal(2)],
    [or(p(~1), fixed(~1)), TRUE],
    [forall(p(1)), and(literal(0), literal(2), literal(4))],
    [exists(p(1)), or(literal(0), literal(2), literal(4))],
    [exists(and(p(1), fixed(1))), literal(2)],
    [forall(or(p(1, false), fixed(1))), and(literal(1), literal(5))],
    [forall(fixed(1)), FALSE],
  ])('puts objects for variables, and decides what no action changes: %j is %j', (condition, result) => {
    expect(ground(condition)).toEqual(result);
  });

  it('counts the objects of quantifiers', () => {
    expect([ground(forall(p(1)), []), ground(exists(p(1)), [])]).toEqual([TRUE, FALSE]);
    expect(() => ground(forall(p(1)), [0, 1, 2], 6)).toThrow('stepsMax');
    expect(ground(forall(p(1)), [0, 1, 2], 7)).not.toEqual(TRUE);
  });
});

describe('combine() and simplify()', () => {
  it('join parts of the same kind, and drop what says nothing', () => {
    expect(combine('and', [])).toEqual(TRUE);
    expect(combine('and', [TRUE, literal(1), and(literal(2), literal(3))])).toEqual(and(...[1, 2, 3].map(literal)));
    expect(combine('or', [FALSE, literal(1)])).toEqual(literal(1));
    expect([combine('and', [literal(1), FALSE]), combine('or', [literal(1), TRUE])]).toEqual([FALSE, TRUE]);
  });

  it('take very many parts', () => {
    const parts = Array.from({ length: 300_000 }, (_, i) => literal(i));
    const whole = combine('and', [{ kind: 'and', parts }, literal(-1)]);
    expect(whole.kind === 'and' && whole.parts.length).toBe(300_001);
  });

  it('replace literals by what is known', () => {
    const condition: GroundCondition = or(literal(1), and(literal(2), literal(3)));
    const known = (values: Record<number, boolean>) => simplify(condition, (number) => values[number] ?? null);
    expect([{}, { 1: false, 2: true }, { 1: true }, { 1: false, 3: false }].map(known)).toEqual([
      condition,
      literal(3),
      TRUE,
      FALSE,
    ]);
  });
});

const budget = () => new Budget(GROUNDING_BOUNDS);

const arbitraryGround: fc.Arbitrary<GroundCondition> = fc.letrec<{ ground: GroundCondition }>((tie) => ({
  ground: fc.oneof(
    { maxDepth: 4 },
    fc.nat(7).map(literal),
    fc.record({ kind: fc.constantFrom('and', 'or'), parts: fc.array(tie('ground'), { maxLength: 4 }) }),
  ),
})).ground;

function holds(ground: GroundCondition, has: (literal: number) => boolean): boolean {
  if (ground.kind === 'literal') return has(ground.literal);
  return ground.parts[ground.kind === 'and' ? 'every' : 'some']((part) => holds(part, has));
}

describe('toDnf()', () => {
  it.each<[GroundCondition, string]>([
    [and(), '[[]]'],
    [or(), '[]'],
    [and(or(literal(0), literal(2)), literal(6), or(literal(8), literal(10))), '[[0,6,8],[0,6,10],[2,6,8],[2,6,10]]'],
    [and(literal(0), literal(1)), '[]'],
    [and(literal(1), literal(2)), '[[1,2]]'],
    [or(and(literal(0), literal(2)), literal(2), literal(2)), '[[2]]'],
    [and(or(literal(0), literal(2)), or(literal(0), literal(4))), '[[0],[2,4]]'],
  ])('multiplies out, and drops contradictions and what says more than another: %j is %s', (condition, disjuncts) => {
    expect(JSON.stringify(toDnf(condition, budget()))).toBe(disjuncts);
  });

  it('stops at a bound', () => {
    const many = and(...Array.from({ length: 20 }, (_, i) => or(literal(4 * i), literal(4 * i + 2))));
    expect(() => toDnf(many, budget())).toThrow('disjunctsMax (4096)');
    const long = and(...Array.from({ length: 50_000 }, (_, i) => literal(2 * i)));
    expect(toDnf(long, budget())[0]).toHaveLength(50_000);
  });

  it('means the same', () => {
    const property = fc.property(arbitraryGround, (ground) => {
      const disjuncts = toDnf(ground, budget());
      const again = or(...disjuncts.map((conjunction) => and(...conjunction.map(literal))));
      for (let state = 0; state < 16; state++) {
        const has = (literal: number) => ((state >> (literal >> 1)) & 1) !== literal % 2;
        expect(holds(again, has)).toBe(holds(ground, has));
      }
      for (const one of disjuncts)
        for (const other of disjuncts) expect(one !== other && includesAll(one, other)).toBe(false);
    });
    fc.assert(property, { numRuns: 500 });
  });
});

it('dropSubsumed() keeps the order', () => {
  expect(dropSubsumed([[4], [1, 4], [2], [4], [1, 3]], budget())).toEqual([[4], [2], [1, 3]]);
});

describe('conditionWatcher()', () => {
  it('fires once, as soon as a condition holds', () => {
    const property = fc.property(
      arbitraryGround,
      fc.subarray([0, 1, 2, 3, 4, 5, 6, 7]),
      fc.nat(8),
      (ground, order, early) => {
        const known = new Set(order.slice(0, early));
        const watcher = conditionWatcher((literal) => known.has(literal));
        let fired = 0;
        watcher.watch(ground, () => fired++);
        for (const literal of [null, ...order.slice(early)]) {
          if (literal !== null) {
            known.add(literal);
            watcher.makeTrue(literal);
          }
          expect(fired).toBe(Number(holds(ground, (each) => known.has(each))));
        }
      },
    );
    fc.assert(property, { numRuns: 1000 });
  });

  it('fires once for a literal that comes true again', () => {
    const watcher = conditionWatcher(() => true);
    let fired = 0;
    watcher.watch(literal(1), () => fired++);
    watcher.makeTrue(1);
    expect(fired).toBe(1);
  });
});
