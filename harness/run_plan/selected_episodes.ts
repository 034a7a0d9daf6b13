/**
 * Which episodes of a run are played: those of a shard, or those that its suite says are recorded.
 *
 * @module
 */
import type { Suite } from '../suites/suite.ts';
import type { TraceHeader } from '../trace/trace_schema.ts';
import type { EpisodeList } from './episode_list.ts';
import type { RunRequest } from './run_request.ts';

type Selection = Pick<RunRequest, 'shard' | 'trial' | 'recordedOnly'>;

/** Their numbers, ascending. Shards are dealt out like cards, so that they are of like size and kind. */
export function selectedEpisodes(list: EpisodeList, { shard, trial, recordedOnly }: Selection, suite: Suite): number[] {
  const { index, count } = shard ?? { index: 1, count: 1 };
  const numbers: number[] = [];
  for (let number = index - 1; number < list.length; number += count) {
    if (trial !== undefined && list.placeOf(number).trial !== trial) continue;
    if (recordedOnly !== true || isRecorded(list.header(number), suite)) numbers.push(number);
  }
  return numbers;
}

function isRecorded(header: TraceHeader, { recorded }: Suite): boolean {
  return recorded.some(
    ({ scenes, tasks, planners }) =>
      (scenes?.includes(header.scene) ?? true) &&
      (tasks?.includes(header.task) ?? true) &&
      (planners?.includes(header.planner) ?? true),
  );
}
