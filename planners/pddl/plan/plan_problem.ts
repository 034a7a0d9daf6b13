/**
 * Plans from two PDDL texts: reads, grounds, searches, and validates the plan found before returning it.
 *
 * @module
 */
import type { DiagnosticKind } from '../diagnostics/diagnostic_table.ts';
import type { PddlWarning } from '../diagnostics/diagnostics.ts';
import { BoundReached, type GroundingBounds } from '../ground/bounds.ts';
import { type GroundResult, groundPddl } from '../ground/ground_pddl.ts';
import type { SearchLimits } from '../search/best_first_search.ts';
import { type SolveOptions, type SolveResult, solve } from '../search/solve.ts';
import { CostTooGreatError } from '../task/pack_task.ts';
import { validatePlan } from '../validate/validate_plan.ts';
import { type PlanDocument, planDocument } from './plan_document.ts';

export type PlanOptions = SolveOptions & {
  readonly grounding?: Partial<GroundingBounds>;
  /** Called before each phase after reading and grounding. */
  readonly onPhase?: (phase: PlanPhase) => void;
};

/** The phases of planning, as messages name them. */
export type PlanPhase = 'reading and grounding' | 'searching' | 'checking the plan found';

/**
 * Plans in this thread; `planInWorker` leaves it free. The document says what is wrong with the texts; only defects of our own
 * are thrown.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { planProblem } from 'tapedeck/pddl';
 *
 * const domain = `(define (domain ferry)
 *   (:predicates (here) (there))
 *   (:action sail :parameters () :precondition (here) :effect (and (there) (not (here)))))`;
 * const problem = '(define (problem cross) (:domain ferry) (:init (here)) (:goal (there)))';
 * const { status, cost, plan } = planProblem(domain, problem, { search: 'astar', heuristic: 'lmcut' });
 * assert.deepEqual([status, cost, plan], ['solved', 1, ['(sail)']]);
 * ```
 */
export function planProblem(domainText: string, problemText: string, options: PlanOptions = {}): PlanDocument {
  const ground = groundPddl(domainText, problemText, options.grounding);
  const document = ground.status === 'ok' ? planGround(ground, options) : refusal(ground);
  return withWarnings(document, ground.warnings);
}

type Grounded = Extract<GroundResult, { readonly status: 'ok' }>;

function planGround(ground: Grounded, options: PlanOptions): PlanDocument {
  const { onPhase } = options;
  try {
    onPhase?.('searching');
    const result = solve(ground.task, options);
    if (result.status === 'solved') {
      onPhase?.('checking the plan found');
      checkPlan(ground, result);
    }
    return documentOf(result, options);
  } catch (error) {
    if (error instanceof CostTooGreatError) return { ...planDocument('unsupported'), message: error.message };
    if (!(error instanceof BoundReached)) throw error;
    return { ...planDocument('limit'), message: `the plan found is not checked: ${error.message}` };
  }
}

function refusal(result: Exclude<GroundResult, Grounded>): PlanDocument {
  const place = 'line' in result ? { line: result.line, column: result.column } : {};
  return { ...planDocument(result.status), message: result.message, ...place };
}

function documentOf(result: SolveResult, options: PlanOptions): PlanDocument {
  const { expanded, evaluated, generated } = result;
  const counts = { expanded, evaluated, generated };
  switch (result.status) {
    case 'solved':
      return { ...planDocument('solved'), cost: result.cost, plan: result.plan, ...counts };
    case 'unsolvable':
      return { ...planDocument('unsolvable'), ...counts, message: 'no state that can be reached satisfies the goal' };
    case 'limit':
      return { ...limitReached(result.limit, options), ...counts };
  }
}

function limitReached(limit: keyof SearchLimits, { limits = {} }: PlanOptions): PlanDocument {
  const { expansionsMax, memoryBytesMax } = limits;
  const bytes = memoryBytesMax === undefined ? '' : `, ${memoryBytesMax} bytes`;
  const which = limit === 'expansionsMax' ? `${expansionsMax} expansions` : `memory${bytes}`;
  return { ...planDocument('limit'), message: `the search reached its limit of ${which}` };
}

/** Warnings that may explain why an action does not exist, or a fact does not hold. */
const KEEPS_FROM_GOAL: ReadonlySet<DiagnosticKind> = new Set<DiagnosticKind>([
  'undeclared_type',
  'duplicate_type',
  'no_names_before_type',
  'dash_in_name',
  'variable_as_object',
  'duplicate_predicate',
  'duplicate_parameter',
  'argument_type',
  'undeclared_function',
  'function_arguments',
]);

/** Adds the warnings to the document and, if there is no plan, names the likely reason in the message. */
export function withWarnings(document: PlanDocument, warnings: readonly PddlWarning[]): PlanDocument {
  const reason = document.status === 'unsolvable' ? warnings.find(({ kind }) => KEEPS_FROM_GOAL.has(kind)) : undefined;
  if (reason === undefined) return { ...document, warnings };
  return { ...document, message: `${document.message}, perhaps because of this: ${reason.message}`, warnings };
}

/** Higher than for grounding, since validation tries the objects of quantifiers one by one. */
const CHECK_STEPS_MAX = 100_000_000;

/** A wrong plan is a defect of the planner, not a mistake of the user. */
function checkPlan({ domain, problem }: Grounded, result: Extract<SolveResult, { status: 'solved' }>): void {
  const validation = validatePlan(domain, problem, result.plan, { stepsMax: CHECK_STEPS_MAX });
  if (validation.status === 'wrong') throw new Error(`The planner's own plan is wrong: ${validation.message}`);
  if (validation.cost !== result.cost) {
    throw new Error(`The planner's own plan costs ${validation.cost}, not ${result.cost} as it says`);
  }
}
