/**
 * From two PDDL texts to a ground task, or to what is wrong with them: the front end of the planner.
 *
 * @module
 */
import { assembleTask } from './assemble_task.ts';
import { BoundReached, Budget, GROUNDING_BOUNDS, type GroundingBounds } from './bounds.ts';
import { checkTask, type RefusedTask } from './check_task.ts';
import type { PddlWarning } from './complaints.ts';
import { disjunctsOf } from './disjuncts.ts';
import type { Domain, Formula } from './domain.ts';
import { combined, type Ground, isFalse, simplified } from './ground_condition.ts';
import { groundOperators, settled } from './ground_operators.ts';
import type { GroundTask } from './ground_task.ts';
import { goalParts, liftTask } from './lift_task.ts';
import type { Problem } from './problem.ts';
import { type Reachable, relaxedReachability } from './relaxed_reachability.ts';
import { quoted } from './wording.ts';

type Read = { readonly domain: Domain; readonly problem: Problem; readonly warnings: readonly PddlWarning[] };

export type GroundResult =
  | (Read & { readonly status: 'ok'; readonly task: GroundTask })
  /** There is no plan, and that shows before any search. Line and column are those of the part of the goal that cannot be. */
  | (Read & { readonly status: 'unsolvable'; readonly message: string; readonly line: number; readonly column: number })
  /** Grounding would cost more than it may; `bound` says what to raise. */
  | (Read & { readonly status: 'limit'; readonly message: string; readonly bound: keyof GroundingBounds })
  | RefusedTask;

/** Never throws, whatever the texts are. Bounds that are not given have defaults. */
export function groundTask(domainText: string, problemText: string, bounds?: Partial<GroundingBounds>): GroundResult {
  const checked = checkTask(domainText, problemText);
  if (checked.status !== 'ok') return checked;
  const { domain, problem, warnings } = checked;
  const read: Read = { domain, problem, warnings };
  const budget = new Budget({ ...GROUNDING_BOUNDS, ...bounds });
  try {
    const lifted = liftTask(domain, problem);
    const reachable = relaxedReachability(lifted, budget);
    const impossible = firstImpossible(reachable, problem);
    if (impossible !== null) return unsolvable(read, impossible, problemText, 'can never become true');
    const goal = combined('and', knownGoals(reachable));
    const goals = disjunctsOf(goal, budget);
    if (goals.length === 0) return unsolvable(read, problem.goal, problemText, 'contradicts itself');
    const operators = groundOperators(reachable, budget);
    const task = assembleTask({ facts: reachable.facts, lifted }, operators, goals, budget);
    return { ...read, status: 'ok', task };
  } catch (error) {
    if (!(error instanceof BoundReached)) throw error;
    return { ...read, status: 'limit', bound: error.bound, message: error.message };
  }
}

function knownGoals({ facts, goals }: Reachable): Ground[] {
  return goals.map((goal) => simplified(goal, (literal) => settled(facts, literal)));
}

/** The first part of the goal that no state can satisfy, even if nothing true ever becomes false and the reverse. */
function firstImpossible(reachable: Reachable, problem: Problem): Formula | null {
  const index = knownGoals(reachable).findIndex(isFalse);
  return goalParts(problem)[index] ?? null;
}

function unsolvable(read: Read, { at }: Formula, problemText: string, why: string): GroundResult {
  const part = quoted(problemText.slice(at.start, at.end).replaceAll(/\s+/g, ' '));
  const message = `problem, line ${at.line}, column ${at.column}: the goal ${part} ${why}`;
  return { ...read, status: 'unsolvable', message, line: at.line, column: at.column };
}
