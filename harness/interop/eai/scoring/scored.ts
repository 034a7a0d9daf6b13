/**
 * What a model's answers came to, by one scoring.
 *
 * @module
 */
import type { EaiMetric } from './metric.ts';

/** What an answer came to; `verdict` is the kind of mistake, or that there was none. */
export type Verdict = { readonly id: string; readonly verdict: string; readonly what?: string | null };

export type Scored = { readonly metrics: readonly EaiMetric[]; readonly verdicts: readonly Verdict[] };
