import type { DiagnosticKind, PddlFile } from '../diagnostics/diagnostics.ts';

export const VALID: Readonly<Record<PddlFile, string>> = {
  domain: `(define (domain blocks)
  (:requirements :adl :action-costs)
  (:types block - object)
  (:constants table - object)
  (:predicates (on ?x - block ?y - object) (clear ?x - object) (free))
  (:functions (total-cost) - number)
  (:action move
    :parameters (?x - block ?y - object)
    :precondition (and (clear ?x) (clear ?y))
    :effect (and (on ?x ?y) (not (clear ?y)) (increase (total-cost) 1))))
`,
  problem: `(define (problem two)
  (:domain blocks)
  (:objects a b - block)
  (:init (on a table) (clear a) (clear b) (= (total-cost) 0))
  (:goal (on a b))
  (:metric minimize (total-cost)))
`,
};

export const CONDITION = '(and (clear ?x) (clear ?y))';
export const EFFECT = '(and (on ?x ?y) (not (clear ?y)) (increase (total-cost) 1))';

/** Kind, a part of the valid text, what stands there instead (`¦` marks the place), words of the message. */
export type DiagnosticCase = readonly [kind: DiagnosticKind, right: string, wrong: string, ...words: string[]];
