/**
 * The metrics that can be compared: those that say in their own file what is better.
 *
 * @module
 */
import { unknownName } from '../errors/failure.ts';
import type { Compared } from '../metrics/metric.ts';
import { METRICS } from '../metrics/metrics.ts';
import { moneyCompared, type Prices } from '../metrics/prices.ts';

export type ComparableMetric = { readonly name: string; readonly title: string; readonly compared: Compared };

/** The metrics that say what is better; money is one of them where there are prices. */
export function comparableMetrics(prices: Prices | null = null): readonly ComparableMetric[] {
  const metrics = METRICS.flatMap((metric): ComparableMetric[] =>
    'compared' in metric && metric.compared !== undefined
      ? [{ name: metric.name, title: metric.title, compared: metric.compared }]
      : [],
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
