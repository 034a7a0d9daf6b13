import { z } from 'zod';
import type { Action, Model, Observation } from '../../envs/env.ts';
import type { Fact, TabletopObservation } from '../../envs/tabletop/observation.ts';
import { planTask } from '../plan_task.ts';
import { type Episode, option, PLAN_COMPLETED, type Planner, type Start } from '../planner.ts';
import { domainName, planActions, tabletopProblem } from '../tabletop_problem.ts';
import { findModelPlan, findPlan } from './find_plan.ts';
import { canCarryOut, findRehearsedPlan } from './find_rehearsed_plan.ts';
import { searchable } from './searchable.ts';

const optionsSchema = z.strictObject({
  expansionsMax: option.count(20_000, [1, 10_000_000], 'Maximum number of states in the search for a shortest plan'),
  searchesMax: option.count(
    200,
    [1, 100_000],
    'Maximum number of searches in an episode: at the start, after each failed action and after each plan that misses the goal',
  ),
  rehearsalsMax: option.count(2_000, [1, 1_000_000], 'At a table: maximum number of rehearsed actions in a search'),
});

type Options = z.infer<typeof optionsSchema>;

export const oracle: Planner<Observation, Options> = {
  name: 'oracle',
  title: 'Oracle',
  worlds: 'any',
  summary: 'Knows the world and searches for a shortest plan; its steps are the floor in the tables',
  options: optionsSchema,
  promptSlots: {},
  asksModel: false,
  privileged: () => true,
  plan,
};

async function* plan(start: Start<Observation>, options: Options): Episode<Observation> {
  if (isAtTable(start.observation)) return yield* planAtTable(start, start.observation, options);
  for (let searches = 0; searches < options.searchesMax; searches++) {
    const known = searches === 0 ? start.knownPlan : undefined;
    const model = start.model?.();
    const plan = known ?? (model && findModelPlan(model, options)?.plan);
    if (plan !== undefined) start.note({ kind: 'belief', belief: { steps: plan?.length ?? null } });
    if (!plan?.length) {
      yield { kind: 'stop', reason: plan === undefined ? 'no_model' : plan === null ? 'no_plan' : 'goal_reached' };
      return;
    }
    for (const action of plan) {
      const { ok } = yield { kind: 'act', action };
      if (!ok) break;
    }
  }
  yield { kind: 'stop', reason: 'too_many_searches' };
}

async function* planAtTable(
  start: Start<Observation>,
  first: TabletopObservation,
  options: Options,
): Episode<Observation> {
  let observation = first;
  for (let searches = 0; searches < options.searchesMax; searches++) {
    const byRules = await planByRules(start, observation, options);
    const known = searches === 0 ? (start.knownPlan ?? []) : [];
    const plan = typeof byRules === 'string' ? byRules : avoidRefusals(start, { byRules, known }, options);
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
  { expansionsMax }: Options,
): Promise<readonly Action[] | string> {
  const { skills: domain = '', model } = start;
  const arrangement = model === undefined ? null : nearestArrangement(model(), expansionsMax);
  if (arrangement === null) return 'no_plan';
  const name = domainName(domain);
  if (name === null) return 'no_domain';
  const task = { purpose: 'goal', domain, problem: tabletopProblem(name, { blocks, facts }, arrangement) };
  const { status, plan } = await planTask(start, task, { solver: 'embedded', expansionsMax });
  if (plan === null) return status === 'unsolvable' ? 'unsolvable' : 'planning_limit';
  return planActions(plan, blocks);
}

function nearestArrangement(model: Model, expansionsMax: number): readonly Fact[] | null {
  const { plan } = findPlan(searchable(model), { expansionsMax });
  const end = model.clone();
  for (const action of plan ?? []) end.step(action);
  const observation = end.observe?.();
  if (plan === null || observation === undefined || !isAtTable(observation)) return null;
  return observation.facts.filter(([predicate, , second]) => predicate === 'on' && second !== 'air');
}

function avoidRefusals(
  { rehearsal, note }: Start<Observation>,
  { byRules, known }: Readonly<Record<'byRules' | 'known', readonly Action[]>>,
  options: Options,
): readonly Action[] | string {
  if (rehearsal === undefined || canCarryOut(rehearsal(), byRules)) return byRules;
  const isKnown = known.length > 0 && canCarryOut(rehearsal(), known);
  const { plan, optimal } = isKnown ? { plan: known, optimal: false } : findRehearsedPlan(rehearsal(), options);
  note({ kind: 'belief', belief: { stepsByRules: byRules.length, steps: plan?.length ?? null } });
  return plan ?? (optimal ? 'no_plan' : 'planning_limit');
}

function isAtTable(observation: Observation): observation is TabletopObservation {
  return observation.world === 'tabletop';
}
