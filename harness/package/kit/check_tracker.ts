import * as fc from 'fast-check';
import type { BrokenInvariant, Tracking } from '../../../envs/world.ts';
import type { Trace } from '../../trace/trace.ts';
import { arbitraryCase, arbitraryFurnishedHouse } from './arbitrary_case.ts';
import { caseText } from './case_text.ts';
import { type HouseCase, playTracker, type Tracker, type TrackerDemands, type WatchedStep } from './play_tracker.ts';
import { shrinkCase } from './shrink_case.ts';

export type TrackerCheck = TrackerDemands &
  Readonly<{
    /** Number of houses with a walk; default: 100. */
    runs?: number;
    /** An integer; default: 1. */
    seed?: number;
    /** Texts of house files; default: random houses. */
    houses?: fc.Arbitrary<string>;
  }>;

export type CounterExample = Readonly<{
  /** Counted from 1. */
  run: number;
  invariant: string;
  /** Shrunk; `playTracker` replays it. */
  smallest: HouseCase;
  steps: readonly WatchedStep[];
  trace: string;
}>;

export type TrackerReport = TrackingReport &
  Readonly<{ seed: number; runs: number; counterExample: CounterExample | null }>;

/**
 * Plays a tracker through random houses, checks its beliefs after every step, and shrinks the first case that breaks an invariant.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { checkTracker, type Tracker } from 'tapedeck/testing';
 *
 * const silent = (): Tracker => ({ observe() {}, acted() {}, beliefs: () => ({ keyObjects: [] }) });
 * const { counterExample } = await checkTracker(silent, { selective: true, floors: { recall: 0.5 } });
 * assert.equal(counterExample?.invariant, 'recall_floor');
 * ```
 */
export async function checkTracker(make: () => Tracker, check: TrackerCheck = {}): Promise<TrackerReport> {
  const { runs = 100, seed = 1, houses = arbitraryFurnishedHouse, ...demands } = check;
  const trackings: Tracking[] = [];
  const failures: Readonly<{ run: number; broken: HouseCase }>[] = [];
  let played = 0;
  const property = fc.property(arbitraryCase(houses, demands.world ?? {}), (house) => {
    played += 1;
    const steps = playTracker(make, house, demands);
    trackings.push(...steps.flatMap(({ tracking }) => tracking ?? []));
    if (brokenIn(steps) === null) return true;
    failures.push({ run: played, broken: house });
    return false;
  });
  const { errorInstance } = fc.check(property, { numRuns: runs, seed, endOnFailure: true });
  const [failure] = failures;
  if (failure === undefined && errorInstance !== null) throw errorInstance;
  const counterExample = failure === undefined ? null : await smallestOf(make, failure, demands);
  return { ...trackingReport(trackings), seed, runs: played, counterExample };
}

export function brokenIn(steps: readonly WatchedStep[]): string | null {
  return steps.at(-1)?.broken[0]?.invariant ?? null;
}

async function smallestOf(
  make: () => Tracker,
  { run, broken }: { run: number; broken: HouseCase },
  demands: TrackerDemands,
): Promise<CounterExample> {
  const invariant = brokenIn(playTracker(make, broken, demands)) ?? '';
  const smallest = await shrinkCase(broken, (candidate) => brokenInvariant(make, candidate, demands) === invariant);
  const steps = playTracker(make, smallest, demands);
  return { run, invariant, smallest, steps, trace: caseText(steps) };
}

/** Null for an impossible house, too. */
function brokenInvariant(make: () => Tracker, candidate: HouseCase, demands: TrackerDemands): string | null {
  try {
    return brokenIn(playTracker(make, candidate, demands));
  } catch {
    return null;
  }
}

export type TrackerContract = TrackerCheck &
  Readonly<{
    describe: (title: string, body: () => void) => unknown;
    it: (title: string, body: () => Promise<void>) => unknown;
  }>;

/**
 * Registers a test that fails with the smallest case in which a tracker breaks an invariant.
 *
 * ```ts
 * import { describe, it } from 'node:test';
 * import { type Tracker, trackerContract } from 'tapedeck/testing';
 *
 * const silent = (): Tracker => ({ observe() {}, acted() {}, beliefs: () => ({ keyObjects: [] }) });
 * trackerContract('silent()', silent, { describe, it, selective: true });
 * ```
 */
export function trackerContract(title: string, make: () => Tracker, contract: TrackerContract): void {
  const { describe, it, ...check } = contract;
  describe(`state-tracking invariants: ${title}`, () => {
    it('its beliefs break no invariant', async () => {
      const { counterExample, seed } = await checkTracker(make, check);
      if (counterExample !== null) throw new Error(failureText(counterExample, seed));
    });
  });
}

function failureText({ invariant, run, trace }: CounterExample, seed: number): string {
  return `The tracker breaks "${invariant}" (run ${run} with seed ${seed}, shrunk):\n\n${trace}\n`;
}

export type TrackingReport = Readonly<{
  steps: number;
  /** Share of true claims among the understood claims; null without any. */
  precision: number | null;
  /** Share of changes that a true claim reports; null without changes. */
  recall: number | null;
}>;

export function trackingReport(judged: readonly Tracking[]): TrackingReport {
  const total = (field: 'covered' | 'correct' | 'facts' | 'recalled') =>
    judged.reduce((sum, tracking) => sum + tracking[field], 0);
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return {
    steps: judged.length,
    precision: share(total('correct'), total('covered')),
    recall: share(total('recalled'), total('facts')),
  };
}

export type BrokenBelief = BrokenInvariant & { readonly step: number };

/**
 * Lists the broken invariants of an episode. A planner may drop beliefs that it does not need (`kept_until_evidence`).
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { runSuite } from 'tapedeck';
 * import { brokenBeliefs } from 'tapedeck/testing';
 *
 * const { traces } = await runSuite('robot', { planners: ['llm_state'] });
 * for (const { invariant } of traces.flatMap(brokenBeliefs)) assert.equal(invariant, 'kept_until_evidence');
 * ```
 */
export function brokenBeliefs({ events }: Pick<Trace, 'events'>): BrokenBelief[] {
  let step = 0;
  return events.flatMap((event) => {
    if (event.event === 'step') step = event.number;
    if (event.event !== 'tracking') return [];
    return (event.broken ?? []).map((broken) => ({ step, ...broken }));
  });
}
