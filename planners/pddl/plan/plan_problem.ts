/**
 * Plans from two PDDL texts: reads, grounds, searches, and replays the plan found before handing it over.
 *
 * @module
 */
import type { DiagnosticKind } from '../diagnostics/diagnostic_table.ts';
import type { PddlWarning } from '../diagnostics/diagnostics.ts';
import { BoundReached, type GroundingBounds } from '../ground/bounds.ts';
import { type GroundResult, groundPddl } from '../ground/ground_pddl.ts';
import { type SearchLimits, type SolveOptions, type SolveResult, solve } from '../search/solve.ts';
import { CostTooGreatError } from '../task/pack_task.ts';
import { validatePlan } from '../validate/validate_plan.ts';
import { type PlanDocument, planDocument } from './plan_document.ts';

export type PlanOptions = SolveOptions & {
  readonly grounding?: Partial<GroundingBounds>;
  /** Told what is about to be done, once the texts are read and grounded. */
  readonly onPhase?: (phase: PlanPhase) => void;
};

/** What planning does, one after the other, as messages say it. */
export type PlanPhase = 'reading and grounding' | 'searching' | 'checking the plan found';

/**
 * Plans in this thread, which is busy meanwhile; `planInWorker` leaves it free. Whatever is wrong with the texts is said in the
 * document; nothing is thrown but mistakes of our own.
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

/** Warnings of these kinds may be why an action does not exist or a fact does not hold. */
const KEEPS_FROM_GOAL: ReadonlySet<DiagnosticKind> = new Set<DiagnosticKind>([
  'undeclared_type',
  'cyclic_type',
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

/** The document with what is probably not meant in the texts; where there is no plan, with the likely reason. */
export function withWarnings(document: PlanDocument, warnings: readonly PddlWarning[]): PlanDocument {
  const reason = document.status === 'unsolvable' ? warnings.find(({ kind }) => KEEPS_FROM_GOAL.has(kind)) : undefined;
  if (reason === undefined) return { ...document, warnings };
  return { ...document, message: `${document.message}, perhaps because of this: ${reason.message}`, warnings };
}

/** Of going through the objects of quantifiers one by one, which grounding does not. */
const CHECK_STEPS_MAX = 100_000_000;

/** A wrong plan is a mistake of the planner, not of whoever asked. */
function checkPlan({ domain, problem }: Grounded, result: Extract<SolveResult, { status: 'solved' }>): void {
  const validation = validatePlan(domain, problem, result.plan, { stepsMax: CHECK_STEPS_MAX });
  if (validation.status === 'wrong') throw new Error(`The planner's own plan is wrong: ${validation.message}`);
  if (validation.cost !== result.cost) {
    throw new Error(`The planner's own plan costs ${validation.cost}, not ${result.cost} as it says`);
  }
}
