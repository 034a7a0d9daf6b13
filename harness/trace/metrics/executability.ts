/**
 * Executability: the share of steps that were carried out.
 *
 * @module
 */
import { type Fields, metric, numberIn } from './metric.ts';
import { percentRange, quotient } from './numbers.ts';
import { ratio } from './poolings.ts';

type Needs = { readonly steps: number; readonly failedSteps: number };

export const executability = metric({
  name: 'executability',
  title: 'Executability',
  meaning: 'share of steps that were carried out',
  count: ({ summary: { steps, counts } }) => quotient(steps - counts.failedSteps, steps),
  compared: { better: 'more', unit: 'share', of: shareCarriedOut },
  pooled: ratio('executability', 'steps', ({ steps, failedSteps }: Needs) => [steps - failedSteps, steps]),
  columns: { Exec: (pooled) => percentRange(pooled.executability, pooled.executabilityLow, pooled.executabilityHigh) },
});

function shareCarriedOut(row: Fields): number | null {
  const [steps, failed] = [numberIn('steps')(row), numberIn('failedSteps')(row)];
  return steps === null || failed === null ? null : quotient(steps - failed, steps);
}
