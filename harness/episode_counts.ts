/**
 * What the events of one episode come to: the numbers that every metric is made of.
 *
 * @module
 */
import type { DiscardKind } from '../planners/planner.ts';
import { errorOfDiscard } from './action_errors.ts';
import type { ActionEvent, TraceEvent } from './trace.ts';
import { addTracking, type TrackingCounts } from './tracking/judge_belief.ts';

/** Calls of one role of a method, such as `policy`, and their tokens; null where some answer has no count. */
export type RoleCounts = {
  readonly calls: number;
  readonly promptTokens: number | null;
  readonly completionTokens: number | null;
};

/** Names are sorted, and only what occurred is there. */
export type EpisodeCounts = {
  /** Refused steps, those of which the planner was not told included; the prologue is not the planner's. */
  readonly failedSteps: number;
  /** Of those, the ones that were refused before in the same words for the same reason. */
  readonly repeatedFailures: number;
  /** Failed steps by the name of the precondition that failed. */
  readonly failures: Readonly<Record<string, number>>;
  /** Mistakes by kind (`ERROR_KINDS`): of refused steps, and of what was thrown away in replies. */
  readonly errors: Readonly<Record<string, number>>;
  /** Calls and actions that were read from replies, */
  readonly accepted: number;
  /** and what was thrown away there, by kind. */
  readonly discards: Readonly<Record<string, number>>;
  readonly roles: Readonly<Record<string, RoleCounts>>;
  /** Null where the planner has no belief that can be judged. */
  readonly tracking: TrackingCounts | null;
};

export function countEvents(events: readonly TraceEvent[]): EpisodeCounts {
  const steps = events.filter((event) => event.event === 'step');
  const failed = steps.filter(({ ok, concealed }) => !ok || concealed !== undefined);
  const notes = events.flatMap((event) => (event.event === 'note' ? [event.note] : []));
  const parsed = notes.filter((note) => note.kind === 'parsed');
  const discards = total(parsed.flatMap((note) => Object.entries(note.discardedCounts)));
  const errors = [
    ...failed.flatMap(({ error }) => (error === undefined ? [] : [[error, 1] as const])),
    ...Object.entries(discards).flatMap(([kind, count]) => {
      const error = errorOfDiscard(kind as DiscardKind);
      return error === null ? [] : [[error, count] as const];
    }),
  ];
  const complaints = failed.map((step) => JSON.stringify([step.action, refusalOf(step)]));
  return {
    failedSteps: failed.length,
    repeatedFailures: complaints.length - new Set(complaints).size,
    failures: total(failed.map((step) => [refusalOf(step), 1])),
    errors: total(errors),
    accepted: parsed.reduce((sum, note) => sum + note.accepted, 0),
    discards,
    roles: rolesOf(events),
    tracking: addTracking(events.filter((event) => event.event === 'tracking')),
  };
}

/** The precondition that failed, whether the planner was told or not. */
function refusalOf({ reason, concealed }: ActionEvent<'step'>): string {
  return (reason ?? concealed)?.precondition ?? 'unknown';
}

function rolesOf(events: readonly TraceEvent[]): Record<string, RoleCounts> {
  const calls = events.filter((event) => event.event === 'call');
  const groups = [...Map.groupBy(calls, ({ purpose }) => purpose)].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(
    groups.map(([purpose, group]) => [
      purpose,
      {
        calls: group.length,
        promptTokens: totalOrNull(group.map(({ promptTokens }) => promptTokens)),
        completionTokens: totalOrNull(group.map(({ completionTokens }) => completionTokens)),
      },
    ]),
  );
}

/** Adds up what has the same name; sorted by name. */
export function total(counts: readonly (readonly [string, number])[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Null as soon as one of them is not known. */
export function totalOrNull(counts: readonly (number | null)[]): number | null {
  let sum = 0;
  for (const count of counts) {
    if (count === null) return null;
    sum += count;
  }
  return sum;
}
