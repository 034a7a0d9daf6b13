import { PLAN_COMPLETED } from '../../../planners/planner.ts';
import { total } from '../episode_counts.ts';
import type { Trace } from '../trace.ts';
import { metric, numberIn } from './metric.ts';
import { named, quotient, sum } from './numbers.ts';
import { episodeCounts, episodeRatio, episodeSum, percentOf } from './pooling.ts';

type Counts = Readonly<Record<string, number>>;
type Failed = { readonly failureKind: string | null };
type Read = Readonly<{ accepted: number; discards: Counts }>;
type Refused = Readonly<{ repeatedFailures: number; failedSteps: number }>;
type Replied = { readonly unreadableReplies: Readonly<{ read: number; unreadable: number }> };

export const FAILURE_KINDS = [
  'parse',
  'schema',
  'grounding',
  'unsolvable',
  'planning_limit',
  'precondition',
  'motion',
  'goal',
] as const;

export const MISTAKES = [
  metric({
    name: 'failureKind',
    title: 'Kind of failure',
    meaning: `what ended an episode without success: ${FAILURE_KINDS.join(', ')}, or else the reason of the planner or the end of the episode`,
    count: failureKind,
    pooled: episodeCounts('failureKinds', (each: Failed) => countKinds([each]), 'episodes by kind'),
  }),
  metric({
    name: 'failedSteps',
    title: 'Failed steps',
    meaning: 'steps that the world refused, those of which the planner was not told included',
    count: ({ summary }) => summary.counts.failedSteps,
    pooled: episodeSum('failedSteps'),
  }),
  metric({
    name: 'failures',
    title: 'Refusals',
    meaning: 'refused steps by the name of the precondition that failed',
    count: ({ summary }) => summary.counts.failures,
    row: (value) => ({ failures: named(value) }),
    pooled: episodeCounts('failures'),
  }),
  metric({
    name: 'repeatedFailures',
    title: 'Repeated failures',
    meaning: 'refused steps that were refused before in the same words for the same reason',
    count: ({ summary }) => summary.counts.repeatedFailures,
    pooled: episodeSum('repeatedFailures'),
  }),
  metric({
    name: 'repeatedFailureRate',
    title: 'Repeated failure rate',
    meaning: 'share of refused steps that were refused before in the same words for the same reason',
    count: ({ summary: { counts } }) => quotient(counts.repeatedFailures, counts.failedSteps),
    row: null,
    pooled: episodeRatio('repeatedFailureRate', 'refused steps', (each: Refused) => [
      each.repeatedFailures,
      each.failedSteps,
    ]),
    columns: { Repeated: percentOf('repeatedFailureRate') },
  }),
  metric({
    name: 'errors',
    title: 'Mistakes',
    meaning: 'mistakes by kind, of refused steps and of what was thrown away in replies',
    count: ({ summary }) => summary.counts.errors,
    row: (value) => ({ errors: named(value) }),
    pooled: episodeCounts('errors'),
  }),
  metric({
    name: 'accepted',
    title: 'Accepted calls',
    meaning: 'calls and actions that were read from replies',
    count: ({ summary }) => summary.counts.accepted,
    pooled: episodeSum('accepted'),
  }),
  metric({
    name: 'discards',
    title: 'Discarded calls',
    meaning: 'what was thrown away in replies, by kind; `discarded` leaves out commentary (`prose`)',
    count: ({ summary }) => summary.counts.discards,
    row: (value) => ({ discarded: discardedCalls(value) }),
    pooled: episodeSum('discarded', ({ discards }: Read) => discardedCalls(discards)),
  }),
  metric({
    name: 'parseDiscardRate',
    title: 'Discard rate',
    meaning: 'share of calls in replies that could not be used, commentary aside',
    count: ({ summary: { counts } }) => quotient(...discardedParts(counts)),
    row: null,
    pooled: episodeRatio('parseDiscardRate', 'calls in replies', discardedParts),
    columns: { Discarded: percentOf('parseDiscardRate') },
  }),
  metric({
    name: 'unreadableReplies',
    title: 'Unreadable replies',
    meaning: 'share of replies of which nothing could be used; none where no reply was read',
    count: countReplies,
    row: ({ unreadable, read }) => ({ unreadableReplies: quotient(unreadable, read) }),
    pooled: episodeRatio('unreadableReplies', 'replies', ({ unreadableReplies: { unreadable, read } }: Replied) => [
      unreadable,
      read,
    ]),
    compared: { better: 'less', unit: 'share', of: numberIn('unreadableReplies') },
  }),
  metric({
    name: 'flaws',
    title: 'Flawed answers',
    meaning: 'answers that were refused, filtered, cut or empty, by flaw',
    count: ({ events }) =>
      total(events.flatMap((event) => (event.event === 'call' && event.flaw !== undefined ? [[event.flaw, 1]] : []))),
    row: null,
    pooled: episodeCounts('flaws'),
  }),
] as const;

/** A plan that ends at a refusal fails by the rules (`precondition`) or the arm (`motion`); null for a success. */
export function failureKind({ events, summary }: Trace): string | null {
  if (summary.success) return null;
  const ending = events.findLast((event) => event.event === 'stop')?.reason ?? summary.end;
  if (ending === PLAN_COMPLETED) return 'goal';
  if (ending !== 'action_failed') return ending;
  const refused = events.findLast((event) => event.event === 'step' && !event.ok);
  const level = refused?.event === 'step' ? refused.reason?.level : undefined;
  return level === undefined || level === 'symbolic' ? 'precondition' : 'motion';
}

export function countKinds(episodes: readonly Failed[]): Record<string, number> {
  return total(episodes.flatMap((each) => (each.failureKind === null ? [] : [[each.failureKind, 1]])));
}

export function discardedCalls(discards: Counts): number {
  return sum(Object.values(discards)) - (discards['prose'] ?? 0);
}

function discardedParts({ accepted, discards }: Read): readonly [part: number, whole: number] {
  const discarded = discardedCalls(discards);
  return [discarded, accepted + discarded];
}

/** A legitimately empty reply, such as an empty program, discards nothing and leaves no remark. */
function countReplies({ events }: Trace): Replied['unreadableReplies'] {
  const notes = events.flatMap((event) => (event.event === 'note' && event.note.kind === 'parsed' ? [event.note] : []));
  const unreadable = notes.filter(
    ({ accepted, discardedCounts, remarks }) =>
      accepted === 0 && Object.keys(discardedCounts).length + remarks.length > 0,
  );
  return { read: notes.length, unreadable: unreadable.length };
}
