/**
 * A side that is what some tapes hold: every episode that replays from them to its end.
 *
 * @module
 */
import { dirname, resolve } from 'node:path';
import { readAnyManifest } from '../../cassettes/format/manifest.ts';
import { type TapeName, tapeFiles } from '../../cassettes/format/tape_files.ts';
import { knownTapes } from '../../cassettes/reading/known_tapes.ts';
import { CommandFailure } from '../errors/failure.ts';
import { codeVersion } from '../runs/code_version.ts';
import type { RunResult } from '../runs/run_folder.ts';
import { readSuite } from '../suites/suite.ts';
import { isComplete } from '../trace/trace.ts';
import { type Cells, type Replaying, replayCells } from './replay_cells.ts';
import type { Side, SideEpisode } from './side.ts';
import { tracesSide } from './trace_side.ts';

/** The tapes in a folder like `cassettes/tapes`, in that of a suite or of a model there; none where it is neither. */
export function tapesIn(folder: string): readonly TapeName[] {
  const path = resolve(folder);
  for (const tapesDir of [path, dirname(path), dirname(dirname(path))]) {
    const within = knownTapes(tapesDir).filter((tape) => `${tapeFiles(tape).dir}/`.startsWith(`${path}/`));
    if (within.length > 0) return within;
  }
  return [];
}

/**
 * Plays what the tapes hold: of suites that the other side has, where there is one, and of these its planners, tasks and trials. Throws a CommandFailure
 * where no episode replays.
 */
export async function tapesSide(
  name: string,
  { tapes, other }: { readonly tapes: readonly TapeName[]; readonly other: Side | null },
  replaying: Replaying,
): Promise<Side> {
  const wanted = tapes.filter(({ suite }) => other === null || other.suites.some((each) => each.suite === suite));
  const played: Pick<RunResult, 'run' | 'traces'>[] = [];
  for (const tape of wanted) {
    const cells = cellsOf(
      tape,
      other?.episodes.filter(({ suite }) => suite === tape.suite),
    );
    if (cells.length === 0) continue;
    const { suite, model, tapesDir } = tape;
    const { run, traces } = await replayCells({ suite, model, cells, tapes: [tapesDir] }, replaying);
    played.push({ run, traces: traces.filter(isComplete) });
  }
  if (played.every(({ traces }) => traces.length === 0)) {
    const suites = tapes.map(({ suite }) => `"${suite}"`).join(', ');
    const of = other === null ? '' : ` of what "${other.name}" has played`;
    throw new CommandFailure(2, `Cannot compare "${name}": its tapes (suites ${suites}) hold no whole episode${of}`);
  }
  const tapesDir = tapes[0]!.tapesDir;
  return { ...tracesSide(name, 'tapes', played), code: codeVersion(), finished: true, tapes: [tapesDir] };
}

/** Of those that the other side has played, or else of all planners of the suite, the ones whose task is on the tape. */
function cellsOf({ tapesDir, suite, model }: TapeName, other: readonly SideEpisode[] | undefined): Cells['cells'] {
  const tasks = Object.keys(readAnyManifest(tapeFiles({ tapesDir, suite, model }).manifest).tasks);
  if (other !== undefined) return other.filter(({ scene, task }) => tasks.includes(`${scene}/${task}`));
  const { planners, trials } = readSuite(suite);
  return tasks.flatMap((cell) => {
    const [scene = '', task = ''] = cell.split('/');
    return planners.map((planner) => ({ scene, task, planner, trial: trials }));
  });
}
