import { describe, expect, it } from 'vitest';
import { readPddl } from '../testing/read_or_throw.ts';
import { normalizeTask } from './normalize_task.ts';

function lift(domain: string, init = '', { goal = '(and)', rest = '' } = {}) {
  const read = readPddl(
    `(define (domain d) (:requirements :adl) (:types block - thing thing) (:constants k - block)
      (:predicates (p ?x) (q ?x ?y) (r)) (:functions (total-cost) (far ?x ?y)) ${domain})`,
    `(define (problem x) (:domain d) (:objects a - block b - thing c) (:init ${init}) (:goal ${goal})${rest})`,
  );
  return normalizeTask(read.domain, read.problem);
}

function actionOf(parts: string, init = '', rest = '') {
  return lift(`(:action go ${parts})`, init, { rest }).actions[0];
}

const K = ~0;
const A = ~1;

describe('normalizeTask()', () => {
  it('numbers objects and predicates, and says what changes', () => {
    const task = lift('(:action go :parameters (?x) :effect (p ?x))', '(p a) (not (p b)) (q a k)');
    expect(task.objects).toEqual(['k', 'a', 'b', 'c']);
    const predicates = task.predicates.map(({ name, arity, fluent }) => `${name} ${arity} ${fluent}`);
    expect(predicates).toEqual(['p 1 true', 'q 2 false', 'r 0 false']);
    expect(task.init.map(({ predicate, args }) => [predicate, ...args].join())).toEqual([`0,${A}`, `1,${A},${K}`]);
  });

  it('gives every variable a slot with the objects of its type', () => {
    const action = actionOf(
      ':parameters (?x - block ?y - thing ?z) :precondition (exists (?x - (either block thing)) (p ?x)) :effect (p ?x)',
    );
    expect(action?.parameters).toEqual([0, 1, 2]);
    expect(action?.slots.map((objects) => objects.join())).toEqual(['0,1', '0,1,2', '0,1,2,3', '0,1,2']);
    const part = { kind: 'literal', positive: true, predicate: 0, args: [3] };
    expect(action?.condition).toEqual({ kind: 'exists', slots: [3], part });
    expect(action?.effects[0]?.args).toEqual([0]);
  });

  it('takes parameters of the same name for one, of both types', () => {
    const action = actionOf(':parameters (?x - thing ?x - block) :effect (p ?x)');
    expect(action?.parameters).toEqual([0, 0]);
    expect(action?.slots).toEqual([[0, 1]]);
  });

  const literal = (positive: boolean) => ({ kind: 'literal', positive, predicate: 2, args: [] });
  const [r, notR] = [literal(true), literal(false)];
  it.each([
    ['(r)', notR],
    ['(not (r))', r],
    ['(and (r) (not (r)))', { kind: 'or', parts: [notR, r] }],
    ['(or (r))', { kind: 'and', parts: [notR] }],
    ['(imply (r) (r))', { kind: 'and', parts: [r, notR] }],
    ['(= ?x k)', { kind: 'equal', positive: false, left: 0, right: K }],
    ['(forall (?y) (r))', { kind: 'exists', slots: [1], part: notR }],
    ['(exists (?y) (r))', { kind: 'forall', slots: [1], part: notR }],
  ])('brings the negation of %s to the atoms', (condition, negation) => {
    const action = actionOf(`:parameters (?x) :precondition (not ${condition}) :effect (r)`);
    expect(action?.condition).toEqual(negation);
  });

  it('flattens effects', () => {
    const action = actionOf(
      ':parameters (?x) :effect (and (forall (?y) (and (q ?x ?y) (when (p ?y) (not (p ?y))))) (when (r) (when (p ?x) (r))))',
    );
    expect(action?.effects).toMatchObject([
      { predicate: 1, args: [0, 1], add: true, slots: [1], condition: { kind: 'and', parts: [] } },
      { predicate: 0, args: [1], add: false, slots: [1], condition: { parts: [{}] } },
      { predicate: 2, args: [], add: true, slots: [], condition: { parts: [{}, {}] } },
    ]);
  });

  it('knows costs only under a metric', () => {
    const metric = '(:metric minimize (total-cost))';
    const cost = (amount: string) => `:parameters (?x) :effect (and (r) ${amount})`;
    expect(actionOf(cost(''))?.cost).toEqual({ constant: 1, table: null });
    expect(actionOf(cost('(increase (total-cost) 5)'))?.cost).toEqual({ constant: 1, table: null });
    expect(actionOf(cost(''), '', metric)?.cost).toEqual({ constant: 0, table: null });
    expect(actionOf(cost('(increase (total-cost) 5)'), '', metric)?.cost).toEqual({ constant: 5, table: null });
    const far = cost('(increase (total-cost) (far ?x k))');
    const init = '(= (far a k) 3) (= (far b k) 4) (= (far nowhere k) 5) (= (total-cost) 0)';
    const values = (a: number, b: number) => new Map(Object.entries({ '1 0': a, '2 0': b }));
    expect(actionOf(far, init, metric)?.cost.table).toEqual({ args: [0, K], values: values(3, 4) });
    expect(actionOf(far, init)?.cost.table?.values).toEqual(values(1, 1));
  });
});
