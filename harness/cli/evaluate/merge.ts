import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { mergeTapeFolders } from '../../../cassettes/care/tape_merge.ts';
import { knownTapes } from '../../../cassettes/reading/known_tapes.ts';
import { are, counted } from '../../io/errors/counted.ts';
import { invalid } from '../../io/errors/failure.ts';
import { PLACES, shippedOrOwn } from '../../io/places.ts';
import { mergeRuns } from '../../run/merge_runs.ts';
import { runAt } from '../../run/run_folder.ts';
import { refuseShipped } from '../../run/tapes/tape_layers.ts';
import { command } from '../terminal/command.ts';
import { option } from '../terminal/option.ts';

export const mergeCommand = command(
  (args) =>
    args.positional('dirs', option.requiredTexts('Runs (folders, SUITE or SUITE/NAME), or folders of tapes')).options({
      out: { ...option.required('New folder for the merged run, or folder for the merged tapes'), alias: 'o' },
      shipped: option.flag('Allow --out to be the folder of the shipped tapes'),
      'any-commit': option.flag('Allow runs of different versions or commits of Tapedeck'),
    }),
  async ({ out, shipped, anyCommit, json, ...args }, { terminal }) => {
    const dirs = args.dirs.map(shippedOrOwn);
    const runs = dirs.flatMap((dir) => runFolderOf(dir) ?? []);
    if (runs.length === dirs.length) {
      const { run, misses } = mergeRuns(runs, out, { anyCommit });
      if (json) terminal.out(JSON.stringify({ out, run, misses }));
      terminal.say(`${counted(run.episodesPlayed, 'episode')} of ${counted(runs.length, 'run')} merged into ${out}`);
      const missing = run.episodesTotal - run.episodesPlayed;
      if (missing > 0)
        terminal.say(`${missing} of ${counted(run.episodesTotal, 'episode')} ${are(missing)} still missing`);
      return;
    }
    const unmergeable = dirs.find((dir) => runFolderOf(dir) !== null || knownTapes(dir).length === 0);
    if (unmergeable !== undefined)
      throw invalid(`Cannot merge "${unmergeable}": expected folders of runs only, or folders of tapes only`);
    if (!shipped) refuseShipped(out);
    const report = await mergeTapeFolders(dirs, out);
    if (json) terminal.out(JSON.stringify({ out, ...report }));
    terminal.say(
      `${counted(report.added, 'recording')} added to ${counted(report.tapes, 'tape')} in ${out}; ${report.shared} found in several folders`,
    );
  },
  {
    'merge household/first household/second --out my_merged_run':
      'Merge two shards of a run, from --shard 1/2 and --shard 2/2',
    'merge my_tapes more_tapes --out all_tapes': 'Merge the tapes of two folders into a third',
  },
);

function runFolderOf(name: string): string | null {
  return runAt(existsSync(name) ? name : join(PLACES.runs, name));
}
