import { PLAN_COMPLETED } from '../../../planners/planner.ts';
import { total } from '../episode_counts.ts';
import type { Trace } from '../trace.ts';
import { metric, numberIn } from './metric.ts';
import { countsText, quotient, sum } from './numbers.ts';
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

const REPEATED = 'that were refused before in the same words for the same reason';

export const MISTAKES = [
  metric({
    name: 'failureKind',
    title: 'Kind of failure',
    meaning: `why an episode failed: ${FAILURE_KINDS.join(', ')}, or else the planner's reason or the end of the episode`,
    count: failureKind,
    pooled: episodeCounts('failureKinds', (each: Failed) => countKinds([each]), 'episodes by kind'),
  }),
  sumMetric('failedSteps', 'Failed steps', 'steps that the world refused, including refusals that it concealed'),
  countsMetric('failures', 'Refusals', 'refused steps by the precondition that failed'),
  sumMetric('repeatedFailures', 'Repeated failures', `refused steps ${REPEATED}`),
  metric({
    name: 'repeatedFailureRate',
    title: 'Repeated failure rate',
    meaning: `share of refused steps ${REPEATED}`,
    count: ({ summary: { counts } }) => quotient(counts.repeatedFailures, counts.failedSteps),
    row: null,
    pooled: episodeRatio('repeatedFailureRate', 'refused steps', (each: Refused) => [
      each.repeatedFailures,
      each.failedSteps,
    ]),
    columns: { Repeated: percentOf('repeatedFailureRate') },
  }),
  countsMetric('errors', 'Mistakes', 'mistakes by kind, in refused steps and in discarded parts of replies'),
  sumMetric('accepted', 'Accepted calls', 'calls and actions that planners read from replies'),
  metric({
    name: 'discards',
    title: 'Discarded calls',
    meaning: 'discarded parts of replies, by kind; `discarded` omits commentary (`prose`)',
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
    meaning: 'share of replies without a usable part; no value if no reply was read',
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
    meaning: 'answers that were refused, filtered, cut off or empty, by flaw',
    count: ({ events }) =>
      total(events.flatMap((event) => (event.event === 'call' && event.flaw !== undefined ? [[event.flaw, 1]] : []))),
    row: null,
    pooled: episodeCounts('flaws'),
  }),
] as const;

function sumMetric<N extends 'failedSteps' | 'repeatedFailures' | 'accepted'>(name: N, title: string, meaning: string) {
  return metric({ name, title, meaning, count: ({ summary }) => summary.counts[name], pooled: episodeSum(name) });
}

function countsMetric<N extends 'failures' | 'errors'>(name: N, title: string, meaning: string) {
  return metric({
    ...{ name, title, meaning },
    count: ({ summary }) => summary.counts[name],
    row: (counts: Counts) => ({ [name]: countsText(counts) }),
    pooled: episodeCounts(name),
  });
}

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

/** A valid empty reply discards nothing and leaves no remark. */
function countReplies({ events }: Trace): Replied['unreadableReplies'] {
  const notes = events.flatMap((event) => (event.event === 'note' && event.note.kind === 'parsed' ? [event.note] : []));
  const unreadable = notes.filter(
    ({ accepted, discardedCounts, remarks }) =>
      accepted === 0 && Object.keys(discardedCounts).length + remarks.length > 0,
  );
  return { read: notes.length, unreadable: unreadable.length };
}
