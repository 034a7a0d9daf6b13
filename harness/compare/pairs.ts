/** Planners pair by name, or if each side has only one; `--pair` replaces both rules. */
import { namesProgram } from '../episode/any_language/program_planner.ts';
import { commandText } from '../io/errors/counted.ts';
import { invalid } from '../io/errors/failure.ts';
import { firstDifference } from '../run/merge_runs.ts';
import { type ComparedPlanners, type PlannerPair, pairCells } from '../tables/paired/compared_metrics.ts';
import type { EpisodeName } from '../trace/trace.ts';
import type { Side, SideEpisode } from './side.ts';

export type Pair = Readonly<{ baseline: SideEpisode; candidate: SideEpisode }>;

export type PairedEpisode = EpisodeName &
  ComparedPlanners &
  Readonly<{ episode: string; baseline: Played; candidate: Played }>;

export type Played = Readonly<{ end: string; success: boolean; steps: number }>;

type PlannerNames = Omit<PlannerPair, 'suite'>;

export type NamedPair = Readonly<{ text: string; readings: readonly PlannerNames[] }>;

/** Throws a CommandFailure if no episode pairs, or the settings of a pair differ. */
export function pairEpisodes(baseline: Side, candidate: Side, named: readonly NamedPair[] = []) {
  const planners = pairPlanners(baseline, candidate, named);
  const cells = planners.map((pair) => pairCells(pair, baseline.episodes, candidate.episodes));
  const pairs: readonly Pair[] = cells.flatMap((each) => each.pairs);
  const missing = cells.flatMap((each) => each.missing);
  const cannot = cannotCompare(baseline, candidate);
  for (const pair of pairs) {
    const difference = settingDifference(pair);
    if (difference === null) continue;
    const { episode } = pair.baseline;
    throw invalid(`${cannot}: episode "${episode}" was played ${difference}; run one side again with the same files`);
  }
  if (pairs.length === 0) {
    const whys = new Set(missing.map(({ in: side, why }) => `${why} in the ${side}`));
    const why = whys.size === 0 ? 'none is complete' : `missing: ${missing.length} (${[...whys].join(', ')})`;
    throw invalid(`${cannot}: they have no episode in common that is complete on both sides; ${why}`);
  }
  return { planners, pairs, missing };
}

function cannotCompare(baseline: Side, candidate: Side): string {
  return `Cannot compare "${baseline.name}" with "${candidate.name}"`;
}

function settingDifference({ baseline, candidate }: Pair): string | null {
  const [before, after] = [baseline.digests, candidate.digests];
  const field = (['scene', 'task'] as const).find((each) => before[each] !== after[each]);
  if (field !== undefined) {
    const digests = `digests ${before[field].slice(0, 8)} and ${after[field].slice(0, 8)}`;
    return `${field === 'scene' ? 'in' : 'with'} two different ${field}s called "${baseline[field]}" (${digests})`;
  }
  const other = firstDifference(baseline.world, candidate.world);
  if (other === null) return null;
  const [left, right] = [other.left, other.right].map((value) => JSON.stringify(value) ?? 'nothing');
  return `in different worlds of suite "${baseline.suite}" (${other.path} is ${left} and ${right})`;
}

export function pairedEpisode({ baseline, candidate }: Pair): PairedEpisode {
  const { episode, suite, scene, task, planner, trial } = candidate;
  const played = ({ end, row }: SideEpisode): Played => {
    return { end, success: row['success'] === true, steps: Number(row['steps'] ?? 0) };
  };
  return {
    ...{ episode, suite, scene, task, planner, trial, baselinePlanner: baseline.planner },
    baseline: played(baseline),
    candidate: played(candidate),
  };
}

export function pairPlanners(baseline: Side, candidate: Side, named: readonly NamedPair[]): PlannerPair[] {
  const [before, after] = [plannersOf(baseline), plannersOf(candidate)];
  const commonSuites = [...before.keys()].filter((suite) => after.has(suite));
  const cannot = cannotCompare(baseline, candidate);
  if (commonSuites.length === 0) {
    const [one, other] = [before, after].map((suites) => quotedNames([...suites.keys()]));
    throw invalid(`${cannot}: they have no suite in common; the baseline has ${one}, the candidate ${other}`);
  }
  const inSuites = (pairsOf: (one: readonly string[], other: readonly string[]) => readonly PlannerNames[]) =>
    commonSuites.flatMap((suite) =>
      pairsOf(before.get(suite) ?? [], after.get(suite) ?? []).map((pair) => ({ suite, ...pair })),
    );
  const planners = commonSuites.map((suite) => {
    const [one, other] = [before, after].map((suites) => quotedNames(suites.get(suite)));
    return `in suite "${suite}", the baseline has ${one}, the candidate ${other}`;
  });
  if (named.length === 0) {
    const pairs = inSuites(pairByName);
    if (pairs.length > 0) return pairs;
    const pair = [before, after].map((suites) => suites.get(commonSuites[0]!)?.[0]).join(':');
    const command = commandText(['compare', baseline.name, candidate.name, '--pair', pair]);
    throw invalid(
      `${cannot}: they have no planner in common; ${planners.join('; ')}; name two to compare, such as \`${command}\``,
    );
  }
  return named.flatMap(({ text, readings }) => {
    const pairs = readings
      .map((pair) =>
        inSuites((one, other) => (one.includes(pair.baseline) && other.includes(pair.candidate) ? [pair] : [])),
      )
      .find(({ length }) => length > 0);
    if (pairs !== undefined) return pairs;
    throw invalid(
      `${cannot}: no suite has both planners of --pair "${text}", the first in the baseline, the second in the candidate; ${planners.join('; ')}`,
    );
  });
}

function plannersOf({ episodes }: Side): ReadonlyMap<string, readonly string[]> {
  const suites = Map.groupBy(episodes, ({ suite }) => suite);
  return new Map([...suites].map(([suite, all]) => [suite, [...new Set(all.map(({ planner }) => planner))]]));
}

function pairByName(one: readonly string[], other: readonly string[]): readonly PlannerNames[] {
  if (one.length === 1 && other.length === 1) return [{ baseline: one[0]!, candidate: other[0]! }];
  return one.filter((planner) => other.includes(planner)).map((planner) => ({ baseline: planner, candidate: planner }));
}

function quotedNames(names: readonly string[] | undefined): string {
  return names === undefined || names.length === 0 ? 'none' : names.map((name) => `"${name}"`).join(', ');
}

export function unpairedPlanners(
  planners: readonly PlannerPair[],
  sides: Readonly<{ baseline: Side; candidate: Side }>,
) {
  const suites = new Set(planners.map(({ suite }) => suite));
  return (['baseline', 'candidate'] as const).flatMap((side) =>
    [...plannersOf(sides[side])].flatMap(([suite, all]) => {
      if (!suites.has(suite)) return [];
      const paired = planners.filter((pair) => pair.suite === suite).map((pair) => pair[side]);
      return all.filter((name) => !paired.includes(name)).map((planner) => ({ suite, planner, in: side }));
    }),
  );
}

export function readNamedPair(text: string): NamedPair {
  const readings = [...text.matchAll(/:/g)]
    .map(({ index }) => ({ baseline: text.slice(0, index), candidate: text.slice(index + 1) }))
    .filter(({ baseline, candidate }) => mayBePlanner(baseline) && mayBePlanner(candidate));
  if (readings.length > 0) return { text, readings };
  throw invalid(
    `--pair must be BASELINE:CANDIDATE, two planners such as llm_state:llm_state+states=false; found "${text}"`,
  );
}

function mayBePlanner(text: string): boolean {
  const [name = ''] = text.split('+');
  return namesProgram(text) || (name !== '' && !name.includes(':'));
}
