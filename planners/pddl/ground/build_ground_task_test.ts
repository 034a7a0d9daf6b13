import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArbitraryTask, arbitraryTask } from '../testing/arbitrary_pddl.ts';
import { compareWalk } from '../testing/compare_walk.ts';
import { ground } from '../testing/read_or_throw.ts';
import { referenceCost } from '../testing/reference_search.ts';
import { ReferenceSemantics, referencePddlCost } from '../testing/reference_semantics.ts';
import { listsOf } from '../testing/task_lists.ts';
import { writeDomain, writeProblem } from '../testing/write_pddl.ts';
import { type GroundResult, groundPddl } from './ground_pddl.ts';

function groundText({ domain, problem }: ArbitraryTask): GroundResult {
  return groundPddl(writeDomain(domain), writeProblem(problem));
}

const lists = (domain: string, problem: string) => listsOf(ground(domain, problem).task);

describe('buildGroundTask()', () => {
  it('keeps what prevents harm', () => {
    // Polishing a cup that is not dry breaks it, so drying it first matters, though no condition asks for a dry cup.
    const task = lists(
      `(define (domain d) (:requirements :adl) (:predicates (dry) (whole) (bright) (dusty))
        (:action polish :effect (and (bright) (when (not (dry)) (not (whole)))))
        (:action dry-it :effect (dry))
        (:action dust :effect (dusty)))`,
      '(define (problem p) (:domain d) (:init (whole)) (:goal (and (bright) (whole))))',
    );
    expect(task.operators.map(({ name }) => name)).toEqual(['(polish)', '(dry-it)']);
    expect(referenceCost(task)).toBe(2);
  });

  it.each([
    ['in the end', '(x)', '', 3],
    ['and is wanted, too', '(and (x) (y))', '(:action h :precondition (c) :effect (y)) (:action h2 :effect (y))', 4],
  ])('keeps what prevents a fact that does harm %s', (_, precondition, others, cost) => {
    // Without (k) before it, (e) makes (c) true, with which (f) undoes the goal.
    const task = lists(
      `(define (domain d) (:requirements :adl) (:predicates (x) (y) (c) (d) (g1) (g2))
        ${others}
        (:action k :precondition (d) :effect (not (d)))
        (:action e :effect (and (x) (when (d) (c))))
        (:action f :precondition ${precondition} :effect (and (g1) (when (c) (not (g2))))))`,
      '(define (problem p) (:domain d) (:init (d) (g2)) (:goal (and (g1) (g2))))',
    );
    expect(referenceCost(task)).toBe(cost);
  });

  it('agrees step by step with the meaning of the texts', () => {
    const property = fc.property(arbitraryTask, fc.array(fc.nat(), { maxLength: 12 }), (arbitrary, choices) => {
      const result = groundText(arbitrary);
      if (result.status === 'ok')
        compareWalk(listsOf(result.task), new ReferenceSemantics(arbitrary.domain, arbitrary.problem), choices);
    });
    fc.assert(property, { numRuns: 2000 });
  });

  it('keeps cheapest plans', () => {
    let solved = 0;
    const property = fc.property(arbitraryTask, (arbitrary) => {
      const planning = new ReferenceSemantics(arbitrary.domain, arbitrary.problem);
      const cost = referencePddlCost(planning, 150);
      if (cost === undefined) return;
      const result = groundText(arbitrary);
      if (cost !== null && !planning.isGoal(planning.initial())) solved++;
      if (result.status === 'ok') expect(referenceCost(listsOf(result.task))).toBe(cost);
      else expect({ status: result.status, cost }).toEqual({ status: 'unsolvable', cost: null });
    });
    fc.assert(property, { numRuns: 2000 });
    expect(solved).toBeGreaterThan(20);
  });
});
