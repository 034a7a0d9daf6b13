import { checkPddl, type ReadPddl, type RefusedPddl } from '../check/check_pddl.ts';
import { formatPlace, type Place, quote } from '../diagnostics/wording.ts';
import type { Formula } from '../read/domain.ts';
import type { GroundTask } from '../task/ground_task.ts';
import { BoundReached, Budget, GROUNDING_BOUNDS, type GroundingBounds } from './bounds.ts';
import { buildGroundTask } from './build_ground_task.ts';
import { combine, isFalse, simplify, toDnf } from './conditions.ts';
import { frameOf, rememberGrounding, reuseGrounding } from './ground_again.ts';
import { groundOperators, settledValue } from './ground_operators.ts';
import { goalParts, normalizeTask } from './normalize_task.ts';
import { relaxedReachability } from './relaxed_reachability.ts';

export type GroundResult =
  | (ReadPddl & Readonly<{ status: 'ok'; task: GroundTask }>)
  | (ReadPddl & Place & Readonly<{ status: 'unsolvable'; message: string }>)
  | (ReadPddl & Readonly<{ status: 'limit'; message: string; bound: keyof GroundingBounds }>)
  | RefusedPddl;

/** Never throws. */
export function groundPddl(domainText: string, problemText: string, bounds?: Partial<GroundingBounds>): GroundResult {
  const checked = checkPddl(domainText, problemText);
  if (checked.status !== 'ok') return checked;
  const { domain, problem, warnings } = checked;
  const read: ReadPddl = { domain, problem, warnings };
  const budget = new Budget({ ...GROUNDING_BOUNDS, ...bounds });
  try {
    const lifted = normalizeTask(domain, problem);
    const task = { frame: frameOf(domainText, problem, budget), lifted };
    const reused = reuseGrounding(task, budget);
    const reachable = reused?.reachable ?? relaxedReachability(lifted, budget);
    const parts = reachable.goals.map((goal) => simplify(goal, (literal) => settledValue(reachable.facts, literal)));
    const impossible = goalParts(problem)[parts.findIndex(isFalse)];
    if (impossible !== undefined) return unsolvable(read, impossible, problemText, 'can never become true');
    const goals = toDnf(combine('and', parts), budget);
    if (goals.length === 0) return unsolvable(read, problem.goal, problemText, 'contradicts itself');
    const operators = reused?.operators ?? groundOperators(reachable, budget);
    const ground = buildGroundTask({ facts: reachable.facts, lifted }, operators, goals, budget);
    if (goals.length === 1) rememberGrounding(task, { reachable, operators }, budget);
    return { ...read, status: 'ok', task: ground };
  } catch (error) {
    if (!(error instanceof BoundReached)) throw error;
    return { ...read, status: 'limit', bound: error.bound, message: `grounding stopped: ${error.message}` };
  }
}

function unsolvable(read: ReadPddl, { at }: Formula, problemText: string, why: string): GroundResult {
  const part = quote(problemText.slice(at.start, at.end).replaceAll(/\s+/g, ' '));
  const message = `problem, ${formatPlace(at)}: the goal ${part} ${why}`;
  return { ...read, status: 'unsolvable', message, line: at.line, column: at.column };
}
