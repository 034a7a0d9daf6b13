/**
 * State-tracking accuracy: what a planner believes of the world, against the world; see envs/household/tracking/README.md.
 *
 * @module
 */
import { addTracking } from '../trace/episode_counts.ts';
import type { TrackingCounts } from '../trace/trace_schema.ts';
import { metric } from './metric.ts';
import { percentRange } from './numbers.ts';
import { BY_TASKS, ratio } from './poolings.ts';

type Needs = { readonly task: string; readonly tracking: TrackingCounts | null };

const PRECISION = ratio('trackingPrecision', 'updates', ({ correct, covered }: TrackingCounts) => [correct, covered]);
const RECALL = ratio('trackingRecall', 'updates', ({ recalled, facts }: TrackingCounts) => [recalled, facts]);
const COVERAGE = ratio('trackingCoverage', 'updates', ({ covered, claims }: TrackingCounts) => [covered, claims]);

export const tracking = metric({
  name: 'tracking',
  title: 'State tracking',
  meaning:
    'attributes that LLM-State wrote, against the simulator at each update. P: share of true ones among those that the lexicon covers; R: share of what has changed of which there is a true one; Covered: share that the lexicon covers',
  count: ({ summary }) => summary.counts.tracking,
  pooled: {
    how: `over all updates of the episodes together; ${BY_TASKS}`,
    over(episodes: readonly Needs[]) {
      const tracked = episodes.flatMap(({ task, tracking: counts }) => (counts === null ? [] : [{ task, ...counts }]));
      const counts = addTracking(tracked);
      return {
        trackingClaims: counts?.claims ?? null,
        ...PRECISION.over(tracked),
        trackingFacts: counts?.facts ?? null,
        ...RECALL.over(tracked),
        ...COVERAGE.over(tracked),
      };
    },
  },
  columns: {
    'Tracking P': (all) => percentRange(all.trackingPrecision, all.trackingPrecisionLow, all.trackingPrecisionHigh),
    R: (all) => percentRange(all.trackingRecall, all.trackingRecallLow, all.trackingRecallHigh),
    Covered: (all) => percentRange(all.trackingCoverage, all.trackingCoverageLow, all.trackingCoverageHigh),
  },
});
