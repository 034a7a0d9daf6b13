/**
 * Tokens of the transcript, as the release of OLP counts.
 *
 * @module
 */
import { totalOrNull } from '../episode_counts.ts';
import { metric } from './metric.ts';
import { averaged } from './poolings.ts';

export const transcriptTokens = metric({
  name: 'transcriptTokens',
  title: 'Transcript tokens',
  meaning: 'tokens of each message once and each reply once; none where the trace does not count them',
  count({ events }) {
    const counted = events.flatMap((event) => (event.event === 'call' ? (event.transcriptTokens ?? []) : []));
    return counted.length === 0 ? null : totalOrNull(counted);
  },
  row: (value) => ({ transcriptTokens: value }),
  pooled: averaged('transcriptTokens'),
});
