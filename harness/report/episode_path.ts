/**
 * Where an episode's page lies within a report.
 *
 * @module
 */
import { pathSegment } from '../../cassettes/disk/path_segment.ts';
import type { EpisodeName } from '../trace/trace.ts';

/** Without ending, such as `episodes/household.mine/house_1/make_toast/llm_state/1`; `run` is what the report calls it. */
export function episodePath(run: string, { scene, task, planner, trial }: Omit<EpisodeName, 'suite'>): string {
  return ['episodes', ...[run.replaceAll('/', '.'), scene, task, planner].map(pathSegment), String(trial)].join('/');
}

/** What a report calls a run: its suite and the name of its folder. */
export function runName(suite: string, folder: string): string {
  return `${suite}/${folder}`;
}
