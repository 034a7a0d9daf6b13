/**
 * Tokens of replies.
 *
 * @module
 */
import { totalOrNull } from '../episode_counts.ts';
import { costIn, metric } from './metric.ts';
import { averaged } from './poolings.ts';

export const completionTokens = metric({
  name: 'completionTokens',
  title: 'Answer tokens',
  meaning: 'tokens of all replies, as recorded with the answers; none where some answer has no count',
  count: ({ summary }) => totalOrNull(Object.values(summary.counts.roles).map((role) => role.completionTokens)),
  row: (value) => ({ completionTokens: value }),
  compared: costIn('completionTokens'),
  pooled: averaged('completionTokens'),
});
