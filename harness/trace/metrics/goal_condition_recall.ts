/**
 * Goal-condition recall (ProgPrompt, section IV).
 *
 * @module
 */
import { metric, numberIn } from './metric.ts';
import { percentRange, sixDigits } from './numbers.ts';
import { averaged } from './poolings.ts';

export const goalConditionRecall = metric({
  name: 'goalConditionRecall',
  title: 'Goal-condition recall',
  meaning: 'goal-condition recall, the share of conditions of the goal that hold at the end',
  count: ({ summary }) => summary.share,
  row: (value) => ({ goalConditionRecall: sixDigits(value) }),
  compared: { better: 'more', unit: 'share', of: numberIn('goalConditionRecall') },
  pooled: averaged('goalConditionRecall'),
  columns: {
    GCR: (pooled) =>
      percentRange(pooled.goalConditionRecall, pooled.goalConditionRecallLow, pooled.goalConditionRecallHigh),
  },
});
