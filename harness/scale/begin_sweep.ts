/**
 * Puts a sweep into its engine, or takes it up where it was.
 *
 * @module
 */
import { invalid } from '../io/errors/failure.ts';
import type { SweepEngine } from './engine/sweep_engine.ts';
import type { SweepPlan } from './sweep_plan.ts';
import type { SweepTapes } from './sweep_tapes.ts';
import { isOver } from './watch_sweep.ts';

/** Throws a CommandFailure where another sweep is under way, or this one with other cells. */
export async function beginSweep(engine: SweepEngine, { record, cells }: SweepPlan, tapes: SweepTapes): Promise<void> {
  await makeRoom(engine, record);
  await engine.begin(record, cells);
  // What a worker elsewhere cannot read must not be asked again.
  for (const { id, suite, model, task, trial } of cells) {
    const entries = await tapes.own(suite, model, { task, trial });
    if (entries.length > 0) await engine.know(id, entries);
  }
}

/** One that is over makes room; so that the same sweep, once more, is played again from its tapes and ends. */
async function makeRoom(engine: SweepEngine, record: SweepPlan['record']): Promise<void> {
  const before = await engine.record();
  if (before === null) return;
  const { name } = before.sweep;
  if (name === record.sweep.name && before.digest === record.digest) return;
  const status = await engine.status();
  const isDone = status !== null && isOver(status) && status.stopped === null && status.uncollected === 0;
  if (isDone) return engine.cancel();
  const which = name === record.sweep.name ? 'with other cells (planners, prompts, tasks, models)' : `as "${name}"`;
  throw invalid(
    `A sweep is under way ${which}. Let it end, or \`tapedeck sweep cancel\` it: what was collected stays on the tapes`,
  );
}
