/**
 * `tapedeck merge DIR…`: joins the shards of a run, or tapes that were recorded apart.
 *
 * @module
 */

import { mergeTapeFolders } from '../../cassettes/care/tape_merge.ts';
import { knownTapes } from '../../cassettes/reading/known_tapes.ts';
import { invalid } from '../errors/failure.ts';
import { refuseShipped } from '../run_tapes/tape_layers.ts';
import { runAt } from '../runs/find_run.ts';
import { mergeRuns } from '../runs/merge_runs.ts';
import { command } from '../terminal/command.ts';
import type { CommandContext, OptionsOf, Parser } from '../terminal/command_context.ts';
import { option } from '../terminal/option.ts';

export const mergeCommand = command(mergeOptions, merge);

type MergeArguments = OptionsOf<typeof mergeOptions>;

function mergeOptions(args: Parser) {
  return args
    .positional('dirs', option.someTexts('Runs (folders, SUITE or SUITE/NAME), or folders like cassettes/tapes'))
    .option('out', {
      alias: 'o',
      type: 'string',
      demandOption: true,
      describe: 'A new folder for the joined run, or where the joined tapes go',
    })
    .option('shipped', option.flag('Allow the shipped tapes as --out'))
    .option('any-commit', option.flag('Also join runs of different versions or commits of Tapedeck'));
}

async function merge(
  { dirs, out, shipped, anyCommit, json }: MergeArguments,
  { terminal }: CommandContext,
): Promise<void> {
  if (dirs.every(isRun)) {
    const { run, misses } = mergeRuns(dirs, out, { anyCommit });
    if (json) terminal.out(JSON.stringify({ out, run, misses }));
    terminal.say(`${run.episodesPlayed} episodes of ${dirs.length} runs joined in ${out}`);
    const missing = run.episodesTotal - run.episodesPlayed;
    if (missing > 0) terminal.say(`${missing} of ${run.episodesTotal} episodes are still missing`);
    return;
  }
  const stranger = dirs.find((dir) => isRun(dir) || knownTapes(dir).length === 0);
  if (stranger !== undefined) {
    throw invalid(`Cannot merge "${stranger}": expected folders of runs only, or folders of tapes only`);
  }
  if (!shipped) refuseShipped(out);
  const report = await mergeTapeFolders(dirs, out);
  if (json) terminal.out(JSON.stringify({ out, ...report }));
  terminal.say(`${report.added} recordings added to ${report.tapes} tapes in ${out}; ${report.shared} were shared`);
}

function isRun(dir: string): boolean {
  return runAt(dir) !== null;
}
