import { pathSegment } from '../../cassettes/disk/path_segment.ts';
import type { Exchange } from '../run/reading/trace_text.ts';
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';
import type { EpisodeName, Trace } from '../trace/trace.ts';
import type { ReplayedWorld } from './replayed_world.ts';

export type ReportedRun = Readonly<{ name: string; suite: string; tapes: readonly string[]; traces: readonly Trace[] }>;

export type ListedEpisode = Readonly<{ path: string; run: string; metrics: EpisodeMetrics }>;

export type ReportedEpisode = Readonly<{
  listed: ListedEpisode;
  trace: Trace;
  exchanges: readonly (Exchange | null)[];
  world: ReplayedWorld;
}>;

export const OUTCOMES = { success: '✓ success', failure: '✗ failure', unfinished: '… unfinished' } as const;

export function outcomeOf({ complete, success }: Pick<EpisodeMetrics, 'complete' | 'success'>): keyof typeof OUTCOMES {
  if (!complete) return 'unfinished';
  return success ? 'success' : 'failure';
}

export function cellOf({ metrics: { suite, scene, task, trial } }: ListedEpisode): string {
  return JSON.stringify([suite, scene, task, trial]);
}

export function episodePath(run: string, { scene, task, planner, trial }: Omit<EpisodeName, 'suite'>): string {
  return ['episodes', ...[run.replaceAll('/', '.'), scene, task, planner].map(pathSegment), String(trial)].join('/');
}

export function pairAddress(left: string, right: string): string {
  return `pair.html#left=${encodeURIComponent(left)}&right=${encodeURIComponent(right)}`;
}

export function runName(suite: string, folder: string): string {
  return `${suite}/${folder}`;
}
