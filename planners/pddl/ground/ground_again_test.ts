import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryTask } from '../testing/arbitrary_pddl.ts';
import { blocksProblem } from '../testing/blocks_problem.ts';
import { readPddl } from '../testing/read_or_throw.ts';
import { writeDomain, writeProblem } from '../testing/write_pddl.ts';
import { Budget, GROUNDING_BOUNDS } from './bounds.ts';
import { frameOf, reuseGrounding } from './ground_again.ts';
import { type GroundResult, groundPddl } from './ground_pddl.ts';
import { normalizeTask } from './normalize_task.ts';

function anew(domain: string, problem: string): GroundResult {
  const other = '(define (domain other) (:predicates (a)) (:action go :effect (a)))';
  groundPddl(other, '(define (problem p) (:domain other) (:goal (a)))');
  return groundPddl(domain, problem);
}

function expectFresh(domain: string, first: string, second: string) {
  const fresh = anew(domain, second);
  anew(domain, first);
  expect(groundPddl(domain, second)).toEqual(fresh);
}

function kept(domainText: string, problemText: string) {
  const { domain, problem } = readPddl(domainText, problemText);
  const budget = new Budget(GROUNDING_BOUNDS);
  const task = { frame: frameOf(domainText, problem, budget), lifted: normalizeTask(domain, problem) };
  return reuseGrounding(task, budget);
}

const SWITCHES = `(define (domain switches) (:predicates (is-on ?x) (linked ?x ?y) (done))
  (:action press :parameters (?x ?y) :precondition (and (is-on ?x) (linked ?x ?y)) :effect (is-on ?y))
  (:action finish :parameters (?x) :precondition (is-on ?x) :effect (done)))`;

function switches(init: string, goal = '(done)', objects = 'a b c'): string {
  return `(define (problem p) (:domain switches) (:objects ${objects}) (:init ${init}) (:goal ${goal}))`;
}

describe('groundPddl(), asked about the same objects again,', () => {
  it.each([1, 4, 6])('uses what was grounded for %d blocks, and gives what it gives anew', (count) => {
    const [domain, problem] = blocksProblem(count, 1);
    for (let seed = 2; seed < 8; seed++) {
      const [, other] = blocksProblem(count, seed);
      expectFresh(domain, problem, other);
      anew(domain, problem);
      expect(kept(domain, other)).not.toBeNull();
    }
  });

  it.each([
    ['less can be reached', switches('(is-on b) (linked a b)')],
    ['what no action changes differs', switches('(is-on a) (linked a c)')],
    ['there are more objects', switches('(is-on a) (linked a b)', '(done)', 'a b c d')],
    ['the goal is out of reach', switches('(is-on a) (linked a b)', '(is-on c)')],
    ['the goal holds already', switches('(is-on a) (linked a b)', '(is-on a)')],
    ['there are two goals', switches('(is-on a) (linked a b)', '(or (done) (is-on b))')],
  ])('grounds anew where %s, and the other way round', (_, other) => {
    const problem = switches('(is-on a) (linked a b)');
    for (const [first, second] of [[problem, other] as const, [other, problem] as const])
      expectFresh(SWITCHES, first, second);
  });

  it('gives what it gives anew, for random tasks from other states', () => {
    const tasks = arbitraryTask.chain((task) => {
      return fc.tuple(fc.constant(task), fc.shuffledSubarray([...task.problem.init]));
    });
    const property = fc.property(tasks, ([{ domain, problem }, init]) => {
      const [whole, part] = [writeProblem(problem), writeProblem({ ...problem, init })];
      for (const [first, second] of [[whole, part] as const, [part, whole] as const, [whole, whole] as const])
        expectFresh(writeDomain(domain), first, second);
    });
    fc.assert(property, { numRuns: 500 });
  });
});
