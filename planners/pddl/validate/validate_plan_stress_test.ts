import { expect, it } from 'vitest';
import { readPddl } from '../testing/read_or_throw.ts';
import { validatePlan } from './validate_plan.ts';

const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;

function validate(plan: readonly string[], texts: readonly [string, string], bounds: { stepsMax?: number } = {}) {
  const { domain, problem } = readPddl(...texts);
  return validatePlan(domain, problem, plan, bounds);
}

it('validatePlan() takes time as the plan is long, however many actions, objects and facts there are', () => {
  const numbers = Array.from({ length: 30_000 }, (_, index) => index);
  const list = (text: (index: number) => string) => numbers.map(text).join(' ');
  const action = (index: number) => `(:action a${index} :parameters (?x) :precondition (p ?x) :effect (q ?x))`;
  const domain = `(define (domain d) (:predicates (p ?x) (q ?x)) ${list(action)})`;
  const init = `(:objects ${list((index) => `o${index}`)}) (:init ${list((index) => `(p o${index})`)})`;
  const problem = `(define (problem p) (:domain d) ${init} (:goal (and ${list((index) => `(q o${index})`)})))`;
  const plan = numbers.map((index) => `(a${index} o${numbers.length - 1 - index})`);
  expect(validate(plan, [domain, problem])).toEqual({ status: 'valid', cost: numbers.length });
});

it('validatePlan() counts the parts of conditions, so that long plans with long conditions end', () => {
  const condition = '(p) '.repeat(50_000);
  const domain = `(define (domain d) (:predicates (p)) (:action a :precondition (and ${condition}) :effect (p)))`;
  const problem = '(define (problem p) (:domain d) (:init (p)) (:goal (p)))';
  const bounds = isLong ? {} : { stepsMax: 1e6 };
  expect(() => validate(Array(50_000).fill('(a)'), [domain, problem], bounds)).toThrow('stepsMax');
});
