import type { EpisodeMetrics } from '../../../trace/metrics/metrics.ts';
import { episodeMetrics } from '../../../trace/metrics/testing/episode_metrics.ts';

export const COMMON = {
  title: 'A title',
  methods: [
    { planner: 'a', title: 'Method A' },
    { planner: 'b', title: 'Method B' },
  ],
  caption: ['Who <answered>.'],
};

export function episode(planner: string, change: Partial<EpisodeMetrics> = {}): EpisodeMetrics {
  return episodeMetrics({ planner, complete: true, ...change });
}

export function count(svg: string, text: string | RegExp): number {
  return svg.split(text).length - 1;
}

/** The words of a figure, in order. */
export function words(svg: string): string[] {
  return [...svg.matchAll(/<(?:text|tspan)[^>]*>([^<]+)</g)].map(([, text = '']) => text);
}
