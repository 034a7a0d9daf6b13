/**
 * Steps with the cap in place of a failed run's steps, as LLM-State's tables average them.
 *
 * @module
 */
import { metric, numberIn } from './metric.ts';
import { averaged } from './poolings.ts';

export const stepsImputed = metric({
  name: 'stepsImputed',
  title: 'Imputed steps',
  meaning: 'steps of a success; for a failed episode, the limit on steps of its task',
  count: ({ header, summary }) => (summary.success ? summary.steps : header.stepsMax),
  row: (value) => ({ stepsImputed: value }),
  compared: { better: 'less', unit: 'number', over: 'failures at the limit', of: numberIn('stepsImputed') },
  pooled: averaged('stepsImputed', 'averageSteps'),
});
