import { z } from 'zod';
import type { Observation } from '../../envs/env.ts';
import { option } from '../option.ts';
import type { Episode, Planner, Start } from '../planner.ts';
import { findPlanIn } from './find_plan_in.ts';
import { isAtTable, pddlOracle } from './pddl_oracle.ts';

const optionsSchema = z.strictObject({
  expansionsMax: option.count(20_000, [1, 10_000_000], 'Maximum number of states in the search for a shortest plan'),
  searchesMax: option.count(
    200,
    [1, 100_000],
    'Maximum number of searches in an episode: at the start, after each failed action, after each plan that missed the goal',
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
  if (isAtTable(start.observation)) {
    yield* pddlOracle(start, start.observation, options);
    return;
  }
  for (let searches = 0; searches < options.searchesMax; searches++) {
    const known = searches === 0 ? start.knownPlan : undefined;
    const model = start.model?.();
    const found = known === undefined ? model && findPlanIn(model, options) : { plan: known };
    if (!found) {
      yield { kind: 'stop', reason: 'no_model' };
      return;
    }
    const { plan } = found;
    start.note({ kind: 'belief', belief: { steps: plan?.length ?? null } });
    if (plan === null || plan.length === 0) {
      yield { kind: 'stop', reason: plan === null ? 'no_plan' : 'goal_reached' };
      return;
    }
    for (const action of plan) {
      const { ok } = yield { kind: 'act', action };
      if (!ok) break;
    }
  }
  yield { kind: 'stop', reason: 'too_many_searches' };
}
