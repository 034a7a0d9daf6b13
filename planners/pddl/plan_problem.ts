/**
 * Plans from two PDDL texts: reads, grounds, searches, and replays the plan found before handing it over.
 *
 * @module
 */
import { BoundReached, type GroundingBounds } from './bounds.ts';
import { type GroundResult, groundTask } from './ground_pddl.ts';
import { CostTooGreatError } from './pack_task.ts';
import { type PlanDocument, planDocument } from './plan_document.ts';
import { type SolveOptions, type SolveResult, solve } from './solve.ts';
import { validatePlan } from './validate_plan.ts';

export type PlanOptions = SolveOptions & {
  readonly grounding?: Partial<GroundingBounds>;
  /** `solve` unless said otherwise; `solveInWorker` leaves this thread free. */
  readonly solver?: typeof solve;
};

/** Plans. Whatever is wrong with the texts is said in the document; nothing is thrown but mistakes of our own. */
export async function planProblem(
  domainText: string,
  problemText: string,
  options: PlanOptions = {},
): Promise<PlanDocument> {
  const { grounding, solver = solve, clock, timeLimitMs, ...rest } = options;
  const began = clock?.() ?? null;
  const elapsed = () => (clock === undefined || began === null ? null : clock() - began);
  const ground = groundTask(domainText, problemText, grounding);
  if (ground.status !== 'ok') return { ...refusal(ground), totalMs: elapsed() };
  const groundedMs = elapsed();
  const left = timeLimitMs === undefined ? {} : { timeLimitMs: Math.max(0, timeLimitMs - (groundedMs ?? 0)) };
  try {
    const result = await solver(ground.task, { ...rest, ...left, ...(clock === undefined ? {} : { clock }) });
    const searchMs = groundedMs === null ? null : (elapsed() ?? 0) - groundedMs;
    if (result.status === 'solved') checkPlan(ground, result);
    return { ...documentOf(result, options), searchMs, totalMs: elapsed() };
  } catch (error) {
    if (error instanceof CostTooGreatError) {
      return { ...planDocument('unsupported'), message: error.message, totalMs: elapsed() };
    }
    if (!(error instanceof BoundReached)) throw error;
    return { ...planDocument('limit'), message: `the plan found is not checked: ${error.message}`, totalMs: elapsed() };
  }
}

type Grounded = Extract<GroundResult, { readonly status: 'ok' }>;

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
      return { ...planDocument('limit'), ...counts, message: limitMessage(result.limit, options) };
  }
}

function limitMessage(limit: Extract<SolveResult, { status: 'limit' }>['limit'], options: PlanOptions): string {
  switch (limit) {
    case 'expansions':
      return `the search reached its limit of ${options.limits?.expansionsMax} expansions`;
    case 'memory':
      return `the search reached its limit of memory${options.limits?.memoryBytesMax === undefined ? '' : `, ${options.limits.memoryBytesMax} bytes`}`;
    case 'time':
      return `the search reached its limit of time, ${options.timeLimitMs} ms`;
    case 'aborted':
      return 'the search was interrupted';
  }
}

/** Of going through the objects of quantifiers one by one, which grounding does not. */
const CHECK_STEPS_MAX = 100_000_000;

/** A wrong plan is a mistake of the planner, not of whoever asked. */
function checkPlan({ domain, problem }: Grounded, result: Extract<SolveResult, { status: 'solved' }>): void {
  const validation = validatePlan(domain, problem, result.plan, { stepsMax: CHECK_STEPS_MAX });
  if (validation.status === 'invalid') throw new Error(`The planner's own plan is wrong: ${validation.message}`);
  if (validation.cost !== result.cost) {
    throw new Error(`The planner's own plan costs ${validation.cost}, not ${result.cost} as it says`);
  }
}
