/**
 * Says which planner of the baseline is compared with which of the candidate.
 *
 * Planners of one name are; so are two of different names where each side has no other; or those that `--pair` names, and no others.
 *
 * @module
 */
import { namesProgram } from '../episode/any_language/program_command.ts';
import { commandText } from '../io/command_text.ts';
import { invalid } from '../io/errors/failure.ts';
import type { Side } from './side.ts';

export type PlannerPair = PlannerNames & { readonly suite: string };

type PlannerNames = { readonly baseline: string; readonly candidate: string };

/** `--pair BASELINE:CANDIDATE`, for every suite that has both. Planners may hold colons of their own: the sides tell which one divides the two. */
export type NamedPair = { readonly text: string; readonly readings: readonly PlannerNames[] };

/** A planner that only one side has. */
export type UnpairedPlanner = {
  readonly suite: string;
  readonly planner: string;
  readonly in: 'baseline' | 'candidate';
};

/** Throws a CommandFailure, naming the planners of both sides, where they have no suite or no pair of planners in common. */
export function pairPlanners(baseline: Side, candidate: Side, named: readonly NamedPair[]): PlannerPair[] {
  const [before, after] = [plannersOf(baseline), plannersOf(candidate)];
  const shared = [...before.keys()].filter((suite) => after.has(suite));
  const cannot = `Cannot compare "${baseline.name}" with "${candidate.name}"`;
  if (shared.length === 0) {
    const [one, other] = [before, after].map((suites) => listed([...suites.keys()]));
    throw invalid(`${cannot}: they have no suite in common; the one has ${one}, the other ${other}`);
  }
  const inSuites = (pairsOf: (one: readonly string[], other: readonly string[]) => readonly PlannerNames[]) =>
    shared.flatMap((suite) =>
      pairsOf(before.get(suite) ?? [], after.get(suite) ?? []).map((pair) => ({ suite, ...pair })),
    );
  const have = shared
    .map(
      (suite) => `of suite "${suite}" the one has ${listed(before.get(suite))}, the other ${listed(after.get(suite))}`,
    )
    .join('; ');
  if (named.length === 0) {
    const pairs = inSuites(byName);
    if (pairs.length > 0) return pairs;
    const [one, other] = [before, after].map((planners) => planners.get(shared[0]!)?.[0]);
    throw invalid(
      `${cannot}: they have no planner in common; ${have}; name two that are to be compared, such as \`${commandText(['compare', baseline.name, candidate.name, '--pair', `${one}:${other}`])}\``,
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
      `${cannot}: no suite has both planners of --pair "${text}", the first in the baseline, the second in the candidate; ${have}`,
    );
  });
}

/** Planners of the suites compared that have no counterpart. */
export function unpairedPlanners(
  planners: readonly PlannerPair[],
  { baseline, candidate }: { readonly baseline: Side; readonly candidate: Side },
): UnpairedPlanner[] {
  const suites = new Set(planners.map(({ suite }) => suite));
  return [baseline, candidate].flatMap((side) => {
    const where = side === baseline ? 'baseline' : 'candidate';
    return [...plannersOf(side)].flatMap(([suite, all]) => {
      const paired = planners.filter((pair) => pair.suite === suite).map((pair) => pair[where]);
      const left = suites.has(suite) ? all.filter((planner) => !paired.includes(planner)) : [];
      return left.map((planner) => ({ suite, planner, in: where }) as const);
    });
  });
}

/** Reads `llm_state:llm_state+states=false`. Throws a CommandFailure. */
export function readNamedPair(text: string): NamedPair {
  const readings = [...text.matchAll(/:/g)]
    .map(({ index }) => ({ baseline: text.slice(0, index), candidate: text.slice(index + 1) }))
    .filter(({ baseline, candidate }) => mayBePlanner(baseline) && mayBePlanner(candidate));
  if (readings.length > 0) return { text, readings };
  throw invalid(
    `--pair must be BASELINE:CANDIDATE, two planners such as llm_state:llm_state+states=false; found "${text}"`,
  );
}

/** A colon may stand in a command, and in the options of any planner. */
function mayBePlanner(text: string): boolean {
  const [name = ''] = text.split('+');
  return namesProgram(text) || (name !== '' && !name.includes(':'));
}

/** Suite → its planners, in the order of their episodes. */
function plannersOf({ episodes }: Side): ReadonlyMap<string, readonly string[]> {
  const suites = Map.groupBy(episodes, ({ suite }) => suite);
  return new Map([...suites].map(([suite, all]) => [suite, [...new Set(all.map(({ planner }) => planner))]]));
}

function byName(one: readonly string[], other: readonly string[]): readonly PlannerNames[] {
  const [only, rival] = [one[0], other[0]];
  if (one.length === 1 && other.length === 1 && only !== undefined && rival !== undefined) {
    return [{ baseline: only, candidate: rival }];
  }
  return one.filter((planner) => other.includes(planner)).map((planner) => ({ baseline: planner, candidate: planner }));
}

function listed(names: readonly string[] | undefined): string {
  return names === undefined || names.length === 0 ? 'none' : names.map((name) => `"${name}"`).join(', ');
}
