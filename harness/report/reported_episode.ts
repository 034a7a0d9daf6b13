/** An episode as the report knows it, and the names that its pages give it. */
import { pathSegment } from '../../cassettes/disk/path_segment.ts';
import type { Exchange } from '../run/reading/exchange_reader.ts';
import type { EpisodeMetrics } from '../trace/metrics/metrics.ts';
import type { EpisodeName, Trace } from '../trace/trace.ts';
import type { ReplayedWorld } from './replayed_world.ts';

/** A run and what its episodes are looked up in. */
export type ReportedRun = {
  /** No other has it. */
  readonly name: string;
  /** Its suite, by name or path. */
  readonly suite: string;
  /** Folders of tapes, lowest first. */
  readonly tapes: readonly string[];
  readonly traces: readonly Trace[];
};

/** As the overview and links to it have it. */
export type ListedEpisode = {
  /** Of its page within the report, without ending. */
  readonly path: string;
  readonly run: string;
  readonly metrics: EpisodeMetrics;
  readonly instruction: string;
};

export type ReportedEpisode = {
  readonly listed: ListedEpisode;
  readonly trace: Trace;
  readonly exchanges: readonly (Exchange | null)[];
  readonly world: ReplayedWorld;
};

export const OUTCOMES = { success: '✓ success', failure: '✗ failure', unfinished: '… unfinished' } as const;

export function outcomeOf({ complete, success }: Pick<EpisodeMetrics, 'complete' | 'success'>): keyof typeof OUTCOMES {
  if (!complete) return 'unfinished';
  return success ? 'success' : 'failure';
}

/** The same for episodes that can be compared. */
export function cellOf({ metrics: { suite, scene, task, trial } }: ListedEpisode): string {
  return JSON.stringify([suite, scene, task, trial]);
}

/** Where its page lies, without ending, such as `episodes/household.mine/house_1/make_toast/llm_state/1`; `run` as `runName` gives it. */
export function episodePath(run: string, { scene, task, planner, trial }: Omit<EpisodeName, 'suite'>): string {
  return ['episodes', ...[run.replaceAll('/', '.'), scene, task, planner].map(pathSegment), String(trial)].join('/');
}

/** Of the page that shows two episodes side by side, from the report's folder. */
export function pairAddress(left: string, right: string): string {
  return `pair.html#left=${encodeURIComponent(left)}&right=${encodeURIComponent(right)}`;
}

export function runName(suite: string, folder: string): string {
  return `${suite}/${folder}`;
}

/** Names as a person writes them. */
export function words(name: string): string {
  return name.replaceAll('_', ' ');
}
