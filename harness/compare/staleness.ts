/**
 * What speaks against a comparison without forbidding it: the baseline was made by other code, with another model, with prompts or in a world that have
 * changed since.
 *
 * What a digest can tell is told by name. Of tables there is more: each episode's trace has a digest, so the episode is played again, and one that comes
 * out otherwise tells of changes that no other digest knows, as in the rules of a world.
 *
 * @module
 */

import { choosePlanner, foreignCode } from '../episode/planner_spec.ts';
import { choosePrompts } from '../episode/prompt_files.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import { codeVersion } from '../run/code_version.ts';
import { planCells } from '../run/plan/plan_cells.ts';
import { readSuite, suiteNames } from '../run/suites/suite.ts';
import type { Pair } from './pair_episodes.ts';
import type { Side, SideEpisode } from './side.ts';

/** A sentence each. */
export async function staleness(baseline: Side, candidate: Side, pairs: readonly Pair[]): Promise<string[]> {
  const [prompts, worlds] = [await changedPrompts(baseline, pairs), changedCells(pairs)];
  const same = pairs.filter(
    (pair) => !prompts.has(pair.baseline.planner) && !worlds.get(pair.baseline.suite)?.has(cellOf(pair)),
  );
  return [
    ...[baseline, candidate]
      .filter(({ finished }) => !finished)
      .map(({ name }) => `"${name}" was not played to its end; run it again to compare all of it`),
    ...codeWarning(baseline, candidate),
    ...modelWarnings(pairs),
    ...promptWarnings(prompts),
    ...worldWarnings(worlds),
    ...(await otherwiseToday(baseline, same)),
  ];
}

function codeWarning(baseline: Side, candidate: Side): string[] {
  const [before, after] = [baseline.code, candidate.code ?? codeVersion()];
  if (before === null) return [];
  const isSameCommit = before.commit === null || after.commit === null || before.commit === after.commit;
  if (before.version === after.version && isSameCommit) return [];
  return [
    `the baseline was made by other code: ${versionText(before)}, the candidate by ${versionText(after)}; what differs may be Tapedeck’s doing`,
  ];
}

function versionText({ version, commit }: NonNullable<Side['code']>): string {
  return `${version ?? 'several versions'}${commit === null ? '' : ` (commit ${commit.slice(0, 8)})`}`;
}

function modelWarnings(pairs: readonly Pair[]): string[] {
  const others = pairs.filter(
    ({ baseline, candidate }) =>
      baseline.model !== null && candidate.model !== null && baseline.model !== candidate.model,
  );
  const changes = others.map(({ baseline, candidate }) => `"${baseline.model}" and "${candidate.model}"`);
  return [...new Set(changes)].map((models) => `different models answered: ${models}`);
}

/**
 * Planner → its prompts, of those whose shipped prompts are others today than when the tables were made. The prompts of a run may be a folder of the
 * user's own, which is gone or changed for good reasons: of a run the commit tells.
 */
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

/** Hex SHA-256; null where there is no such planner any more. */
type ChangedPrompts = { readonly was: string; readonly today: string | null };

async function promptsToday(planner: string): Promise<string | null> {
  try {
    return choosePrompts((await choosePlanner(planner)).planner, undefined).digest;
  } catch (error) {
    if (error instanceof CommandFailure) return null;
    throw error;
  }
}

function promptWarnings(changed: ReadonlyMap<string, ChangedPrompts>): string[] {
  return [...changed].map(([planner, { was, today }]) =>
    today === null
      ? `the baseline's planner "${planner}" is not there any more`
      : `the prompts of "${planner}" have changed since the baseline was made: their digest was ${was.slice(0, 8)} and is ${today.slice(0, 8)} today`,
  );
}

/** Suite → `scene/task` of those that are others today. Both sides played the same; those of today may have changed. */
function changedCells(pairs: readonly Pair[]): ReadonlyMap<string, ReadonlySet<string>> {
  const shipped = suiteNames();
  const suites = [...new Set(pairs.map(({ baseline }) => baseline.suite))].filter((name) => shipped.includes(name));
  return new Map(
    suites.map((name) => {
      const grounds = planCells({ suite: name }, readSuite(name)).map(({ task, ground }): [string, string] => [
        `${task.scene}/${task.name}`,
        `${ground.scene} ${ground.task}`,
      ]);
      const today = new Map(grounds);
      const changed = pairs
        .filter(({ baseline }) => baseline.suite === name)
        .filter((pair) => {
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

function worldWarnings(changed: ReturnType<typeof changedCells>): string[] {
  return [...changed]
    .filter(([, cells]) => cells.size > 0)
    .map(
      ([suite, cells]) =>
        `suite "${suite}" has changed since: ${cells.size} of its tasks are others today, such as "${[...cells][0]}"`,
    );
}

/** Of pairs whose scenes, tasks and prompts are those of today. Who brings a planner of one's own plays it oneself. */
async function otherwiseToday(baseline: Side, pairs: readonly Pair[]): Promise<string[]> {
  if (baseline.kind !== 'tables') return [];
  const shipped = suiteNames();
  const isOurs = ({ suite, planner }: SideEpisode) => shipped.includes(suite) && foreignCode(planner, '.') === null;
  const episodes = pairs.map((pair) => pair.baseline).filter(isOurs);
  const today = await baseline.traces(episodes);
  const others = episodes.filter(({ episode }) => !today.has(episode));
  return others.length === 0
    ? []
    : [
        `the baseline was made by other code or from other tapes: ${others.length} of its ${episodes.length} episodes that are compared are played otherwise today, such as "${others[0]!.episode}"`,
      ];
}
