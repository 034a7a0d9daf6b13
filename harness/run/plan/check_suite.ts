/** Proves that tasks are feasible: a plan with full knowledge must reach the goal within the step limit. */
import type { Action, Env, Task } from '../../../envs/env.ts';
import type { FoundPlan } from '../../../planners/oracle/find_plan.ts';
import { findPlanIn } from '../../../planners/oracle/find_plan_in.ts';
import { findRehearsedPlan } from '../../../planners/oracle/find_rehearsed_plan.ts';
import { counted } from '../../io/errors/counted.ts';
import { planText, type ReferenceEntry, referenceDigest } from '../suites/references.ts';
import type { PlannedCell } from './plan_cells.ts';

export type CellVerdict = Pick<ReferenceEntry, 'scene' | 'task'> &
  (Readonly<{ problem: null; reference: ReferenceEntry }> | Readonly<{ problem: string; isLimit: boolean }>);

export async function checkCell(cell: PlannedCell, expansionsMax: number): Promise<CellVerdict> {
  const { task, newCertainEnv, ground } = cell;
  const where = { scene: task.scene, task: task.name };
  const refused = (problem: string, isLimit = false) => ({ ...where, problem, isLimit });
  const found = await searchAtStart(newCertainEnv(), task, expansionsMax);
  if (found === null) return refused('this world cannot be searched');
  const { plan, optimal, lowerBound, expanded } = found;
  if (plan === null && optimal) return refused('there is no plan');
  if (plan === null) {
    return refused(`found no plan within ${counted(expanded, 'state')}; raise --expansions`, true);
  }
  const problem = await problemOf(plan, newCertainEnv(), task);
  if (problem !== null) return refused(problem);
  const result = { steps: plan.length, optimal, lowerBound, expanded, plan: planText(plan) };
  return { ...where, problem: null, reference: { ...where, digest: referenceDigest(ground), ...result } };
}

async function searchAtStart(env: Env, task: Task, expansionsMax: number): Promise<FoundPlan | null> {
  await env.reset();
  for (const action of task.prologue ?? []) await env.step(action);
  const [model, rehearsal] = [env.model?.(), env.rehearsal?.()];
  await env.close();
  if (rehearsal !== undefined) return findRehearsedPlan(rehearsal, { expansionsMax, rehearsalsMax: expansionsMax });
  return model === undefined ? null : findPlanIn(model, { expansionsMax });
}

export async function problemOf(plan: readonly Action[], env: Env, task: Task): Promise<string | null> {
  let { goal } = await env.reset();
  for (const action of task.prologue ?? []) ({ goal } = await env.step(action));
  if (goal.success) return 'the goal holds at the start';
  for (const [at, action] of plan.entries()) {
    if (goal.success) return `the goal already holds after ${at} of ${counted(plan.length, 'action')}`;
    const result = await env.step(action);
    if (!result.ok) return `action ${at + 1} of the plan is refused: ${result.reason.message}`;
    goal = result.goal;
  }
  await env.close();
  if (!goal.success) return 'the plan does not reach the goal';
  if (plan.length <= task.stepsMax) return null;
  return `the shortest plan found has ${counted(plan.length, 'step')}; the step limit is ${task.stepsMax}`;
}
