import type { BrokenInvariant, Tracking } from '../../../envs/world.ts';
import type { Trace } from '../../trace/trace.ts';

export type TrackingReport = Readonly<{
  steps: number;
  /** Share of true claims among the understood claims; null without any. */
  precision: number | null;
  /** Share of changes that a true claim reports; null without changes. */
  recall: number | null;
}>;

export function trackingReport(judged: readonly Tracking[]): TrackingReport {
  const total = (of: 'covered' | 'correct' | 'facts' | 'recalled') => judged.reduce((sum, each) => sum + each[of], 0);
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return {
    steps: judged.length,
    precision: share(total('correct'), total('covered')),
    recall: share(total('recalled'), total('facts')),
  };
}

export type BrokenBelief = BrokenInvariant & { readonly step: number };

/**
 * Lists the broken invariants of an episode. A planner may drop beliefs that it does not need (`kept_until_evidence`).
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { runSuite } from 'tapedeck';
 * import { brokenBeliefs } from 'tapedeck/testing';
 *
 * const { traces } = await runSuite('robot', { planners: ['llm_state'] });
 * const invariants = new Set(traces.flatMap(brokenBeliefs).map(({ invariant }) => invariant));
 * assert.deepEqual([...invariants], ['kept_until_evidence']);
 * ```
 */
export function brokenBeliefs({ events }: Pick<Trace, 'events'>): BrokenBelief[] {
  let step = 0;
  return events.flatMap((event) => {
    if (event.event === 'step') step = event.number;
    if (event.event !== 'tracking') return [];
    return (event.broken ?? []).map((broken) => ({ step, ...broken }));
  });
}
