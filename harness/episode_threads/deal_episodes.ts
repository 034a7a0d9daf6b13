/**
 * Who plays which episode next: those of one task and trial go to one lane as long as there are others, since what its world has
 * decided for one planner need not be decided again for the next.
 *
 * A lane that is left without a task of its own takes from the one that has most left to play, so that none is idle.
 *
 * @module
 */
import type { RunOutline } from './thread_messages.ts';

/** The position of the next episode in the plan, for the lane that asks; undefined where all are dealt. */
export type Deal = (lane: number) => number | undefined;

export function dealEpisodes({ headers, numbers }: Pick<RunOutline, 'headers' | 'numbers'>): Deal {
  const groups = Map.groupBy(numbers.keys(), (position) => {
    const header = headers[numbers[position]!];
    if (header === undefined) throw new Error(`The plan has no episode ${numbers[position]}`);
    return JSON.stringify([header.scene, header.task, header.trial]);
  });
  const untouched = groups.values();
  /** Lane → the group that it plays; groups that are played to their end stay, empty. */
  const own: number[][] = [];
  return (lane) => {
    if ((own[lane]?.length ?? 0) === 0) own[lane] = untouched.next().value ?? fullest(own);
    return own[lane]?.shift();
  };
}

/** The lane that takes it shares it with whoever plays it already. */
function fullest(groups: readonly number[][]): number[] {
  return groups.reduce((most, group) => (group.length > most.length ? group : most), []);
}
