import type { Action } from '../envs/env.ts';
import type { TabletopObservation } from '../envs/tabletop/observation.ts';
import type { Unusable } from './ask_until_read.ts';
import { type Decision, type Episode, type Outcome, PLAN_COMPLETED } from './planner.ts';

export class PlanFailure extends Error {
  override readonly name = 'PlanFailure';
  readonly reason: Unusable['failure'] | 'unsolvable' | 'planning_limit' | 'action_failed' | 'no_domain';

  constructor(reason: PlanFailure['reason']) {
    super(reason);
    this.reason = reason;
  }
}

export async function* untilFailure(episode: Episode<TabletopObservation>): Episode<TabletopObservation> {
  try {
    yield* episode;
    yield { kind: 'stop', reason: PLAN_COMPLETED };
  } catch (error) {
    if (!(error instanceof PlanFailure)) throw error;
    yield { kind: 'stop', reason: error.reason };
  }
}

/** Throws a PlanFailure at the first refusal (OLP, section VI: "we did not consider plan recovery"). */
export async function* carryOutPlan(
  actions: readonly Action[],
  start: TabletopObservation,
): AsyncGenerator<Decision, TabletopObservation, Outcome<TabletopObservation>> {
  let observation = start;
  for (const action of actions) {
    const outcome = yield { kind: 'act', action };
    observation = outcome.observation;
    if (!outcome.ok) throw new PlanFailure(hasKnownObjects(action, observation) ? 'action_failed' : 'grounding');
  }
  return observation;
}

function hasKnownObjects({ args }: Action, { blocks }: TabletopObservation): boolean {
  const names = new Set(['table', ...blocks].map((name) => name.toLowerCase()));
  return args.every((name) => names.has(name.toLowerCase()));
}
