/**
 * What a planner that asks no model believes in random houses, held against the world.
 *
 * @module
 */
import * as fc from 'fast-check';
import type { Tracking } from '../../../../envs/world.ts';
import { caseText } from '../case_text.ts';
import { brokenIn } from '../check_tracker.ts';
import { FURNISHED } from '../furnished.ts';
import { shrinkCase } from '../shrink_case.ts';
import { trackingReport } from '../tracking_report.ts';
import type { WatchedStep } from '../watched_house.ts';
import type { CheckOrder, CheckOutcome, JudgedBeliefs } from './check_messages.ts';
import type { LoadedPlanner } from './load_planner.ts';
import { playInHouse } from './play_in_house.ts';

export type Saying = {
  readonly onLine: (line: string | null) => void;
  /** A fault, before it is made smaller. */
  readonly onFound: (found: CheckOutcome) => void;
};

/** Null where it turns out to ask a model. */
export async function checkHouseBeliefs(
  under: LoadedPlanner,
  { runs, seed }: CheckOrder,
  { onLine, onFound }: Saying,
): Promise<CheckOutcome | null> {
  const judged: Tracking[] = [];
  let episodes = 0;
  const outcome = (invariant: string | null): JudgedBeliefs => {
    const { steps, ...shares } = trackingReport(judged);
    const broken = invariant === null ? {} : { [invariant]: { beliefs: 1, episodes: 1 } };
    return { source: 'random houses', episodes, beliefs: steps, ...shares, broken };
  };
  for (const [at, house] of fc.sample(FURNISHED, { numRuns: runs, seed }).entries()) {
    const { steps, asksModel } = await playInHouse(under, { house, seed: at }, onLine);
    if (asksModel) return null;
    const here = steps.flatMap(({ tracking }) => tracking ?? []);
    judged.push(...here);
    if (here.length > 0) episodes += 1;
    const invariant = brokenIn(steps);
    if (invariant === null) continue;
    const beliefs = outcome(invariant);
    onFound({ status: 'failed', beliefs, ...told(steps, { invariant, house: at + 1 }) });
    const breaks = async (candidate: { readonly house: string }) => {
      try {
        return brokenIn((await playInHouse(under, { ...candidate, seed: at }, onLine)).steps) === invariant;
      } catch {
        return false; // there is no such house
      }
    };
    const smallest = await shrinkCase({ house, moves: [] }, breaks);
    const again = await playInHouse(under, { house: smallest.house, seed: at }, onLine);
    return { status: 'failed', beliefs, ...told(again.steps, { invariant, house: at + 1 }) };
  }
  const beliefs = outcome(null);
  if (episodes > 0) return { status: 'passed', beliefs };
  return {
    status: 'skipped',
    beliefs,
    reason: `none: in ${runs} random houses, it notes no belief that can be judged`,
  };
}

function told(steps: readonly WatchedStep[], { invariant, house }: { invariant: string; house: number }) {
  const text = steps.at(-1)?.broken.find((each) => each.invariant === invariant)?.text ?? '';
  return {
    reason: `In random house ${house}, made as small as could be, it breaks "${invariant}": ${text}`,
    trace: caseText(steps).split('\n'),
  };
}
