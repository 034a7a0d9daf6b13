import { addTracking } from '../episode_counts.ts';
import type { TrackingCounts } from '../trace_schema.ts';
import { metric } from './metric.ts';
import { BY_TASKS, episodeRatio, percentOf } from './pooling.ts';

type Tracked = Readonly<{ task: string; tracking: TrackingCounts | null }>;

const PRECISION = episodeRatio('trackingPrecision', 'updates', (each: TrackingCounts) => [each.correct, each.covered]);
const RECALL = episodeRatio('trackingRecall', 'updates', (each: TrackingCounts) => [each.recalled, each.facts]);
const COVERAGE = episodeRatio('trackingCoverage', 'updates', (each: TrackingCounts) => [each.covered, each.claims]);

export const TRACKING = [
  metric({
    name: 'tracking',
    title: 'State tracking',
    meaning:
      'attributes that LLM-State wrote, against the simulator at each update. P: share of true ones among those that the lexicon covers; R: share of what has changed of which there is a true one; Covered: share that the lexicon covers',
    count: ({ summary }) => summary.counts.tracking,
    row: null,
    pooled: {
      how: `over all updates of the episodes together; ${BY_TASKS}`,
      begin() {
        const [precision, recall, coverage] = [PRECISION.begin(), RECALL.begin(), COVERAGE.begin()];
        let all: TrackingCounts | null = null;
        return {
          add({ task, tracking: counts }: Tracked) {
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
      },
    },
    columns: {
      'Tracking P': percentOf('trackingPrecision'),
      R: percentOf('trackingRecall'),
      Covered: percentOf('trackingCoverage'),
    },
  }),
] as const;
