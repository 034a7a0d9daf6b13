/**
 * Metrics of one episode: trace → numbers.
 *
 * @module
 */

import { type PlanningCounts, planningCounts } from './planning_counts.ts';
import { total, totalOrNull } from './trace/episode_counts.ts';
import { episodeId, isComplete, type Trace } from './trace/trace.ts';
import type { EpisodeCounts, Reference } from './trace/trace_schema.ts';

export type EpisodeMetrics = EpisodeCounts &
  PlanningCounts & {
    readonly episode: string;
    readonly suite: string;
    readonly scene: string;
    readonly task: string;
    readonly planner: string;
    readonly trial: number;
    readonly end: string;
    /** Whether it ran to an end of its own; one that did not is counted nowhere. */
    readonly complete: boolean;
    readonly success: boolean;
    readonly steps: number;
    /** Steps of a success, else the task's cap: the papers' average steps count a failed run so. */
    readonly stepsImputed: number;
    readonly reference: Reference | null;
    /** Steps ÷ steps of the reference plan; null for a failed run, and where no reference is known. */
    readonly stepsRatio: number | null;
    /** Goal-condition recall at the end. */
    readonly share: number;
    /** Share of steps that were carried out; null where there was none. */
    readonly executability: number | null;
    /** Share of failed steps that were refused before; null where none failed. */
    readonly repeatedFailureRate: number | null;
    /** Share of calls in replies that were thrown away, commentary aside; null where there was none. */
    readonly parseDiscardRate: number | null;
    readonly calls: number;
    /** Answers with a flaw (`refused`, `filtered`, `cut`, `empty`), by flaw; only what occurred is there. */
    readonly flaws: Readonly<Record<string, number>>;
    /** Null where some answer has no count. */
    readonly promptTokens: number | null;
    readonly completionTokens: number | null;
  };

/** Counts what a trace tells. */
export function metricsOf(trace: Trace): EpisodeMetrics {
  const { header, summary } = trace;
  const { counts } = summary;
  const roles = Object.values(counts.roles);
  const discarded = discardedCalls(counts);
  const { reference } = header;
  return {
    episode: episodeId(header),
    suite: header.suite,
    scene: header.scene,
    task: header.task,
    planner: header.planner,
    trial: header.trial,
    end: summary.end,
    complete: isComplete(trace),
    success: summary.success,
    steps: summary.steps,
    stepsImputed: summary.success ? summary.steps : header.stepsMax,
    reference,
    stepsRatio: summary.success && reference !== null ? quotient(summary.steps, reference.steps) : null,
    share: summary.share,
    executability: quotient(summary.steps - counts.failedSteps, summary.steps),
    repeatedFailureRate: quotient(counts.repeatedFailures, counts.failedSteps),
    parseDiscardRate: quotient(discarded, counts.accepted + discarded),
    calls: summary.calls,
    flaws: flawsOf(trace),
    promptTokens: totalOrNull(roles.map(({ promptTokens }) => promptTokens)),
    completionTokens: totalOrNull(roles.map(({ completionTokens }) => completionTokens)),
    ...counts,
    ...planningCounts(trace),
  };
}

function flawsOf({ events }: Trace): Record<string, number> {
  return total(
    events.flatMap((event) => (event.event === 'call' && event.flaw !== undefined ? [[event.flaw, 1]] : [])),
  );
}

/** What was thrown away in replies, commentary aside. */
export function discardedCalls({ discards }: Pick<EpisodeCounts, 'discards'>): number {
  const all = Object.values(discards).reduce((sum, count) => sum + count, 0);
  return all - (discards['prose'] ?? 0);
}

/** Null where there is nothing to divide by. */
export function quotient(part: number, whole: number): number | null {
  return whole === 0 ? null : part / whole;
}

/** Rounds to six significant digits, as every derived number is before it is printed. */
export function sixDigits(value: number): number {
  return Number(value.toPrecision(6));
}
