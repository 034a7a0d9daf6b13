/**
 * Pairs the episodes of two sides by suite, scene, task, trial and paired planners, and refuses pairs that were not the same episode.
 *
 * @module
 */
import { type CommandFailure, invalid } from '../io/errors/failure.ts';
import { firstDifference } from '../run/first_difference.ts';
import { type EpisodeName, episodeId } from '../trace/trace.ts';
import type { MissingPair, PairedEpisode, Played } from './comparison.ts';
import { type NamedPair, type PlannerPair, pairPlanners } from './pair_planners.ts';
import type { Side, SideEpisode } from './side.ts';

export type Pair = { readonly baseline: SideEpisode; readonly candidate: SideEpisode };

export type Pairing = {
  readonly planners: readonly PlannerPair[];
  readonly pairs: readonly Pair[];
  readonly missing: readonly MissingPair[];
};

/** Throws a CommandFailure where the sides have nothing in common, or play different scenes, tasks or worlds under one name. */
export function pairEpisodes(baseline: Side, candidate: Side, named: readonly NamedPair[] = []): Pairing {
  const planners = pairPlanners(baseline, candidate, named);
  const paired = planners.map((pair) => pairedCells(pair, baseline.episodes, candidate.episodes));
  const pairs = paired.flatMap((each) => each.pairs);
  const missing = paired.flatMap((each) => each.missing);
  for (const pair of pairs) refuseOther(pair, [baseline, candidate]);
  if (pairs.length === 0) throw noPair(baseline, candidate, missing);
  return { planners, pairs, missing };
}

/** A pair without what was read of it. */
export function pairedEpisode({ baseline, candidate }: Pair): PairedEpisode {
  const { episode, suite, scene, task, planner, trial } = candidate;
  const name = { episode, suite, scene, task, planner, trial };
  return { ...name, baselinePlanner: baseline.planner, baseline: played(baseline), candidate: played(candidate) };
}

function played({ end, row }: SideEpisode): Played {
  return { end, success: row['success'] === true, steps: Number(row['steps'] ?? 0) };
}

/** What tells which episodes are a pair. */
type Paired = EpisodeName & Pick<SideEpisode, 'end' | 'complete'>;

/** The pairs of two planners, and what is missing of either: first in the order of the baseline, then what only the candidate has. */
export function pairedCells<E extends Paired>(
  { suite, ...names }: PlannerPair,
  baseline: readonly E[],
  candidate: readonly E[],
): {
  readonly pairs: readonly { readonly baseline: E; readonly candidate: E }[];
  readonly missing: readonly MissingPair[];
} {
  const before = byCell(baseline, suite, names.baseline);
  const after = byCell(candidate, suite, names.candidate);
  const pairs: { readonly baseline: E; readonly candidate: E }[] = [];
  const missing: MissingPair[] = [];
  for (const [cell, episode] of before) {
    const other = after.get(cell);
    if (other?.complete === true && episode.complete) pairs.push({ baseline: episode, candidate: other });
    else if (episode.complete) missing.push(lacking({ ...episode, planner: names.candidate }, 'candidate', other));
    else if (other?.complete === true)
      missing.push(lacking({ ...other, planner: names.baseline }, 'baseline', episode));
  }
  for (const [cell, episode] of after) {
    if (episode.complete && !before.has(cell)) {
      missing.push(lacking({ ...episode, planner: names.baseline }, 'baseline', undefined));
    }
  }
  return { pairs, missing };
}

function byCell<E extends Paired>(episodes: readonly E[], suite: string, planner: string): ReadonlyMap<string, E> {
  const own = episodes.filter((episode) => episode.suite === suite && episode.planner === planner);
  return new Map(own.map((episode) => [JSON.stringify([episode.scene, episode.task, episode.trial]), episode]));
}

/** Called as the side that lacks it would call it. */
function lacking(
  { suite, scene, task, planner, trial }: EpisodeName,
  where: MissingPair['in'],
  there: Paired | undefined,
): MissingPair {
  const name = { suite, scene, task, planner, trial };
  return { episode: episodeId(name), ...name, in: where, why: there === undefined ? 'absent' : there.end };
}

/** The same name must stand for the same scene, task and world. */
function refuseOther(pair: Pair, [baseline, candidate]: readonly [Side, Side]): void {
  const { scene, task, suite, episode } = pair.baseline;
  const refuse = (what: string) => {
    throw invalid(
      `Cannot compare "${baseline.name}" with "${candidate.name}": episode "${episode}" was played ${what}; play one of them again, on the same files`,
    );
  };
  const [before, after] = [pair.baseline.digests, pair.candidate.digests];
  if (before.scene !== after.scene) {
    refuse(`in two different scenes called "${scene}" (digests ${short(before.scene)} and ${short(after.scene)})`);
  }
  if (before.task !== after.task) {
    refuse(`with two different tasks called "${task}" (digests ${short(before.task)} and ${short(after.task)})`);
  }
  const told = firstDifference(pair.baseline.world, pair.candidate.world);
  if (told === null) return;
  const [left, right] = [told.left, told.right].map((value) => JSON.stringify(value) ?? 'nothing');
  refuse(`in different worlds of suite "${suite}" (${told.path} is ${left} and ${right})`);
}

function short(digest: string): string {
  return digest.slice(0, 8);
}

function noPair(baseline: Side, candidate: Side, missing: readonly MissingPair[]): CommandFailure {
  const whys = new Set(missing.map(({ in: where, why }) => `${why} in the ${where}`));
  const why = whys.size === 0 ? 'none ran to its end' : `${missing.length} of either are ${[...whys].join(' or ')}`;
  return invalid(
    `Cannot compare "${baseline.name}" with "${candidate.name}": they have no episode in common that both played to its end; ${why}`,
  );
}
