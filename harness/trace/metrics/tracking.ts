/**
 * State-tracking accuracy: what a planner believes of the world, against the world; see envs/household/tracking/README.md.
 *
 * @module
 */
import { addTracking } from '../episode_counts.ts';
import type { TrackingCounts } from '../trace_schema.ts';
import { metric } from './metric.ts';
import { percentRange } from './numbers.ts';
import { BY_TASKS, pooling, ratio } from './poolings.ts';

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
  pooled: pooling(`over all updates of the episodes together; ${BY_TASKS}`, () => {
    const [precision, recall, coverage] = [PRECISION.begin(), RECALL.begin(), COVERAGE.begin()];
    let all: TrackingCounts | null = null;
    return {
      add({ task, tracking: counts }: Needs) {
        if (counts === null) return;
        all = addTracking(all === null ? [counts] : [all, counts]);
        for (const rate of [precision, recall, coverage]) rate.add({ task, ...counts });
      },
      result: () => ({
        trackingClaims: all?.claims ?? null,
        ...precision.result(),
        trackingFacts: all?.facts ?? null,
        ...recall.result(),
        ...coverage.result(),
      }),
    };
  }),
  columns: {
    'Tracking P': (all) => percentRange(all.trackingPrecision, all.trackingPrecisionLow, all.trackingPrecisionHigh),
    R: (all) => percentRange(all.trackingRecall, all.trackingRecallLow, all.trackingRecallHigh),
    Covered: (all) => percentRange(all.trackingCoverage, all.trackingCoverageLow, all.trackingCoverageHigh),
  },
});
