/**
 * Plans from two PDDL texts with an installed Fast Downward, and replays its plan before handing it over.
 *
 * @module
 */
import { BoundReached } from './bounds.ts';
import { checkTask } from './check_task.ts';
import { FastDownwardError, type FastDownwardOptions, type FastDownwardResult, fastDownward } from './fast_downward.ts';
import { type PlanDocument, planDocument } from './plan_document.ts';
import { validatePlan } from './validate_plan.ts';

export type PlanWithFastDownwardOptions = FastDownwardOptions & {
  /** Gives milliseconds. */
  readonly clock?: () => number;
};

/**
 * Plans. `searchMs` is what Fast Downward's search component calls its total time, which papers quote; `totalMs` is by
 * the clock. Throws `FastDownwardError` where Fast Downward cannot be run, or fails, or gives a wrong plan.
 */
export async function planWithFastDownward(
  domainText: string,
  problemText: string,
  options: PlanWithFastDownwardOptions,
): Promise<PlanDocument> {
  const { clock } = options;
  const began = clock?.() ?? 0;
  const result = await fastDownward(domainText, problemText, options);
  const { expanded, evaluated, generated, totalTimeMs: searchMs } = result;
  const totalMs = clock === undefined ? null : clock() - began;
  const counts = { expanded, evaluated, generated, searchMs, totalMs };
  switch (result.status) {
    case 'solved': {
      const cost = costOf(result, checkTask(domainText, problemText));
      return { ...planDocument('solved'), plan: result.plan, cost, ...counts };
    }
    case 'unsolvable':
      return { ...planDocument('unsolvable'), ...counts, message: 'Fast Downward found no plan' };
    case 'limit':
      return { ...planDocument('limit'), ...counts, message: `Fast Downward was stopped by a limit: ${result.limit}` };
    default: {
      // Our own reader says where the mistake is, which Fast Downward does not.
      const checked = checkTask(domainText, problemText);
      const place = checked.status === 'ok' ? {} : { line: checked.line, column: checked.column };
      const message = checked.status === 'ok' ? result.message : checked.message;
      return { ...planDocument(result.status), ...counts, message, ...place };
    }
  }
}

/** The plan's cost, by a replay where our own reader takes the texts; it is stricter about features than Fast Downward. */
function costOf(
  { plan, cost }: Extract<FastDownwardResult, { status: 'solved' }>,
  checked: ReturnType<typeof checkTask>,
): number | null {
  if (checked.status !== 'ok') return cost;
  try {
    const validation = validatePlan(checked.domain, checked.problem, plan);
    if (validation.status === 'valid') return validation.cost;
    throw new FastDownwardError(`Fast Downward's plan is wrong: ${validation.message}`);
  } catch (error) {
    if (error instanceof BoundReached) return cost;
    throw error;
  }
}
