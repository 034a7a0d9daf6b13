/**
 * Cells of a success table: what the recorded episodes of some tasks and one method come to.
 *
 * @module
 */
import { type EpisodeMetrics, sixDigits } from '../metrics.ts';

/** Counts of a cell with at least one episode. */
export type Cell = {
  readonly episodes: number;
  readonly successes: number;
  /** Mean steps with the cap in place of a failed run's steps, as the paper counts. */
  readonly averageSteps: number;
  /** Mean steps over successes only; null where there is none. */
  readonly averageStepsOfSuccesses: number | null;
  /** Mean goal-condition recall at the end. */
  readonly goalConditionRecall: number;
  /** Mean calls of the model per episode. */
  readonly calls: number;
  /** Mean tokens per episode, null where some answer has no count. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
};

/** Over the episodes that ran to their end; null where there is none. */
export function cellOf(all: readonly EpisodeMetrics[]): Cell | null {
  const episodes = all.filter((episode) => episode.complete);
  if (episodes.length === 0) return null;
  const successes = episodes.filter((episode) => episode.success);
  return {
    episodes: episodes.length,
    successes: successes.length,
    averageSteps: mean(episodes.map((episode) => episode.stepsImputed)),
    averageStepsOfSuccesses: successes.length === 0 ? null : mean(successes.map((episode) => episode.steps)),
    goalConditionRecall: mean(episodes.map((episode) => episode.share)),
    calls: mean(episodes.map((episode) => episode.calls)),
    promptTokens: meanOrNull(episodes.map((episode) => episode.promptTokens)),
    completionTokens: meanOrNull(episodes.map((episode) => episode.completionTokens)),
  };
}

function mean(values: readonly number[]): number {
  return sixDigits(values.reduce((sum, value) => sum + value, 0) / values.length);
}

function meanOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? mean(known) : null;
}

/** `3/5`, or what stands for a cell without episodes. */
export function ratio(cell: Cell | null): string {
  return cell === null ? NOT_RECORDED : `${cell.successes}/${cell.episodes}`;
}

export const NOT_RECORDED = 'not recorded';
