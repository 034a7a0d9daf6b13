import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Scope } from '../check/type_hierarchy.ts';
import { Budget, GROUNDING_BOUNDS } from '../ground/bounds.ts';
import type { Formula } from '../read/domain.ts';
import { solve } from '../search/best_first_search.ts';
import { blocksProblem } from '../testing/blocks_problem.ts';
import { ground, readPddl } from '../testing/read_or_throw.ts';
import { referenceReplay } from '../testing/reference_search.ts';
import { listsOf } from '../testing/task_lists.ts';
import { failingPart, holds, type Model, type PlanValidation, validatePlan } from './validate_plan.ts';

const DOMAIN = `(define (domain kitchen)
  (:requirements :adl :action-costs)
  (:types food tool - thing place)
  (:constants table - place)
  (:predicates (at ?x - thing ?p - place) (held ?x - thing) (cut ?x - food) (sharp ?x - tool) (wet ?p - place))
  (:functions (distance ?a ?b - place) - number (total-cost) - number)
  (:action take :parameters (?x - thing ?p - place)
    :precondition (and (at ?x ?p) (forall (?other - tool) (not (held ?other))))
    :effect (and (held ?x) (not (at ?x ?p)) (increase (total-cost) 2)))
  (:action cut :parameters (?x - food ?with - tool)
    :precondition (and (held ?with) (or (sharp ?with) (cut ?x)) (not (= ?x ?with)))
    :effect (and (cut ?x) (when (wet table) (not (sharp ?with)))))
  (:action carry :parameters (?from ?to - place) :precondition (and) :effect (and
    (forall (?x - thing) (when (held ?x) (and (not (held ?x)) (at ?x ?to)))) (increase (total-cost) (distance ?from ?to)))))
`;

function problemWith(init: string, goal: string, metric = '(:metric minimize (total-cost))'): string {
  return `(define (problem p) (:domain kitchen)
    (:objects bread cheese - food knife spoon - tool shelf - place)
    (:init (= (distance table shelf) 7) ${init}) (:goal ${goal}) ${metric})`;
}

function validate(plan: readonly string[], texts: readonly [string, string]): PlanValidation {
  const { domain, problem } = readPddl(...texts);
  return validatePlan(domain, problem, plan);
}

const INIT = '(at knife table) (at bread table) (sharp knife)';

function kitchen(plan: readonly string[], init = INIT, goal = '(cut bread)', metric?: string): PlanValidation {
  return validate(plan, [DOMAIN, problemWith(init, goal, metric)]);
}

const PLAN = ['(take knife table)', '(cut bread knife)', '(carry table shelf)'];

describe('validatePlan()', () => {
  const blunt = '(and (not (sharp knife)) (at knife shelf) (not (held knife)))';
  it.each([
    ['adds up the costs of a plan that does it', 9, kitchen(PLAN)],
    ['counts actions where there is no metric', 3, kitchen(PLAN, INIT, '(cut bread)', '')],
    ['takes any case and any blanks', 2, kitchen([' ( TAKE  Knife table )', '(cut BREAD knife)'])],
    ['takes the empty plan where the goal holds', 0, kitchen([], '(cut bread)')],
    ['looks conditions of effects up in the state before', 9, kitchen(PLAN, `${INIT} (wet table)`, blunt)],
    ['leaves out effects whose conditions do not hold', 9, kitchen(PLAN, INIT, '(sharp knife)')],
  ])('%s', (_, cost, result) => {
    expect(result).toEqual({ status: 'valid', cost });
  });

  it('names the action, its number and the part of the precondition that does not hold', () => {
    const message = 'action 2 of 3, "(take spoon shelf)": the precondition (at spoon shelf) does not hold';
    const first = kitchen(['(take knife table)', '(take spoon shelf)', '(cut bread knife)']);
    expect(first).toEqual({ status: 'wrong', message, action: 2, unmet: '(at spoon shelf)' });
    const second = kitchen(['(take knife table)', '(take bread table)']);
    expect(second).toMatchObject({ action: 2, unmet: '(not (held knife))' });
    const blunt = kitchen(['(take spoon table)', '(cut bread spoon)'], '(at spoon table)');
    expect(blunt).toMatchObject({ action: 2, unmet: '(or (sharp spoon) (cut bread))' });
  });

  it('names the part of the goal that is not reached', () => {
    const message = 'after 1 action the goal (cut bread) does not hold';
    const result = kitchen(['(take knife table)'], INIT, '(and (held knife) (cut bread))');
    expect(result).toEqual({ status: 'wrong', message, action: null, unmet: '(cut bread)' });
  });

  it.each([
    ['take knife table', 'expected an action such as "(pick a b)"'],
    ['()', 'expected an action such as "(pick a b)"'],
    ['(tale knife table)', 'there is no action "tale"; did you mean "take"? Declared: "take", "cut", "carry"'],
    ['(take knife)', '"take" takes 2 objects, found 1'],
    ['(take knive table)', 'there is no object "knive"; did you mean "knife"?'],
    ['(take __proto__ constructor)', 'there is no object "__proto__"'],
    ['(cut knife bread)', '?x must be of type food, found "knife"'],
    ['(carry shelf table)', 'the problem does not give (distance shelf table) a value'],
  ])('says what is wrong with %s', (step, why) => {
    const result = kitchen([step]);
    expect(result).toMatchObject({ status: 'wrong', action: 1, unmet: null });
    expect(result.status === 'wrong' && result.message).toContain(`action 1 of 1, ${JSON.stringify(step)}: ${why}`);
  });

  it('lets one of several actions of the same name do', () => {
    const domain = `(define (domain d) (:predicates (a) (b) (c))
      (:action go :parameters () :precondition (a) :effect (c))
      (:action go :parameters () :precondition (b) :effect (c)))`;
    const problem = (init: string) => `(define (problem p) (:domain d) (:init ${init}) (:goal (c)))`;
    expect(validate(['(go)'], [domain, problem('(b)')]).status).toBe('valid');
    expect(validate(['(go)'], [domain, problem('')])).toMatchObject({ unmet: '(a)' });
  });

  it('follows all actions of the same name, to the goal and at the least cost', () => {
    const domain = (effects: readonly string[]) =>
      `(define (domain d) (:requirements :action-costs) (:predicates (a) (b)) (:functions (total-cost))
        ${effects.map((effect) => `(:action go :parameters () :effect ${effect})`).join('')})`;
    const problem = (metric = '') => `(define (problem p) (:domain d) (:init) (:goal (b)) ${metric})`;
    expect(validate(['(go)'], [domain(['(a)', '(b)']), problem()])).toEqual({ status: 'valid', cost: 1 });
    const prices = ['(and (b) (increase (total-cost) 5))', '(and (b) (increase (total-cost) 2))'];
    expect(validate(['(go)'], [domain(prices), problem('(:metric minimize (total-cost))')])).toMatchObject({ cost: 2 });
    const long = validate(Array(200).fill('(go)'), [domain(['(a)', '(b)', '(not (a))']), problem()]);
    expect(long).toMatchObject({ cost: 200 });
  });

  it('lets the two parameters of one name be one object', () => {
    const domain = `(define (domain d) (:predicates (a ?x) (b))
      (:action go :parameters (?x ?x) :precondition (a ?x) :effect (b)))`;
    const problem = '(define (problem p) (:domain d) (:objects o q) (:init (a o) (a q)) (:goal (b)))';
    expect(validate(['(go o o)'], [domain, problem]).status).toBe('valid');
    const message = expect.stringContaining('?x is bound to two different objects');
    expect(validate(['(go o q)'], [domain, problem])).toMatchObject({ message });
  });

  it('lets a fact hold that an action both deletes and adds', () => {
    const domain = `(define (domain d) (:predicates (a))
      (:action go :parameters () :precondition () :effect (and (a) (not (a)))))`;
    expect(validate(['(go)'], [domain, '(define (problem p) (:domain d) (:init) (:goal (a)))']).status).toBe('valid');
  });
});

it('validatePlan() and the ground task agree on every plan, be it right or wrong', () => {
  const { task, domain, problem } = ground(...blocksProblem(5, 3));
  const solved = solve(task);
  const plan = solved.status === 'solved' ? solved.plan : [];
  expect(plan.length).toBeGreaterThan(4);
  const lists = listsOf(task);
  const changed = fc
    .tuple(fc.nat(plan.length - 1), fc.nat(2), fc.constantFrom(...task.names))
    .map((change) => plan.toSpliced(...change));
  const statuses = new Set<string>();
  const property = fc.property(fc.oneof(changed, fc.constant(plan)), (steps) => {
    const validation = validatePlan(domain, problem, steps);
    const replayed = referenceReplay(lists, steps);
    const found = validation.status === 'valid' ? validation.cost : 'wrong';
    expect(found).toBe(typeof replayed === 'number' ? replayed : 'wrong');
    statuses.add(validation.status);
  });
  fc.assert(property, { numRuns: 300 });
  expect(statuses.size).toBe(2);
});

const NOTHING = new Scope<string>(new Map());

function formula(text: string): Formula {
  const domain = '(define (domain d) (:requirements :adl) (:predicates (on ?x ?y) (clear ?x) (busy)))';
  return readPddl(domain, `(define (problem p) (:domain d) (:objects a b c) (:init) (:goal ${text}))`).problem.goal;
}

const state = new Set(['(on a b)', '(clear a)', '(clear c)']);
const NOW: Model = { state, objectsFor: () => ['a', 'b', 'c'], budget: new Budget(GROUNDING_BOUNDS) };

describe('holds()', () => {
  it.each([
    ['(on a b)', true],
    ['(on b a)', false],
    ['(busy)', false],
    ['(= a a)', true],
    ['(= a b)', false],
    ['(and)', true],
    ['(and (on a b) (clear a))', true],
    ['(and (on a b) (clear b))', false],
    ['(or)', false],
    ['(or (clear b) (clear a))', true],
    ['(not (clear b))', true],
    ['(imply (busy) (clear b))', true],
    ['(imply (clear a) (clear b))', false],
    ['(forall (?x) (or (clear ?x) (= ?x b)))', true],
    ['(forall (?x) (clear ?x))', false],
    ['(exists (?x ?y) (and (on ?x ?y) (not (clear ?y))))', true],
    ['(exists (?x) (on ?x ?x))', false],
    ['(exists (?x) (and (on ?x b) (exists (?x) (on a ?x))))', true],
  ])('%s: %j', (text, value) => {
    expect(holds(formula(text), NOTHING, NOW)).toBe(value);
  });

  it('stops where quantifiers go over more objects than they may', () => {
    const many = { ...NOW, budget: new Budget({ ...GROUNDING_BOUNDS, stepsMax: 100 }) };
    const text = '(forall (?a ?b ?c ?d ?e) (not (busy)))';
    expect(() => holds(formula(text), NOTHING, many)).toThrow('the limit stepsMax (100) was reached');
  });
});

it.each([
  ['(clear b)', '(clear b)'],
  ['(and (on a b) (and (clear a) (clear b)) (busy))', '(clear b)'],
  ['(forall (?x) (and (clear ?x) (not (on ?x ?x))))', '(clear b)'],
  ['(forall (?x) (not (on a ?x)))', '(not (on a b))'],
  ['(or (clear b) (= a b))', '(or (clear b) (= a b))'],
  ['(not (forall (?x) (not (busy))))', '(not (forall (?x) (not (busy))))'],
  ['(imply (clear a) (and (clear a) (busy)))', '(imply (clear a) (and (clear a) (busy)))'],
  ['(exists (?x - object ?y) (on ?x ?x))', '(exists (?x - object ?y) (on ?x ?x))'],
  [
    '(forall (?x) (exists (?y) (and (on ?x ?y) (exists (?x) (on ?x ?y)))))',
    '(exists (?y) (and (on b ?y) (exists (?x) (on ?x ?y))))',
  ],
])('failingPart() of %s is %s', (text, part) => {
  expect(failingPart(formula(text), NOTHING, NOW)).toBe(part);
});
