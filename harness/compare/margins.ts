/**
 * How much worse is no matter.
 *
 * @module
 */
import { invalid } from '../io/errors/failure.ts';
import { comparableMetric } from './comparable_metrics.ts';
import type { ComparedMetric, Margins } from './comparison.ts';

export function marginOf(
  { share, metrics }: Margins,
  { metric, unit }: Pick<ComparedMetric, 'metric' | 'unit'>,
): number {
  return metrics[metric] ?? (unit === 'share' ? share : 0);
}

/** Reads `5pp` for all shares, `success=5pp` or `steps=2`. Throws a CommandFailure. */
export function readMargins(texts: readonly string[]): Margins {
  let share = 0;
  const metrics: Record<string, number> = {};
  for (const text of texts) {
    const [, name, amount = '', points] = /^(?:(\w+)=)?(\d+(?:\.\d+)?)(pp)?$/.exec(text) ?? [];
    const isShare = name === undefined || comparableMetric(name).compared.unit === 'share';
    if (amount === '' || isShare !== (points !== undefined)) {
      throw invalid(
        `--margin must be percentage points for shares, such as 5pp or success=5pp, or METRIC=NUMBER for others, such as steps=2; found "${text}"`,
      );
    }
    if (name === undefined) share = Number(amount) / 100;
    else metrics[name] = isShare ? Number(amount) / 100 : Number(amount);
  }
  return { share, metrics };
}
