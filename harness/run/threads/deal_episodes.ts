/**
 * Who plays which episode next: those of one task and trial go to one lane as long as there are others, since what its world has
 * decided for one planner need not be decided again for the next.
 *
 * A lane that is left without a task of its own takes from the one that has most left to play, so that none is idle.
 *
 * @module
 */
import type { EpisodeList } from '../plan/episode_list.ts';

/** The number of the next episode, for the lane that asks; undefined where all are dealt. */
export type Deal = (lane: number) => number | undefined;

/** Deals these episodes of the list, which are given in ascending order. */
export function dealEpisodes(list: Pick<EpisodeList, 'placeOf'>, numbers: readonly number[]): Deal {
  const untouched = groups(list, numbers);
  /** Lane → the group that it plays; groups that are played to their end stay, empty. */
  const own: number[][] = [];
  return (lane) => {
    if ((own[lane]?.length ?? 0) === 0) own[lane] = untouched.next().value ?? fullest(own);
    return own[lane]?.shift();
  };
}

/** Those of one task and trial stand together. */
function* groups(list: Pick<EpisodeList, 'placeOf'>, numbers: readonly number[]): Generator<number[], undefined> {
  let group: number[] = [];
  let [cell, trial] = [-1, 0];
  for (const number of numbers) {
    const place = list.placeOf(number);
    if (place.cell !== cell || place.trial !== trial) {
      if (group.length > 0) yield group;
      [group, cell, trial] = [[], place.cell, place.trial];
    }
    group.push(number);
  }
  if (group.length > 0) yield group;
}

/** The lane that takes it shares it with whoever plays it already. */
function fullest(groups: readonly number[][]): number[] {
  return groups.reduce((most, group) => (group.length > most.length ? group : most), []);
}
