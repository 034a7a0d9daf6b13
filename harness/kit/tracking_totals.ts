/**
 * How right beliefs were over many steps.
 *
 * @module
 */
import type { WatchedStep } from './watched_house.ts';

export type TrackingReport = {
  /** Steps after which a belief was judged. */
  readonly steps: number;
  /** Share of true claims among those that the lexicon covers, over all steps; null where there are none. */
  readonly precision: number | null;
  /** Share of what had changed of which there was a true claim, over all steps; null where nothing had. */
  readonly recall: number | null;
};

export class TrackingTotals {
  #steps = 0;
  #covered = 0;
  #correct = 0;
  #facts = 0;
  #recalled = 0;

  add(steps: readonly Pick<WatchedStep, 'tracking'>[]): void {
    for (const { tracking } of steps) {
      if (tracking === null) continue;
      this.#steps += 1;
      this.#covered += tracking.covered;
      this.#correct += tracking.correct;
      this.#facts += tracking.facts;
      this.#recalled += tracking.recalled;
    }
  }

  report(): TrackingReport {
    return {
      steps: this.#steps,
      precision: this.#covered === 0 ? null : this.#correct / this.#covered,
      recall: this.#facts === 0 ? null : this.#recalled / this.#facts,
    };
  }
}
