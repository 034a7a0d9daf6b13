/**
 * The metrics that can be compared: those that say in their own file what is better.
 *
 * @module
 */
import { unknownName } from '../io/errors/failure.ts';
import type { Compared, Metric } from '../trace/metrics/metric.ts';
import { METRICS } from '../trace/metrics/metrics.ts';
import { moneyCompared, type Prices } from '../trace/metrics/prices.ts';

export type ComparableMetric = { readonly name: string; readonly title: string; readonly compared: Compared };

type MayCompare = Pick<Metric<string, never, never, never>, 'compared'>;

/** The metrics that say what is better; what an episode costs is compared in two ways. Money is one of them where there are prices. */
export function comparableMetrics(prices: Prices | null = null): readonly ComparableMetric[] {
  const metrics = METRICS.flatMap(({ name, title, compared = [] }: (typeof METRICS)[number] & MayCompare) =>
    [compared].flat().map((each): ComparableMetric => ({ name: each.name ?? name, title, compared: each })),
  );
  return prices === null ? metrics : [...metrics, { name: 'money', title: 'Money', compared: moneyCompared(prices) }];
}

/** One of them. Throws a CommandFailure on any other name. */
export function comparableMetric(name: string, prices: Prices | null = null): ComparableMetric {
  const all = comparableMetrics(prices);
  const found = all.find((metric) => metric.name === name);
  if (found !== undefined) return found;
  throw unknownName(
    'metric that can be compared',
    name,
    all.map((metric) => metric.name),
  );
}
