/** Stops at the first refusal, without replanning (OLP, section VI: "we did not consider plan recovery"). */
import type { Action } from '../envs/env.ts';
import type { TabletopObservation } from '../envs/tabletop/observation.ts';
import type { Decision, Outcome } from './planner.ts';

const TABLE = 'table';

export type CarriedOut = {
  readonly observation: TabletopObservation;
  /** `grounding` where the refused action names a missing object; null without a refusal. */
  readonly failure: 'grounding' | 'action_failed' | null;
};

export async function* carryOutPlan(
  actions: readonly Action[],
  observation: TabletopObservation,
): AsyncGenerator<Decision, CarriedOut, Outcome<TabletopObservation>> {
  let sensed = observation;
  for (const action of actions) {
    const outcome = yield { kind: 'act', action };
    sensed = outcome.observation;
    if (outcome.ok) continue;
    return { observation: sensed, failure: namesOnlyWhatIs(action, sensed) ? 'action_failed' : 'grounding' };
  }
  return { observation: sensed, failure: null };
}

function namesOnlyWhatIs({ args }: Action, { blocks }: TabletopObservation): boolean {
  const names = new Set([TABLE, ...blocks].map((name) => name.toLowerCase()));
  return args.every((name) => names.has(name.toLowerCase()));
}
