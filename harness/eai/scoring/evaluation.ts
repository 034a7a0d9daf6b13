/**
 * What each of EAI's evaluations is to the command: which tasks it asks for, and how answers are scored.
 *
 * @module
 */
import type { Answers } from '../answers/read_answers.ts';
import type { EaiCheckout } from '../checkout/eai_checkout.ts';
import type { EaiMetric } from './metric.ts';
import type { Scoring } from './quirks.ts';

/** What an answer came to; `verdict` is the kind of mistake, or that there was none. */
export type Verdict = { readonly id: string; readonly verdict: string; readonly what?: string | null };

export type Scored = { readonly metrics: readonly EaiMetric[]; readonly verdicts: readonly Verdict[] };

export type EvaluateOptions = {
  readonly checkout: EaiCheckout;
  /** Of several models. */
  readonly answers: readonly Answers[];
  /** Awaited after every task; rejects where the evaluation is to end. */
  readonly progress: (done: number, of: number) => Promise<void>;
};

export type Evaluation = {
  /** Ids of the tasks to which answers are expected, in EAI's order. */
  readonly ids: (checkout: EaiCheckout) => readonly string[];
  /** Scores the answers of each model by both scorings, in the order given. */
  readonly evaluate: (options: EvaluateOptions) => Promise<readonly Readonly<Record<Scoring, Scored>>[]>;
};
