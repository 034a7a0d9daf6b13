import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type ArbitraryTask, arbitraryTask } from './arbitrary_pddl.ts';
import { type GroundResult, groundTask } from './ground_pddl.ts';
import { walk } from './ground_walk.ts';
import { NaivePlanning, naiveCost } from './naive_planning.ts';
import { slowCost } from './slow_search.ts';
import { writeDomain, writeProblem } from './write_pddl.ts';

function groundText({ domain, problem }: ArbitraryTask): GroundResult {
  return groundTask(writeDomain(domain), writeProblem(problem));
}

describe('assembleTask()', () => {
  it('keeps what prevents harm', () => {
    // Polishing a cup that is not dry breaks it, so drying it first matters, though no condition asks for a dry cup.
    const result = groundTask(
      `(define (domain d) (:requirements :adl) (:predicates (dry) (whole) (bright) (dusty))
        (:action polish :effect (and (bright) (when (not (dry)) (not (whole)))))
        (:action dry-it :effect (dry))
        (:action dust :effect (dusty)))`,
      '(define (problem p) (:domain d) (:init (whole)) (:goal (and (bright) (whole))))',
    );
    if (result.status !== 'ok') throw new Error(result.message);
    expect(result.task.operators.map(({ name }) => name)).toEqual(['(polish)', '(dry-it)']);
    expect(slowCost(result.task)).toBe(2);
  });

  it.each([
    ['in the end', '(x)', '', 3],
    [
      'though it is wanted, too',
      '(and (x) (y))',
      '(:action h :precondition (c) :effect (y)) (:action h2 :effect (y))',
      4,
    ],
  ])('keeps what prevents a fact that does harm %s', (_, precondition, others, cost) => {
    // Without (k) before it, (e) makes (c) true, with which (f) undoes the goal.
    const result = groundTask(
      `(define (domain d) (:requirements :adl) (:predicates (x) (y) (c) (d) (g1) (g2))
        ${others}
        (:action k :precondition (d) :effect (not (d)))
        (:action e :effect (and (x) (when (d) (c))))
        (:action f :precondition ${precondition} :effect (and (g1) (when (c) (not (g2))))))`,
      '(define (problem p) (:domain d) (:init (d) (g2)) (:goal (and (g1) (g2))))',
    );
    if (result.status !== 'ok') throw new Error(result.message);
    expect(slowCost(result.task)).toBe(cost);
  });

  it('agrees step by step with the meaning of the texts', () => {
    fc.assert(
      fc.property(arbitraryTask, fc.array(fc.nat(), { maxLength: 12 }), (arbitrary, choices) => {
        const result = groundText(arbitrary);
        if (result.status === 'ok') walk(result.task, new NaivePlanning(arbitrary.domain, arbitrary.problem), choices);
      }),
      { numRuns: 2000 },
    );
  });

  it('keeps cheapest plans', () => {
    let solved = 0;
    fc.assert(
      fc.property(arbitraryTask, (arbitrary) => {
        const planning = new NaivePlanning(arbitrary.domain, arbitrary.problem);
        const cost = naiveCost(planning, 150);
        if (cost === undefined) return;
        const result = groundText(arbitrary);
        if (cost !== null && !planning.isGoal(planning.initial())) solved++;
        if (result.status === 'ok') expect(slowCost(result.task)).toBe(cost);
        else expect({ status: result.status, cost }).toEqual({ status: 'unsolvable', cost: null });
      }),
      { numRuns: 2000 },
    );
    expect(solved).toBeGreaterThan(20);
  });
});
