/**
 * A side that is what some tapes hold: every episode that replays from them to its end.
 *
 * @module
 */
import { dirname, resolve } from 'node:path';
import { type TapeName, tapeFiles } from '../../cassettes/format/tape_files.ts';
import { knownTapes } from '../../cassettes/reading/known_tapes.ts';
import { openTape } from '../../cassettes/reading/tape.ts';
import { choosePlanner, foreignCode } from '../episode/planner_spec.ts';
import { CommandFailure, invalid } from '../io/errors/failure.ts';
import { codeVersion } from '../run/code_version.ts';
import type { RunResult } from '../run/stored_run.ts';
import { readSuite } from '../run/suites/suite.ts';
import { isComplete } from '../trace/trace.ts';
import { type Cells, type Replaying, replayCells } from './replay_cells.ts';
import type { Side } from './side.ts';
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

/** What is to be played of the tapes. */
export type PlayedTapes = {
  readonly tapes: readonly TapeName[];
  /** The other side, where it has been read. */
  readonly other: Side | null;
  /** Planners that were named to be played, each against one of the other side; where none are, they are the same. */
  readonly named: readonly { readonly own: string; readonly others: string }[];
};

/**
 * Plays what the tapes hold: of suites that the other side has, where there is one, and of these its tasks and trials, with its planners or
 * those that were named. Throws a CommandFailure where no episode replays.
 */
export async function tapesSide(
  name: string,
  { tapes, other, named }: PlayedTapes,
  replaying: Replaying,
): Promise<Side> {
  const wanted = tapes.filter(({ suite }) => other === null || other.suites.some((each) => each.suite === suite));
  const played: Pick<RunResult, 'run' | 'traces'>[] = [];
  for (const tape of wanted) {
    const cells = await (other === null ? cellsOnTape(tape, named) : cellsLike(other, tape, named));
    if (cells.length === 0) continue;
    const { suite, model, tapesDir } = tape;
    const { run, traces } = await replayCells({ suite, model, cells, tapes: [tapesDir] }, replaying);
    played.push({ run, traces: traces.filter(isComplete) });
  }
  if (played.every(({ traces }) => traces.length === 0)) {
    const suites = tapes.map(({ suite }) => `"${suite}"`).join(', ');
    const of = other === null ? '' : ` of what "${other.name}" has played`;
    throw invalid(
      `Cannot compare "${name}": its tapes (suites ${suites}) hold no whole episode${of}; where the planners are to be two, name them with --pair BASELINE:CANDIDATE`,
    );
  }
  const tapesDir = tapes[0]!.tapesDir;
  return { ...tracesSide(name, 'tapes', played), code: codeVersion(), finished: true, tapes: [tapesDir] };
}

/** Of all planners of the suite, or those that were named. */
async function cellsOnTape(tape: TapeName, named: PlayedTapes['named']): Promise<Cells['cells']> {
  const { planners, trials } = readSuite(tape.suite);
  const own = named.length === 0 ? planners : named.map((each) => each.own);
  return (await tasksOf(tape)).flatMap((cell) => {
    const [scene = '', task = ''] = cell.split('/');
    return own.map((planner) => ({ scene, task, planner, trial: trials }));
  });
}

/** Those that the other side has played and whose task is on the tape; a planner of the user's own is not played from tapes. */
async function cellsLike({ episodes }: Side, tape: TapeName, named: PlayedTapes['named']): Promise<Cells['cells']> {
  const tasks = await tasksOf(tape);
  const cells = episodes.filter(({ suite, scene, task }) => suite === tape.suite && tasks.includes(`${scene}/${task}`));
  if (named.length > 0) {
    return cells.flatMap((cell) =>
      named.filter(({ others }) => others === cell.planner).map(({ own }) => ({ ...cell, planner: own })),
    );
  }
  const shipped = new Set<string>();
  for (const planner of new Set(cells.map((cell) => cell.planner))) if (await isShipped(planner)) shipped.add(planner);
  return cells.filter(({ planner }) => shipped.has(planner));
}

async function isShipped(planner: string): Promise<boolean> {
  if (foreignCode(planner, '.') !== null) return false;
  try {
    return (await choosePlanner(planner)).spec === planner;
  } catch (error) {
    if (error instanceof CommandFailure) return false;
    throw error;
  }
}

/** Also of recordings that were interrupted, and wait in a journal. */
async function tasksOf(name: TapeName): Promise<readonly string[]> {
  const tape = await openTape(name);
  const tasks = [...tape.tasks()].toSorted();
  await tape.close();
  return tasks;
}
