import type { setCappedTimeout } from '../../../planners/pddl/plan/bounded_process.ts';

export type WorkTimerOptions = Readonly<{ clock: () => number; startTimer: typeof setCappedTimeout }>;

export class WorkTimer {
  #leftMs: number;
  #resumedAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;
  readonly #onTime: () => void;
  readonly #options: WorkTimerOptions;

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

  stop(): void {
    this.pause();
    this.#isOver = true;
  }
}

export class PlannerTimeout extends Error {
  override readonly name = 'PlannerTimeout';
}
