import type { EpisodeMetrics } from '../../../../trace/metrics/metrics.ts';
import { episodeMetrics } from '../../../../trace/metrics/testing/episode_metrics.ts';
import type { SuiteResults } from '../../../suite_results.ts';

/** A success in six steps with three problems and two calls, but for `change`. */
export function olpEpisode(planner: string, task: string, change: Partial<EpisodeMetrics> = {}): EpisodeMetrics {
  const success = change.success ?? true;
  return episodeMetrics({
    ...{ suite: 'tabletop', scene: `${task}_01`, task, planner, success, completed: success },
    ...{ failureKind: success ? null : 'goal', steps: 6, reference: { steps: 4, optimal: true } },
    ...{ problems: 3, expanded: 30, evaluated: 60, calls: 2, latencyMs: 1500 },
    ...{ transcriptTokens: 500, promptTokens: 700, completionTokens: 100 },
    ...change,
  });
}

export function olpResults(...episodes: EpisodeMetrics[]): SuiteResults {
  return { episodes, instructions: new Map(), model: 'm', provenance: ['nobody, a test'] };
}
