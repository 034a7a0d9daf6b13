/**
 * A time limit on work, which does not run while the work waits for somebody else.
 *
 * @module
 */
import type { setCappedTimeout } from '../../../planners/pddl/plan/bounded_process.ts';

export type WorkTimerOptions = {
  /** Gives milliseconds. */
  readonly clock: () => number;
  readonly startTimer: typeof setCappedTimeout;
};

export class WorkTimer {
  #leftMs: number;
  #resumedAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;
  readonly #onTime: () => void;
  readonly #options: WorkTimerOptions;

  /** Starts at once. */
  constructor(limitMs: number, onTime: () => void, options: WorkTimerOptions) {
    this.#leftMs = limitMs;
    this.#onTime = onTime;
    this.#options = options;
    this.resume();
  }

  pause(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#leftMs -= this.#options.clock() - this.#resumedAt;
  }

  resume(): void {
    if (this.#isOver || this.#timer !== null) return;
    this.#resumedAt = this.#options.clock();
    this.#timer = this.#options.startTimer(this.#onTime, Math.max(0, this.#leftMs));
  }

  /** For good. */
  stop(): void {
    this.pause();
    this.#isOver = true;
  }
}
