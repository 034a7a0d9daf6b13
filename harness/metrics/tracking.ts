/**
 * State-tracking accuracy: what a planner believes of the world, against the world; see envs/household/tracking/README.md.
 *
 * @module
 */
import { addTracking } from '../trace/episode_counts.ts';
import type { TrackingCounts } from '../trace/trace_schema.ts';
import { metric } from './metric.ts';
import { percentText, sixDigits } from './numbers.ts';

type Needs = { readonly tracking: TrackingCounts | null };

export const tracking = metric({
  name: 'tracking',
  title: 'State tracking',
  meaning:
    'attributes that LLM-State wrote, against the simulator at each update. P: share of true ones among those that the lexicon covers; R: share of what has changed of which there is a true one; Covered: share that the lexicon covers',
  count: ({ summary }) => summary.counts.tracking,
  pooled: {
    how: 'over all updates of the episodes together',
    over(episodes: readonly Needs[]) {
      const counts = addTracking(episodes.flatMap((each) => each.tracking ?? []));
      return {
        trackingClaims: counts?.claims ?? null,
        trackingPrecision: counts === null ? null : share(counts.correct, counts.covered),
        trackingFacts: counts?.facts ?? null,
        trackingRecall: counts === null ? null : share(counts.recalled, counts.facts),
        trackingCoverage: counts === null ? null : share(counts.covered, counts.claims),
      };
    },
  },
  columns: {
    'Tracking P': ({ trackingPrecision }) => percentText(trackingPrecision),
    R: ({ trackingRecall }) => percentText(trackingRecall),
    Covered: ({ trackingCoverage }) => percentText(trackingCoverage),
  },
});

function share(part: number, whole: number): number | null {
  return whole === 0 ? null : sixDigits(part / whole);
}
