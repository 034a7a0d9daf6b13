/**
 * Reads a side of a comparison, whatever it is: a run, tapes, tables, or a model's answers to PlanBench.
 *
 * @module
 */
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { invalid } from '../io/errors/failure.ts';
import { shippedOrOwn } from '../io/places.ts';
import { findRun, runAt } from '../run/run_folder.ts';
import type { NamedPair } from './pair_planners.ts';
import { PLANBENCH, planbenchSide } from './planbench_side.ts';
import type { Replaying } from './replay_cells.ts';
import type { Side } from './side.ts';
import { EPISODES_FILE, tablesSide } from './tables_side.ts';
import { type PlayedTapes, tapesIn, tapesSide } from './tapes_side.ts';
import { runSide } from './trace_side.ts';

/** What is to be compared. */
export type SideNames = {
  readonly baseline: string;
  readonly candidate: string;
  /** Which planners, where they were named. */
  readonly planners: readonly NamedPair[];
};

/** Both sides. Tapes play what the other side has played, with its planners or those that were named. Throws a CommandFailure, TraceError or TapeError on what cannot be read. */
export async function readSides(
  { planners, ...names }: SideNames,
  replaying: Replaying,
): Promise<{ readonly baseline: Side; readonly candidate: Side }> {
  const [first, second] = [readable(names.baseline, replaying), readable(names.candidate, replaying)];
  const baseline = typeof first === 'function' ? null : first;
  const candidate = typeof second === 'function' ? null : second;
  // Where neither side is there to tell the planners of a pair, they are read as they most likely are.
  const isKnown = baseline !== null || candidate !== null;
  const pairs = planners.flatMap(({ readings }) => (isKnown ? readings : readings.slice(0, 1)));
  const forBaseline = pairs.map((pair) => ({ own: pair.baseline, others: pair.candidate }));
  const before = baseline ?? (await (first as TapesRead)(candidate, forBaseline));
  const forCandidate = pairs.map((pair) => ({ own: pair.candidate, others: pair.baseline }));
  return { baseline: before, candidate: candidate ?? (await (second as TapesRead)(before, forCandidate)) };
}

/** What is to be played waits for what the other side has played. */
type TapesRead = (other: Side | null, named: PlayedTapes['named']) => Promise<Side>;

function readable(asked: string, replaying: Replaying): Side | TapesRead {
  if (asked.startsWith(PLANBENCH)) return planbenchSide(asked);
  const name = shippedOrOwn(asked);
  const folder = runAt(name);
  if (folder !== null) return runSide(name, folder);
  if (existsSync(join(name, EPISODES_FILE)) || existsSync(join(name, 'runs.json'))) return tablesSide(name, replaying);
  const tapes = tapesIn(name);
  if (tapes.length > 0) return (other, named) => tapesSide(name, { tapes, other, named }, replaying);
  return runSide(name, runFolder(name));
}

function runFolder(name: string): string {
  try {
    return findRun(name);
  } catch (cause) {
    throw invalid(
      `Cannot compare "${name}": it is no run, no folder of tapes, no folder of tables and no planbench:MODEL; make a run with \`tapedeck run SUITE\`, or choose one with \`tapedeck runs list\``,
      { cause },
    );
  }
}
