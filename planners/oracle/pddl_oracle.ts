/**
 * The oracle at a table: knows which arrangement that meets the goal is nearest, and has the way there planned in PDDL.
 *
 * A search in the world's model finds the arrangement; a task planner is given it as the goal of a PDDL problem, with the
 * sensed state and the world's domain. So what is carried out comes out of the same pipeline as the other methods' plans,
 * and is as short as the rules allow. Motion is not searched: where the arm cannot do what the rules allow, the plan ends there.
 *
 * @module
 */
import type { Fact, Model, Observation, TabletopObservation } from '../../envs/env.ts';
import { planTask, type SolverOptions } from '../plan_task.ts';
import { type Episode, PLAN_COMPLETED, type Start } from '../planner.ts';
import { domainName, planActions, tabletopProblem } from '../tabletop_problem.ts';
import { findPlan } from './find_plan.ts';

export async function* pddlOracle(
  start: Start<Observation>,
  { blocks, facts }: TabletopObservation,
  { expansionsMax }: Pick<SolverOptions, 'expansionsMax'>,
): Episode<Observation> {
  const { skills: domain = '', model } = start;
  const arrangement = model === undefined ? null : nearestArrangement(model(), expansionsMax);
  const name = domainName(domain);
  if (arrangement === null || name === null) {
    yield { kind: 'stop', reason: arrangement === null ? 'no_plan' : 'no_domain' };
    return;
  }
  const problem = tabletopProblem(name, { blocks, facts }, arrangement);
  const { status, plan } = await planTask(
    start,
    { purpose: 'goal', domain, problem },
    { solver: 'embedded', expansionsMax },
  );
  if (plan === null) {
    yield { kind: 'stop', reason: status === 'unsolvable' ? 'unsolvable' : 'planning_limit' };
    return;
  }
  for (const action of planActions(plan, blocks)) {
    const { ok } = yield { kind: 'act', action };
    if (!ok) {
      yield { kind: 'stop', reason: 'action_failed' };
      return;
    }
  }
  yield { kind: 'stop', reason: PLAN_COMPLETED };
}

/** What lies on what, where the goal is reached with the fewest actions; null where none is known. */
function nearestArrangement(model: Model, expansionsMax: number): readonly Fact[] | null {
  const { plan } = findPlan(model, { expansionsMax });
  const end = model.clone();
  for (const action of plan ?? []) end.step(action);
  const observation = end.observe?.();
  if (plan === null || observation?.world !== 'tabletop') return null;
  return observation.facts.filter(([predicate, , second]) => predicate === 'on' && second !== 'air');
}
