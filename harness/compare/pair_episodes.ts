/**
 * Pairs the episodes of two sides by suite, scene, task, planner and trial, and refuses pairs that were not the same episode.
 *
 * @module
 */
import { CommandFailure } from '../errors/failure.ts';
import type { MissingPair } from './comparison.ts';
import { firstDifference } from './first_difference.ts';
import type { Side, SideEpisode } from './side.ts';

export type Pair = { readonly baseline: SideEpisode; readonly candidate: SideEpisode };

export type Pairing = { readonly pairs: readonly Pair[]; readonly missing: readonly MissingPair[] };

/** Throws a CommandFailure where the sides have nothing in common, or play different scenes, tasks or worlds under one name. */
export function pairEpisodes(baseline: Side, candidate: Side): Pairing {
  refuseStrangers(baseline, candidate);
  const groups = new Set(baseline.episodes.map(groupOf));
  const shared = new Set(candidate.episodes.map(groupOf).filter((group) => groups.has(group)));
  const within = (side: Side) => side.episodes.filter((episode) => shared.has(groupOf(episode)));
  const [before, after] = [within(baseline), within(candidate)];
  const beforeById = byId(before);
  const afterById = byId(after);
  const pairs: Pair[] = [];
  const missing: MissingPair[] = [];
  for (const episode of before) {
    const other = afterById.get(episode.episode);
    if (other?.complete !== true) {
      if (episode.complete) missing.push(lacking(episode, 'candidate', other));
      continue;
    }
    if (!episode.complete) missing.push(lacking(other, 'baseline', episode));
    else pairs.push({ baseline: episode, candidate: other });
  }
  for (const episode of after) {
    if (episode.complete && !beforeById.has(episode.episode)) missing.push(lacking(episode, 'baseline', undefined));
  }
  for (const pair of pairs) refuseOther(pair, [baseline, candidate]);
  if (pairs.length === 0) throw noPair(baseline, candidate, missing);
  return { pairs, missing };
}

function groupOf({ suite, planner }: SideEpisode): string {
  return JSON.stringify([suite, planner]);
}

function byId(episodes: readonly SideEpisode[]): ReadonlyMap<string, SideEpisode> {
  return new Map(episodes.map((episode) => [episode.episode, episode]));
}

function lacking(
  { episode, suite, scene, task, planner, trial }: SideEpisode,
  where: MissingPair['in'],
  there: SideEpisode | undefined,
): MissingPair {
  return { episode, suite, scene, task, planner, trial, in: where, why: there === undefined ? 'absent' : there.end };
}

function refuseStrangers(baseline: Side, candidate: Side): void {
  for (const [what, of] of [
    ['suite', ({ suite }: SideEpisode) => suite],
    ['planner', ({ planner }: SideEpisode) => planner],
  ] as const) {
    const [before, after] = [baseline, candidate].map(({ episodes }) => [...new Set(episodes.map(of))]);
    if (before?.some((name) => after?.includes(name)) === true) continue;
    throw new CommandFailure(
      2,
      `Cannot compare "${baseline.name}" with "${candidate.name}": they have no ${what} in common; the one has ${listed(before)}, the other ${listed(after)}`,
    );
  }
}

function listed(names: readonly string[] | undefined): string {
  return names === undefined || names.length === 0 ? 'none' : names.map((name) => `"${name}"`).join(', ');
}

/** The same name must stand for the same scene, task and world. */
function refuseOther(pair: Pair, [baseline, candidate]: readonly [Side, Side]): void {
  const { scene, task, suite, episode } = pair.baseline;
  const refuse = (what: string) => {
    throw new CommandFailure(
      2,
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
  return new CommandFailure(
    2,
    `Cannot compare "${baseline.name}" with "${candidate.name}": they have no episode in common that both played to its end; ${why}`,
  );
}
