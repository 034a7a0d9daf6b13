/**
 * Cells of a success table: what the recorded episodes of some tasks and one method come to.
 *
 * @module
 */
import { type EpisodeMetrics, quotient, sixDigits } from '../metrics.ts';

/** Counts of a cell with at least one episode. */
export type Cell = {
  readonly episodes: number;
  readonly successes: number;
  /** Mean steps with the cap in place of a failed run's steps, as the paper counts. */
  readonly averageSteps: number;
  /** Mean steps over successes only; null where there is none. */
  readonly averageStepsOfSuccesses: number | null;
  /** Mean steps of the reference plans; null where one is not known. */
  readonly referenceSteps: number | null;
  /** Mean of steps ÷ reference steps over successes; null where there is none. */
  readonly stepsRatio: number | null;
  /** Mean goal-condition recall at the end. */
  readonly goalConditionRecall: number;
  /** Share of all steps that were carried out; null where there is none. */
  readonly executability: number | null;
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
    referenceSteps: meanOrNull(episodes.map(({ reference }) => reference?.steps ?? null)),
    stepsRatio: meanOfKnown(episodes.map((episode) => episode.stepsRatio)),
    executability: executabilityOf(episodes),
    goalConditionRecall: mean(episodes.map((episode) => episode.share)),
    calls: mean(episodes.map((episode) => episode.calls)),
    promptTokens: meanOrNull(episodes.map((episode) => episode.promptTokens)),
    completionTokens: meanOrNull(episodes.map((episode) => episode.completionTokens)),
  };
}

function mean(values: readonly number[]): number {
  return sixDigits(values.reduce((sum, value) => sum + value, 0) / values.length);
}

function executabilityOf(episodes: readonly EpisodeMetrics[]): number | null {
  const steps = episodes.reduce((sum, episode) => sum + episode.steps, 0);
  const failed = episodes.reduce((sum, episode) => sum + episode.failedSteps, 0);
  const share = quotient(steps - failed, steps);
  return share === null ? null : sixDigits(share);
}

/** Over those that are known; null where none is. */
function meanOfKnown(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === 0 ? null : mean(known);
}

/** Null as soon as one is not known. */
export function meanOrNull(values: readonly (number | null)[]): number | null {
  const known = values.filter((value) => value !== null);
  return known.length === values.length ? mean(known) : null;
}

/** `3/5`, or what stands for a cell without episodes. */
export function ratio(cell: Cell | null): string {
  return cell === null ? NOT_RECORDED : `${cell.successes}/${cell.episodes}`;
}

export const NOT_RECORDED = 'not recorded';
