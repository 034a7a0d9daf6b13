/**
 * What was thrown away in replies.
 *
 * @module
 */
import { metric } from './metric.ts';
import { sum } from './numbers.ts';
import { summed } from './poolings.ts';

type Discards = Readonly<Record<string, number>>;

export const discards = metric({
  name: 'discards',
  title: 'Discarded calls',
  meaning: 'what was thrown away in replies, by kind; `discarded` leaves out commentary (`prose`)',
  count: ({ summary }) => summary.counts.discards,
  row: (value) => ({ discarded: discardedCalls(value) }),
  pooled: summed('discarded', (each: { readonly discards: Discards }) => discardedCalls(each.discards)),
});

/** What was thrown away, commentary aside. */
export function discardedCalls(counts: Discards): number {
  return sum(Object.values(counts)) - (counts['prose'] ?? 0);
}
