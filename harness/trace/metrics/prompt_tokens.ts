/**
 * Tokens of prompts.
 *
 * @module
 */
import { totalOrNull } from '../episode_counts.ts';
import { costIn, metric } from './metric.ts';
import { averaged } from './poolings.ts';

export const promptTokens = metric({
  name: 'promptTokens',
  title: 'Prompt tokens',
  meaning: 'tokens of all prompts, as recorded with the answers; none where some answer has no count',
  count: ({ summary }) => totalOrNull(Object.values(summary.counts.roles).map((role) => role.promptTokens)),
  row: (value) => ({ promptTokens: value }),
  compared: costIn('promptTokens'),
  pooled: averaged('promptTokens'),
});
