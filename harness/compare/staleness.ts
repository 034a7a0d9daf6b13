import { choosePlanner, foreignCode } from '../episode/planner_spec.ts';
import { choosePrompts } from '../episode/prompt_files.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import { codeVersion } from '../run/code_version.ts';
import { planCells } from '../run/plan/plan_cells.ts';
import { readSuite, suiteNames } from '../run/suites/suite.ts';
import type { Pair } from './pairs.ts';
import type { Side, SideEpisode } from './side.ts';

export async function staleness(baseline: Side, candidate: Side, pairs: readonly Pair[]): Promise<string[]> {
  const [prompts, worlds] = [await changedPrompts(baseline, pairs), changedCells(pairs)];
  const same = pairs.filter(
    (pair) => !prompts.has(pair.baseline.planner) && !worlds.get(pair.baseline.suite)?.has(cellOf(pair)),
  );
  const unfinished = [baseline, candidate].filter(({ finished }) => !finished);
  return [
    ...unfinished.map(({ name }) => `"${name}" is not finished; run it again to compare all of it`),
    ...codeWarning(baseline, candidate),
    ...modelWarnings(pairs),
    ...[...prompts].map(([planner, change]) => promptWarning(planner, change)),
    ...[...worlds].flatMap(([suite, [...cells]]) =>
      cells.length === 0
        ? []
        : [`suite "${suite}" has changed since: ${cells.length} of its tasks differ today, such as "${cells[0]}"`],
    ),
    ...(await replayWarning(baseline, same)),
  ];
}

function codeWarning(baseline: Side, candidate: Side): string[] {
  const [before, after] = [baseline.code, candidate.code ?? codeVersion()];
  if (before === null) return [];
  const isSameCommit = before.commit === null || after.commit === null || before.commit === after.commit;
  if (before.version === after.version && isSameCommit) return [];
  return [
    `other code made the baseline: ${versionText(before)}, the candidate: ${versionText(after)}; Tapedeck may cause differences`,
  ];
}

function versionText({ version, commit }: NonNullable<Side['code']>): string {
  return `${version ?? 'several versions'}${commit === null ? '' : ` (commit ${commit.slice(0, 8)})`}`;
}

function modelWarnings(pairs: readonly Pair[]): string[] {
  const changes = pairs
    .map((pair) => [pair.baseline.model, pair.candidate.model])
    .filter(([before, after]) => before !== null && after !== null && before !== after)
    .map(([before, after]) => `different models answered: "${before}" and "${after}"`);
  return [...new Set(changes)];
}

type ChangedPrompts = Readonly<{ was: string; today: string | null }>;

/** Tables only: a run may use the user's prompts, and names its commit. */
async function changedPrompts(baseline: Side, pairs: readonly Pair[]): Promise<ReadonlyMap<string, ChangedPrompts>> {
  if (baseline.kind !== 'tables') return new Map();
  const changed = new Map<string, ChangedPrompts>();
  for (const [planner, { digests }] of new Map(pairs.map(({ baseline: episode }) => [episode.planner, episode]))) {
    if (foreignCode(planner, '.') !== null) continue;
    const today = await promptsToday(planner);
    if (today !== digests.prompts) changed.set(planner, { was: digests.prompts, today });
  }
  return changed;
}

async function promptsToday(planner: string): Promise<string | null> {
  try {
    return choosePrompts((await choosePlanner(planner)).planner, undefined).digest;
  } catch (error) {
    if (error instanceof CommandFailure) return null;
    throw error;
  }
}

function promptWarning(planner: string, { was, today }: ChangedPrompts): string {
  return today === null
    ? `the baseline's planner "${planner}" no longer exists`
    : `the prompts of "${planner}" have changed since the baseline was made: their digest was ${was.slice(0, 8)} and is ${today.slice(0, 8)} today`;
}

function changedCells(pairs: readonly Pair[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shipped = suiteNames();
  const suites = [...Map.groupBy(pairs, ({ baseline }) => baseline.suite)].filter(([name]) => shipped.includes(name));
  return new Map(
    suites.map(([name, own]) => {
      const cells = planCells({ suite: name }, readSuite(name));
      const today = new Map(
        cells.map(({ task, ground }) => [`${task.scene}/${task.name}`, `${ground.scene} ${ground.task}`]),
      );
      const changed = own.filter((pair) => {
        const { scene, task } = pair.baseline.digests;
        return today.get(cellOf(pair)) !== `${scene} ${task}`;
      });
      return [name, new Set(changed.map(cellOf))];
    }),
  );
}

function cellOf({ baseline: { scene, task } }: Pair): string {
  return `${scene}/${task}`;
}

/** Finds changes that no digest covers, such as in a world's rules. Never plays a user's own planner. */
async function replayWarning(baseline: Side, pairs: readonly Pair[]): Promise<string[]> {
  if (baseline.kind !== 'tables') return [];
  const shipped = suiteNames();
  const isOurs = ({ suite, planner }: SideEpisode) => shipped.includes(suite) && foreignCode(planner, '.') === null;
  const episodes = pairs.map((pair) => pair.baseline).filter(isOurs);
  const today = await baseline.traces(episodes);
  const changed = episodes.filter(({ episode }) => !today.has(episode));
  if (changed.length === 0) return [];
  return [
    `other code or tapes made the baseline: ${changed.length} of its ${episodes.length} compared episodes replay differently today, such as "${changed[0]!.episode}"`,
  ];
}
