import type { EpisodeMetrics } from '../../../trace/metrics/metrics.ts';
import { episodeMetrics } from '../../../trace/metrics/testing/episode_metrics.ts';

export const COMMON = {
  title: 'A title',
  methods: ['a', 'b'].map((planner) => ({ planner, title: `Method ${planner.toUpperCase()}` })),
  ...{ episodes: [], traces: [], caption: ['Who <answered>.'] },
};

export function episode(planner: string, change: Partial<EpisodeMetrics> = {}): EpisodeMetrics {
  return episodeMetrics({ planner, complete: true, ...change });
}

export function count(svg: string, text: string | RegExp): number {
  return svg.split(text).length - 1;
}

export function words(svg: string): string[] {
  return [...svg.matchAll(/<(?:text|tspan)[^<>]*>([^<]+)</g)].map(([, text = '']) => text);
}
