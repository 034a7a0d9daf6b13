import type { DiscardKind } from '../../planners/planner.ts';
import {
  type EpisodeCounts,
  type EventOf,
  errorOfDiscard,
  type TraceEvent,
  type TrackingCounts,
} from './trace_schema.ts';

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
  const refusals = failed.map((step) => JSON.stringify([step.action, refusalOf(step)]));
  return {
    failedSteps: failed.length,
    repeatedFailures: refusals.length - new Set(refusals).size,
    failures: total(failed.map((step) => [refusalOf(step), 1])),
    errors: total(errors),
    accepted: parsed.reduce((sum, note) => sum + note.accepted, 0),
    discards,
    roles: rolesOf(events),
    tracking: addTracking(events.filter((event) => event.event === 'tracking')),
  };
}

function refusalOf({ reason, concealed }: EventOf<'step'>): string {
  return (reason ?? concealed)?.precondition ?? 'unknown';
}

function rolesOf(events: readonly TraceEvent[]): EpisodeCounts['roles'] {
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

export function total(counts: readonly (readonly [string, number])[]): Record<string, number> {
  const sums = new Map<string, number>();
  for (const [name, count] of counts) sums.set(name, (sums.get(name) ?? 0) + count);
  return Object.fromEntries([...sums].sort(([a], [b]) => (a < b ? -1 : 1)));
}

export function totalOrNull(counts: readonly (number | null)[]): number | null {
  return counts.reduce((sum, count) => (sum === null || count === null ? null : sum + count), 0);
}

export function addTracking(all: readonly TrackingCounts[]): TrackingCounts | null {
  if (all.length === 0) return null;
  const add = (name: keyof TrackingCounts) => all.reduce((sum, each) => sum + each[name], 0);
  const claims = { claims: add('claims'), covered: add('covered'), correct: add('correct') };
  return { ...claims, facts: add('facts'), recalled: add('recalled') };
}
