import { choosePlanner, choosePrompts, foreignCode } from '../episode/planner_spec.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import { codeVersion } from '../run/code_version.ts';
import { planCells } from '../run/plan/episode_list.ts';
import { readSuite, suiteNames } from '../run/suites/suite.ts';
import type { Pair } from './pairs.ts';
import type { Side, SideEpisode } from './side.ts';

export async function stalenessWarnings(baseline: Side, candidate: Side, pairs: readonly Pair[]): Promise<string[]> {
  const [promptChanges, suiteChanges] = [await promptWarnings(baseline, pairs), changedCells(pairs)];
  const unchanged = pairs.filter(
    (pair) => !promptChanges.has(pair.baseline.planner) && !suiteChanges.get(pair.baseline.suite)?.has(cellOf(pair)),
  );
  const unfinished = [baseline, candidate].filter(({ finished }) => !finished);
  return [
    ...unfinished.map(({ name }) => `"${name}" is not finished; run it again to compare all of it`),
    ...codeWarning(baseline, candidate),
    ...modelWarnings(pairs),
    ...promptChanges.values(),
    ...[...suiteChanges].flatMap(([suite, [...cells]]) =>
      cells.length === 0
        ? []
        : [
            `suite "${suite}" has changed since the baseline was made: ${cells.length} of its tasks differ, such as "${cells[0]}"`,
          ],
    ),
    ...missingMetrics(baseline, pairs),
    ...(await replayWarning(baseline, unchanged)),
  ];
}

function codeWarning(baseline: Side, candidate: Side): string[] {
  const [before, after] = [baseline.code, candidate.code ?? codeVersion()];
  if (before === null) return [];
  const isSameCommit = before.commit === null || after.commit === null || before.commit === after.commit;
  if (before.version === after.version && isSameCommit) return [];
  return [
    `different versions of Tapedeck made the baseline (${versionText(before)}) and the candidate (${versionText(after)}), which may cause differences`,
  ];
}

function versionText({ version, commit }: NonNullable<Side['code']>): string {
  return `${version ?? 'several versions'}${commit === null ? '' : `, commit ${commit.slice(0, 8)}`}`;
}

function modelWarnings(pairs: readonly Pair[]): string[] {
  const changes = pairs
    .map((pair) => [pair.baseline.model, pair.candidate.model])
    .filter(([before, after]) => before !== null && after !== null && before !== after)
    .map(([before, after]) => `different models answered: "${before}" and "${after}"`);
  return [...new Set(changes)];
}

/** For tables only: a run may use the user's prompts. */
async function promptWarnings(baseline: Side, pairs: readonly Pair[]): Promise<ReadonlyMap<string, string>> {
  const warnings = new Map<string, string>();
  if (baseline.kind !== 'tables') return warnings;
  for (const [planner, { prompts }] of new Map(pairs.map((pair) => [pair.baseline.planner, pair.baseline.digests]))) {
    if (foreignCode(planner, '.') !== null) continue;
    const known = await plannerToday(planner);
    const today = known === null ? null : choosePrompts(known.planner, undefined).digest;
    if (today === null) warnings.set(planner, `the baseline's planner "${planner}" no longer exists`);
    else if (today !== prompts) {
      const digests = `their digest was ${prompts.slice(0, 8)} and is ${today.slice(0, 8)} today`;
      warnings.set(planner, `the prompts of "${planner}" have changed since the baseline was made: ${digests}`);
    }
  }
  return warnings;
}

export async function plannerToday(name: string) {
  try {
    return await choosePlanner(name);
  } catch (error) {
    if (error instanceof CommandFailure) return null;
    throw error;
  }
}

function changedCells(pairs: readonly Pair[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shipped = suiteNames();
  const suites = [...Map.groupBy(pairs, ({ baseline }) => baseline.suite)].filter(([name]) => shipped.includes(name));
  return new Map(
    suites.map(([name, suitePairs]) => {
      const cells = planCells({ suite: name }, readSuite(name));
      const today = new Map(cells.map(({ task, ground }) => [`${task.scene}/${task.name}`, ground]));
      const changed = suitePairs.filter((pair) => {
        const { scene, task } = pair.baseline.digests;
        const digests = today.get(cellOf(pair));
        return digests?.scene !== scene || digests.task !== task;
      });
      return [name, new Set(changed.map(cellOf))];
    }),
  );
}

function cellOf({ baseline: { scene, task } }: Pair): string {
  return `${scene}/${task}`;
}

/** For tables only: a run's metrics are counted anew. */
function missingMetrics({ name, kind }: Side, [pair]: readonly Pair[]): string[] {
  if (kind !== 'tables' || pair === undefined) return [];
  const missing = Object.keys(pair.candidate.row).filter((column) => !Object.hasOwn(pair.baseline.row, column));
  if (missing.length === 0) return [];
  return [`the baseline lacks ${missing.join(', ')}; rebuild it with \`tapedeck tables --out ${name}\``];
}

/** Finds changes without a digest, such as in rules of a world. */
async function replayWarning(baseline: Side, pairs: readonly Pair[]): Promise<string[]> {
  if (baseline.kind !== 'tables') return [];
  const shipped = suiteNames();
  const isOurs = ({ suite, planner }: SideEpisode) => shipped.includes(suite) && foreignCode(planner, '.') === null;
  const episodes = pairs.map((pair) => pair.baseline).filter(isOurs);
  const today = await baseline.traces(episodes);
  const [first, ...others] = episodes.filter(({ episode }) => !today.has(episode));
  if (first === undefined) return [];
  const count = `${others.length + 1} of its ${episodes.length} compared episodes`;
  return [
    `the code or the tapes have changed since the baseline was made: ${count} replay differently, such as "${first.episode}"`,
  ];
}
