/**
 * The metrics that can be compared: those that say in their own file what is better.
 *
 * @module
 */
import { unknownName } from '../errors/failure.ts';
import type { Compared } from '../metrics/metric.ts';
import { METRICS } from '../metrics/metrics.ts';

type ComparableMetric = { readonly name: string; readonly title: string; readonly compared: Compared };

/** The metrics that say what is better. */
export function comparableMetrics(): readonly ComparableMetric[] {
  return METRICS.flatMap((metric) =>
    'compared' in metric && metric.compared !== undefined
      ? [{ name: metric.name, title: metric.title, compared: metric.compared }]
      : [],
  );
}

/** One of them. Throws a CommandFailure on any other name. */
export function comparableMetric(name: string): ComparableMetric {
  const all = comparableMetrics();
  const found = all.find((metric) => metric.name === name);
  if (found !== undefined) return found;
  throw unknownName(
    'metric that can be compared',
    name,
    all.map((metric) => metric.name),
  );
}
