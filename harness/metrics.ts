/**
 * Metrics of one episode: trace → numbers.
 *
 * @module
 */
import { episodeId, isComplete, type Trace } from './trace.ts';

export type EpisodeMetrics = {
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
  readonly failedSteps: number;
  /** Goal-condition recall at the end. */
  readonly share: number;
  readonly calls: number;
  readonly callsByPurpose: Readonly<Record<string, number>>;
  /** Null where some answer has no count. */
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
  /** Lines of replies that were read as calls or actions, and lines that were thrown away. */
  readonly accepted: number;
  readonly discarded: number;
};

/** Counts what a trace tells. */
export function metricsOf(trace: Trace): EpisodeMetrics {
  const { header, summary, events } = trace;
  const calls = events.filter((event) => event.event === 'call');
  const parsed = events.flatMap((event) =>
    event.event === 'note' && event.note.kind === 'parsed' ? [event.note] : [],
  );
  const callsByPurpose = new Map<string, number>();
  for (const call of calls) callsByPurpose.set(call.purpose, (callsByPurpose.get(call.purpose) ?? 0) + 1);
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
    failedSteps: events.filter((event) => event.event === 'step' && !event.ok).length,
    share: summary.share,
    calls: summary.calls,
    callsByPurpose: Object.fromEntries([...callsByPurpose].sort(([a], [b]) => (a < b ? -1 : 1))),
    promptTokens: totalOf(calls.map((call) => call.promptTokens)),
    completionTokens: totalOf(calls.map((call) => call.completionTokens)),
    accepted: parsed.reduce((sum, note) => sum + note.accepted, 0),
    discarded: parsed.reduce((sum, note) => sum + note.discardedCount, 0),
  };
}

function totalOf(counts: readonly (number | null)[]): number | null {
  let total = 0;
  for (const count of counts) {
    if (count === null) return null;
    total += count;
  }
  return total;
}

/** Rounds to six significant digits, as every derived number is before it is printed. */
export function sixDigits(value: number): number {
  return Number(value.toPrecision(6));
}
