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
  groundPddl(
    '(define (domain other) (:predicates (a)) (:action go :effect (a)))',
    '(define (problem p) (:domain other) (:goal (a)))',
  );
  return groundPddl(domain, problem);
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
      const fresh = anew(domain, other);
      anew(domain, problem);
      expect(kept(domain, other)).not.toBeNull();
      expect(groundPddl(domain, other)).toEqual(fresh);
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
    for (const [first, second] of [[problem, other] as const, [other, problem] as const]) {
      const fresh = anew(SWITCHES, second);
      anew(SWITCHES, first);
      expect(groundPddl(SWITCHES, second)).toEqual(fresh);
    }
  });

  it('gives what it gives anew, for random tasks from other states', () => {
    fc.assert(
      fc.property(
        arbitraryTask.chain((task) => fc.tuple(fc.constant(task), fc.shuffledSubarray([...task.problem.init]))),
        ([{ domain, problem }, init]) => {
          const text = writeDomain(domain);
          const [whole, part] = [writeProblem(problem), writeProblem({ ...problem, init })];
          for (const pair of [`${whole}|${part}`, `${part}|${whole}`, `${whole}|${whole}`]) {
            const [first, second] = pair.split('|') as [string, string];
            const fresh = anew(text, second);
            anew(text, first);
            expect(groundPddl(text, second)).toEqual(fresh);
          }
        },
      ),
      { numRuns: 500 },
    );
  });
});
