/**
 * What speaks against a comparison without forbidding it: the baseline was made by other code, with another model, or in a world that has changed since.
 *
 * @module
 */

import { planCells } from '../run_plan/run_plan.ts';
import { codeVersion } from '../runs/code_version.ts';
import { readSuite, suiteNames } from '../suites/suite.ts';
import type { Flip } from './comparison.ts';
import type { Pair } from './pair_episodes.ts';
import type { Side } from './side.ts';

/** A sentence each. */
export function staleness(baseline: Side, candidate: Side, pairs: readonly Pair[]): string[] {
  return [
    ...[baseline, candidate]
      .filter(({ finished }) => !finished)
      .map(({ name }) => `"${name}" was not played to its end; run it again to compare all of it`),
    ...codeWarning(baseline, candidate),
    ...modelWarnings(pairs),
    ...worldWarnings(pairs),
  ];
}

/** Tables keep digests of traces: one that is played again and comes out otherwise was made by other code, or from other tapes. */
export function otherwiseToday(baseline: Side, flips: readonly Flip[]): string[] {
  const others = baseline.kind === 'tables' ? flips.filter(({ parting }) => parting === null) : [];
  return others.length === 0
    ? []
    : [
        `the baseline was made by other code or from other tapes: ${others.length} of the episodes that turned are played otherwise today, such as "${others[0]!.episode}"`,
      ];
}

function codeWarning(baseline: Side, candidate: Side): string[] {
  const [before, after] = [baseline.code, candidate.code ?? codeVersion()];
  if (before === null || (before.version === after.version && before.commit === after.commit)) return [];
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

/** Both sides played the same scenes and tasks; those of today may be others. */
function worldWarnings(pairs: readonly Pair[]): string[] {
  const shipped = suiteNames();
  const suites = [...new Set(pairs.map(({ baseline }) => baseline.suite))].filter((name) => shipped.includes(name));
  return suites.flatMap((name) => {
    const grounds = planCells({ suite: name }, readSuite(name)).map(({ task, ground }): [string, string] => [
      `${task.scene}/${task.name}`,
      `${ground.scene} ${ground.task}`,
    ]);
    const today = new Map(grounds);
    const changed = pairs
      .filter(({ baseline }) => baseline.suite === name)
      .map(({ baseline: { scene, task, digests } }) => ({
        cell: `${scene}/${task}`,
        was: `${digests.scene} ${digests.task}`,
      }))
      .filter(({ cell, was }) => today.get(cell) !== was)
      .map(({ cell }) => cell);
    const cells = [...new Set(changed)];
    return cells.length === 0
      ? []
      : [`suite "${name}" has changed since: ${cells.length} of its tasks are others today, such as "${cells[0]}"`];
  });
}
