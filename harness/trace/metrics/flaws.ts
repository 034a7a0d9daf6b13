/**
 * Answers with a flaw.
 *
 * @module
 */
import { total } from '../episode_counts.ts';
import { metric } from './metric.ts';
import { totalled } from './poolings.ts';

export const flaws = metric({
  name: 'flaws',
  title: 'Flawed answers',
  meaning: 'answers that were refused, filtered, cut or empty, by flaw',
  count: ({ events }) =>
    total(events.flatMap((event) => (event.event === 'call' && event.flaw !== undefined ? [[event.flaw, 1]] : []))),
  pooled: totalled('flaws'),
});
