/**
 * How much of what should be calls in replies could not be used.
 *
 * @module
 */
import { discardedCalls } from './discards.ts';
import { metric } from './metric.ts';
import { percentRange, quotient } from './numbers.ts';
import { ratio } from './poolings.ts';

type Needs = { readonly accepted: number; readonly discards: Readonly<Record<string, number>> };

export const parseDiscardRate = metric({
  name: 'parseDiscardRate',
  title: 'Discard rate',
  meaning: 'share of calls in replies that could not be used, commentary aside',
  count: ({ summary: { counts } }) => quotient(...partsOf(counts)),
  pooled: ratio('parseDiscardRate', 'calls in replies', partsOf),
  columns: {
    Discarded: (pooled) =>
      percentRange(pooled.parseDiscardRate, pooled.parseDiscardRateLow, pooled.parseDiscardRateHigh),
  },
});

function partsOf({ accepted, discards }: Needs): readonly [part: number, whole: number] {
  const discarded = discardedCalls(discards);
  return [discarded, accepted + discarded];
}
