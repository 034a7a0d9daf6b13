/**
 * A sweep's progress in one line: cells, calls and their rate, what they cost, and how long the rest may take.
 *
 * @module
 */
import type { Terminal } from '../cli/terminal/terminal.ts';
import { progressText } from '../run/progress.ts';
import { usdText } from './engine/budget.ts';
import type { SweepStatus } from './engine/sweep_engine.ts';

/** Told of one status after the other; times count from the first. */
export class SweepProgress {
  readonly #terminal: Terminal;
  readonly #clock: () => number;
  #first: { readonly ms: number; readonly done: number; readonly calls: number } | null = null;

  constructor(terminal: Terminal) {
    this.#terminal = terminal;
    this.#clock = terminal.clock ?? (() => 0);
  }

  show(status: SweepStatus): void {
    const now = { ms: this.#clock(), ...totalsOf(status) };
    this.#first ??= now;
    const elapsedMs = now.ms - this.#first.ms;
    const calls = now.calls - this.#first.calls;
    const text = progressText({
      done: now.done - this.#first.done,
      total: now.all - this.#first.done,
      elapsedMs,
      calls,
      tokens: now.tokens,
    });
    const perMinute = elapsedMs > 0 && calls > 0 ? `, ${Math.round((60_000 * calls) / elapsedMs)} calls/min` : '';
    const failed = now.failed === 0 ? '' : `, ${now.failed} failed`;
    this.#terminal.progress(
      `${text} cells${perMinute}, ${usdText(now.nanoUsd)}${failed}${status.stopped === null ? '' : `; ${status.stopped}`}`,
    );
  }
}

function totalsOf({ models }: SweepStatus) {
  const totals = { all: 0, done: 0, failed: 0, calls: 0, tokens: 0, nanoUsd: 0 };
  for (const { cells, calls, promptTokens, completionTokens, nanoUsd } of models) {
    totals.all += cells.waiting + cells.active + cells.done + cells.failed;
    totals.done += cells.done;
    totals.failed += cells.failed;
    totals.calls += calls;
    totals.tokens += promptTokens + completionTokens;
    totals.nanoUsd += nanoUsd;
  }
  return totals;
}
