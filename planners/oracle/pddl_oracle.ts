/** Searches for the nearest goal arrangement, plans the way there in PDDL as the other methods do, and rehearses it. */
import type { Action, Model, Observation } from '../../envs/env.ts';
import type { Fact, TabletopObservation } from '../../envs/tabletop/observation.ts';
import { planTask } from '../plan_task.ts';
import { type Episode, PLAN_COMPLETED, type Start } from '../planner.ts';
import { domainName, planActions, tabletopProblem } from '../tabletop_problem.ts';
import { findPlan } from './find_plan.ts';
import { canCarryOut, findRehearsedPlan } from './find_rehearsed_plan.ts';
import { searchable } from './searchable.ts';

type Limits = Readonly<{ expansionsMax: number; searchesMax: number; rehearsalsMax: number }>;

export async function* pddlOracle(
  start: Start<Observation>,
  first: TabletopObservation,
  limits: Limits,
): Episode<Observation> {
  let observation = first;
  for (let searches = 0; searches < limits.searchesMax; searches++) {
    const byRules = await planByRules(start, observation, limits);
    const known = searches === 0 ? start.knownPlan : undefined;
    const plan = typeof byRules === 'string' ? byRules : aroundRefusals(start, [byRules, known ?? []], limits);
    if (typeof plan === 'string') {
      yield { kind: 'stop', reason: plan };
      return;
    }
    let isDone = true;
    for (const action of plan) {
      const outcome = yield { kind: 'act', action };
      if (isAtTable(outcome.observation)) observation = outcome.observation;
      isDone = outcome.ok;
      if (!isDone) break;
    }
    if (isDone || start.rehearsal === undefined) {
      yield { kind: 'stop', reason: isDone ? PLAN_COMPLETED : 'action_failed' };
      return;
    }
  }
  yield { kind: 'stop', reason: 'too_many_searches' };
}

async function planByRules(
  start: Start<Observation>,
  { blocks, facts }: TabletopObservation,
  { expansionsMax }: Limits,
): Promise<readonly Action[] | string> {
  const { skills: domain = '', model } = start;
  const arrangement = model === undefined ? null : nearestArrangement(model(), expansionsMax);
  const name = domainName(domain);
  if (arrangement === null || name === null) return arrangement === null ? 'no_plan' : 'no_domain';
  const problem = tabletopProblem(name, { blocks, facts }, arrangement);
  const task = { purpose: 'goal', domain, problem };
  const { status, plan } = await planTask(start, task, { solver: 'embedded', expansionsMax });
  if (plan === null) return status === 'unsolvable' ? 'unsolvable' : 'planning_limit';
  return planActions(plan, blocks);
}

function aroundRefusals(
  { rehearsal, note }: Start<Observation>,
  [byRules, known]: readonly [byRules: readonly Action[], known: readonly Action[]],
  limits: Limits,
): readonly Action[] | string {
  if (rehearsal === undefined || canCarryOut(rehearsal(), byRules)) return byRules;
  const isKnown = known.length > 0 && canCarryOut(rehearsal(), known);
  const found = isKnown ? { plan: known, optimal: false } : findRehearsedPlan(rehearsal(), limits);
  note({ kind: 'belief', belief: { stepsByRules: byRules.length, steps: found.plan?.length ?? null } });
  return found.plan ?? (found.optimal ? 'no_plan' : 'planning_limit');
}

function nearestArrangement(model: Model, expansionsMax: number): readonly Fact[] | null {
  const { plan } = findPlan(searchable(model), { expansionsMax });
  const end = model.clone();
  for (const action of plan ?? []) end.step(action);
  const observation = end.observe?.();
  if (plan === null || observation === undefined || !isAtTable(observation)) return null;
  return observation.facts.filter(([predicate, , second]) => predicate === 'on' && second !== 'air');
}

export function isAtTable(observation: Observation): observation is TabletopObservation {
  return observation.world === 'tabletop';
}
