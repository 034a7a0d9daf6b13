/**
 * Brings the answers of a sweep onto its tapes.
 *
 * Each is in a journal on the disk before the engine is told that it is collected; whoever is killed in between collects it again, which
 * changes nothing.
 *
 * @module
 */
import { requestKey } from '../../cassettes/wire/key.ts';
import { invalid } from '../io/errors/failure.ts';
import type { Kept, SweepEngine } from './engine/sweep_engine.ts';
import type { SweepCell } from './sweep_plan.ts';
import type { SweepTapes } from './sweep_tapes.ts';

/** So many answers share one write to the disk. */
const TOGETHER_MAX = 200;

export type Collector = {
  readonly engine: Pick<SweepEngine, 'uncollected' | 'collected'>;
  readonly tapes: Pick<SweepTapes, 'append'>;
  readonly cells: ReadonlyMap<string, Pick<SweepCell, 'suite' | 'model' | 'task' | 'trial'>>;
};

/** Collects until nothing is left, and says how many there were. */
export async function collectAnswers({ engine, tapes, cells }: Collector): Promise<number> {
  let count = 0;
  while (true) {
    const kept = await engine.uncollected(TOGETHER_MAX);
    for (const [key, group] of Map.groupBy(kept, (one) => tapeOf(cells, one))) {
      const [suite, model] = JSON.parse(key) as [string, string];
      const recordings = group.map(({ recording }) => recording);
      tapes.append(suite, model, recordings);
    }
    await engine.collected(kept);
    count += kept.length;
    if (kept.length < TOGETHER_MAX) return count;
  }
}

/** Throws a CommandFailure where the answer belongs to no cell of the sweep: a worker would not have kept it. */
function tapeOf(cells: Collector['cells'], { cell: id, recording: { entry, request } }: Kept): string {
  const cell = cells.get(id);
  if (cell?.task !== entry.task || cell.trial !== entry.trial || requestKey(request) !== entry.key) {
    const what = `an answer for task "${entry.task}", trial ${entry.trial}, in cell "${id}"`;
    throw invalid(
      `The queue holds ${what}, which is none of this sweep, so somebody else writes to it. Make it private, then cancel the sweep and start it again`,
    );
  }
  return JSON.stringify([cell.suite, cell.model]);
}
