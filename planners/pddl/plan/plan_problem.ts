import type { PddlWarning } from '../diagnostics/diagnostics.ts';
import { BoundReached, type GroundingBounds } from '../ground/bounds.ts';
import { type GroundResult, groundPddl } from '../ground/ground_pddl.ts';
import { CostTooGreatError, type SolveOptions, type SolveResult, solve } from '../search/best_first_search.ts';
import { validatePlan } from '../validate/validate_plan.ts';

export type PlanDocument = Readonly<{
  status: 'solved' | 'unsolvable' | 'limit' | 'invalid' | 'unsupported';
  cost: number | null;
  plan: readonly string[] | null;
  /** Null if not reported, or without a search. */
  expanded: number | null;
  evaluated: number | null;
  generated: number | null;
  /** Null without a clock. */
  searchMs: number | null;
  totalMs: number | null;
  message: string | null;
  /** Counted from 1, in the file that `message` names. */
  line: number | null;
  column: number | null;
  /** By place; at most 100 per text. */
  warnings: readonly PddlWarning[];
}>;

const COUNTS = { expanded: null, evaluated: null, generated: null, searchMs: null, totalMs: null };

export function planDocument(status: PlanDocument['status']): PlanDocument {
  return { status, cost: null, plan: null, ...COUNTS, message: null, line: null, column: null, warnings: [] };
}

export type PlanOptions = SolveOptions &
  Readonly<{
    grounding?: Partial<GroundingBounds>;
    onPhase?: (phase: PlanPhase) => void;
  }>;

export type PlanPhase = 'reading and grounding' | 'searching' | 'checking the plan';

/**
 * Blocks this thread; `planInWorker` does not. Throws only for internal errors.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { planProblem } from 'tapedeck/pddl';
 *
 * const domain = '(define (domain d) (:predicates (there)) (:action sail :effect (there)))';
 * const problem = '(define (problem p) (:domain d) (:init) (:goal (there)))';
 * const { status, cost, plan } = planProblem(domain, problem, { search: 'astar', heuristic: 'lmcut' });
 * assert.deepEqual([status, cost, plan], ['solved', 1, ['(sail)']]);
 * ```
 */
export function planProblem(domainText: string, problemText: string, options: PlanOptions = {}): PlanDocument {
  const ground = groundPddl(domainText, problemText, options.grounding);
  if (ground.status === 'ok') return withWarnings(planGround(ground, options), ground.warnings);
  const { status, message, warnings } = ground;
  const place = 'line' in ground ? { line: ground.line, column: ground.column } : {};
  return withWarnings({ ...planDocument(status), message, ...place }, warnings);
}

type GroundProblem = Extract<GroundResult, { readonly status: 'ok' }>;

function planGround(ground: GroundProblem, options: PlanOptions): PlanDocument {
  const { onPhase } = options;
  try {
    onPhase?.('searching');
    const result = solve(ground.task, options);
    if (result.status === 'solved') {
      onPhase?.('checking the plan');
      checkPlan(ground, result);
    }
    return documentOf(result, options);
  } catch (error) {
    if (error instanceof CostTooGreatError) return { ...planDocument('unsupported'), message: error.message };
    if (!(error instanceof BoundReached)) throw error;
    return { ...planDocument('limit'), message: `the plan could not be checked: ${error.message}` };
  }
}

function documentOf(result: SolveResult, { limits = {} }: PlanOptions): PlanDocument {
  const { status, expanded, evaluated, generated } = result;
  const document = { ...planDocument(status), expanded, evaluated, generated };
  switch (status) {
    case 'solved':
      return { ...document, cost: result.cost, plan: result.plan };
    case 'unsolvable':
      return { ...document, message: 'no reachable state satisfies the goal' };
    case 'limit': {
      const memory =
        limits.memoryBytesMax === undefined ? 'memory limit' : `memory limit of ${limits.memoryBytesMax} bytes`;
      const limit = result.limit === 'expansionsMax' ? `limit of ${limits.expansionsMax} expansions` : memory;
      return { ...document, message: `the search reached its ${limit}` };
    }
  }
}

const UNSOLVABLE_CAUSES: ReadonlySet<string> = new Set(
  (
    'undeclared_type duplicate_type no_names_before_type dash_in_name variable_as_object duplicate_predicate ' +
    'duplicate_parameter argument_type undeclared_function function_arguments'
  ).split(' '),
);

export function withWarnings(document: PlanDocument, warnings: readonly PddlWarning[]): PlanDocument {
  const cause = document.status === 'unsolvable' ? warnings.find(({ kind }) => UNSOLVABLE_CAUSES.has(kind)) : undefined;
  if (cause === undefined) return { ...document, warnings };
  return { ...document, message: `${document.message}, perhaps because of this warning: ${cause.message}`, warnings };
}

const CHECK_STEPS_MAX = 100_000_000;

function checkPlan({ domain, problem }: GroundProblem, result: Extract<SolveResult, { status: 'solved' }>) {
  const validation = validatePlan(domain, problem, result.plan, { stepsMax: CHECK_STEPS_MAX });
  if (validation.status === 'wrong') throw new Error(`The planner's own plan is wrong: ${validation.message}`);
  if (validation.cost !== result.cost) {
    throw new Error(`The planner reports a cost of ${result.cost}, but its plan costs ${validation.cost}`);
  }
}
