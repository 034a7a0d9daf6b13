/**
 * Calls of the model.
 *
 * @module
 */
import { costIn, metric } from './metric.ts';
import { averaged } from './poolings.ts';

export const calls = metric({
  name: 'calls',
  title: 'Calls',
  meaning: 'answers of the model to prompts',
  count: ({ summary }) => summary.calls,
  row: (value) => ({ calls: value }),
  compared: costIn('calls'),
  pooled: averaged('calls'),
});
