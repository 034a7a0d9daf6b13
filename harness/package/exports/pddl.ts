/**
 * `tapedeck/pddl`: an optimal PDDL planner with diagnostics, and an independent validator.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { planProblem } from 'tapedeck/pddl';
 *
 * const domain = `(define (domain ferry)
 *   (:predicates (here) (there))
 *   (:action sail :parameters () :precondition (here) :effect (and (there) (not (here)))))`;
 * const problem = '(define (problem cross) (:domain ferry) (:init (here)) (:goal (there)))';
 * assert.deepEqual(planProblem(domain, problem).plan, ['(sail)']);
 * ```
 */
export { type CheckedPddl, checkPddl, type RefusedPddl } from '../../../planners/pddl/check/check_pddl.ts';
export type { PddlError, PddlWarning } from '../../../planners/pddl/diagnostics/diagnostics.ts';
export { type PlanInWorkerOptions, planInWorker } from '../../../planners/pddl/plan/plan_in_worker.ts';
export { type PlanDocument, type PlanOptions, planProblem } from '../../../planners/pddl/plan/plan_problem.ts';
export type { Domain } from '../../../planners/pddl/read/domain.ts';
export type { Problem } from '../../../planners/pddl/read/problem.ts';
export type { HeuristicName } from '../../../planners/pddl/search/best_first_search.ts';
export { type PlanFile, readPlanFile } from '../../../planners/pddl/validate/plan_file.ts';
export { type PlanValidation, validatePlan } from '../../../planners/pddl/validate/validate_plan.ts';
