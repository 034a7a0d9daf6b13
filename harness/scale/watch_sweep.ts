/**
 * Stays with a sweep until it is over: collects answers, and tells how far it has come.
 *
 * @module
 */
import { type Collector, collectAnswers } from './collect_answers.ts';
import { isStopped, type SweepEngine, type SweepStatus } from './engine/sweep_engine.ts';

export type WatchOptions = Collector & {
  readonly engine: SweepEngine;
  /** Ends the watch, not the sweep. */
  readonly signal: AbortSignal;
  /** Waits a moment, or until the signal fires. */
  readonly pause: () => Promise<void>;
  readonly onStatus: (status: SweepStatus) => void;
};

/** Resolves to the last status, with every answer collected that was kept by then; null where the sweep was cancelled. */
export async function watchSweep({ signal, pause, onStatus, ...collector }: WatchOptions): Promise<SweepStatus | null> {
  const { engine } = collector;
  while (true) {
    await collectAnswers(collector);
    const status = await engine.status();
    if (status !== null) onStatus(status);
    if (status === null || isOver(status) || signal.aborted) {
      await collectAnswers(collector);
      return status === null ? null : { ...status, uncollected: 0 };
    }
    await pause();
  }
}

/** Whether nothing more will be played unless somebody has it go on. */
export function isOver({ models, stopped }: SweepStatus): boolean {
  const count = (state: 'waiting' | 'active') => models.reduce((sum, { cells }) => sum + cells[state], 0);
  return count('active') === 0 && (count('waiting') === 0 || isStopped(stopped));
}
