/**
 * Which episodes of a run are played: those of a shard, or of one trial.
 *
 * @module
 */
import type { EpisodeList } from './episode_list.ts';
import type { RunRequest } from './run_request.ts';

type Selection = Pick<RunRequest, 'shard' | 'trial'>;

/** Their numbers, ascending. Shards are dealt out like cards, so that they are of like size and kind. */
export function selectedEpisodes(list: EpisodeList, { shard, trial }: Selection): number[] {
  const { index, count } = shard ?? { index: 1, count: 1 };
  const numbers: number[] = [];
  for (let number = index - 1; number < list.length; number += count) {
    if (trial !== undefined && list.placeOf(number).trial !== trial) continue;
    numbers.push(number);
  }
  return numbers;
}
