import { type EpisodeName, episodeId } from '../../trace/trace.ts';

export type PlannerPair = Readonly<{ suite: string; baseline: string; candidate: string }>;

export type MissingPair = EpisodeName &
  Readonly<{
    episode: string;
    in: 'baseline' | 'candidate';
    /** `absent`, or the end of an incomplete episode, such as `tape_miss`. */
    why: string;
  }>;

type Cell = EpisodeName & Readonly<{ end: string; complete: boolean }>;

export function pairedCells<E extends Cell>(
  { suite, ...planners }: PlannerPair,
  baseline: readonly E[],
  candidate: readonly E[],
) {
  const before = byCell(baseline, suite, planners.baseline);
  const after = byCell(candidate, suite, planners.candidate);
  const pairs: Readonly<{ baseline: E; candidate: E }>[] = [];
  const missing: MissingPair[] = [];
  const addMissing = (side: MissingPair['in'], { scene, task, trial }: E, incomplete?: E) => {
    const name = { suite, scene, task, planner: planners[side], trial };
    missing.push({ episode: episodeId(name), ...name, in: side, why: incomplete?.end ?? 'absent' });
  };
  for (const [cell, episode] of before) {
    const other = after.get(cell);
    if (episode.complete && other?.complete) pairs.push({ baseline: episode, candidate: other });
    else if (episode.complete) addMissing('candidate', episode, other);
    else if (other?.complete) addMissing('baseline', other, episode);
  }
  for (const [cell, episode] of after) {
    if (episode.complete && !before.has(cell)) addMissing('baseline', episode);
  }
  return { pairs, missing };
}

function byCell<E extends Cell>(episodes: readonly E[], suite: string, planner: string): ReadonlyMap<string, E> {
  const own = episodes.filter((episode) => episode.suite === suite && episode.planner === planner);
  return new Map(own.map((episode) => [JSON.stringify([episode.scene, episode.task, episode.trial]), episode]));
}
