/**
 * Tokens of replies.
 *
 * @module
 */
import { totalOrNull } from '../trace/episode_counts.ts';
import { metric, numberIn } from './metric.ts';
import { averaged } from './poolings.ts';

export const completionTokens = metric({
  name: 'completionTokens',
  title: 'Answer tokens',
  meaning: 'tokens of all replies, as recorded with the answers; none where some answer has no count',
  count: ({ summary }) => totalOrNull(Object.values(summary.counts.roles).map((role) => role.completionTokens)),
  row: (value) => ({ completionTokens: value }),
  compared: { better: 'less', unit: 'number', of: numberIn('completionTokens') },
  pooled: averaged('completionTokens'),
});
