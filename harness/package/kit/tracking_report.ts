/**
 * How right beliefs were over many steps.
 *
 * @module
 */
import type { Tracking } from '../../../envs/world.ts';

export type TrackingReport = {
  /** Steps after which a belief was judged. */
  readonly steps: number;
  /** Share of true claims among those that the lexicon covers, over all steps; null where there are none. */
  readonly precision: number | null;
  /** Share of what had changed of which there was a true claim, over all steps; null where nothing had. */
  readonly recall: number | null;
};

/** Of all that was judged. */
export function trackingReport(judged: readonly Tracking[]): TrackingReport {
  const total = (of: 'covered' | 'correct' | 'facts' | 'recalled') => judged.reduce((sum, each) => sum + each[of], 0);
  const share = (part: number, whole: number) => (whole === 0 ? null : part / whole);
  return {
    steps: judged.length,
    precision: share(total('correct'), total('covered')),
    recall: share(total('recalled'), total('facts')),
  };
}
