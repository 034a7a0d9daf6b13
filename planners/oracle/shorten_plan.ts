/** Makes a plan shorter by leaving out what is not needed: single actions, and pairs such as a pickup and its placing. */
import type { Action } from '../../envs/env.ts';
import type { Searchable } from './searchable.ts';

/** A plan that leads from the model to the goal, and no action or pair of actions of which can be left out. */
export function shortenPlan(model: Searchable, plan: readonly Action[]): readonly Action[] {
  let shorter = upToGoal(model, plan) ?? plan;
  for (;;) {
    const next = withoutSome(model, shorter);
    if (next === null) return shorter;
    shorter = next;
  }
}

/** The plan without its first action, or pair of actions, that can be left out; null if there is none. */
function withoutSome(model: Searchable, plan: readonly Action[]): readonly Action[] | null {
  const before = model.clone();
  for (const [first, action] of plan.entries()) {
    for (let second = first; second < plan.length; second++) {
      const rest = plan.filter((_, at) => at > first && at !== second);
      const enough = upToGoal(before, rest);
      if (enough !== null) return [...plan.slice(0, first), ...enough];
    }
    before.step(action);
  }
  return null;
}

/** As much of the plan as is needed to reach the goal; null if it does not, or if an action is refused. */
function upToGoal(model: Searchable, plan: readonly Action[]): readonly Action[] | null {
  const walk = model.clone();
  if (walk.goal().success) return [];
  for (const [at, action] of plan.entries()) {
    if (walk.step(action) !== null) return null;
    if (walk.goal().success) return plan.slice(0, at + 1);
  }
  return null;
}
