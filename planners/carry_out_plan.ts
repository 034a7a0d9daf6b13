/**
 * Carries a plan out at a table, action by action, until the world refuses one: what these methods do not replan
 * (OLP, section VI: "we did not consider plan recovery").
 */
import type { Action } from '../envs/env.ts';
import type { TabletopObservation } from '../envs/tabletop/observation.ts';
import type { Decision, Outcome } from './planner.ts';

/** What an action names beside blocks. */
const TABLE = 'table';

export type CarriedOut = {
  /** What is sensed at the end. */
  readonly observation: TabletopObservation;
  /** Of the action that was refused: `grounding` where it names what is not there, else `action_failed`. Null for none. */
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
