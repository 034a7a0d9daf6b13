/** What each of EAI's evaluations comes to: figures (how many of how many, or what is computed of such), and a verdict on every answer. */
import type { Answers } from '../checkout/answers.ts';
import type { EaiCheckout } from '../checkout/checkout.ts';
import type { Quirks } from './quirks.ts';

export type EaiMetric = {
  /** Stable: such as `success`. */
  readonly name: string;
  /** Per cent; null where there is nothing to divide by. */
  readonly percent: number | null;
  /** What was divided, where it is a share. */
  readonly count?: number;
  readonly of?: number;
};

/** `verdict` is the kind of mistake, or that there was none. */
type Verdict = { readonly id: string; readonly verdict: string; readonly what?: string | null };

/** What a model's answers came to, by one scoring. */
export type Scored = { readonly metrics: readonly EaiMetric[]; readonly verdicts: readonly Verdict[] };

/** Reads what all tasks share; `S` is what an answer comes to. */
export type Evaluation<S = unknown> = (checkout: EaiCheckout) => {
  /** Reads a task. Then scores the answer to it that is among a model's; null where the task does not count. */
  task(id: string): (answers: Answers, quirks: Quirks) => S | null;
  /** Figures and verdicts of a model. */
  summed(scores: readonly S[], quirks: Quirks): Scored;
};

export function share(name: string, count: number, of: number): EaiMetric {
  return { name, percent: of === 0 ? null : (100 * count) / of, count, of };
}

/** True positives, false positives, false negatives. */
export type Hits = { tp: number; fp: number; fn: number };

export function sumHits(all: readonly Hits[]): Hits {
  const sum = { tp: 0, fp: 0, fn: 0 };
  for (const { tp, fp, fn } of all) {
    sum.tp += tp;
    sum.fp += fp;
    sum.fn += fn;
  }
  return sum;
}

/** Precision, recall and F1; 0 where there is nothing to divide by, as EAI has it. */
export function precisionRecallF1(name: string, { tp, fp, fn }: Hits): EaiMetric[] {
  const precision = tp + fp === 0 ? 0 : tp / (tp + fp);
  const recall = tp + fn === 0 ? 0 : tp / (tp + fn);
  const f1 = precision + recall === 0 ? 0 : (2 * precision * recall) / (precision + recall);
  return [
    { name: `${name}_precision`, percent: 100 * precision, count: tp, of: tp + fp },
    { name: `${name}_recall`, percent: 100 * recall, count: tp, of: tp + fn },
    { name: `${name}_f1`, percent: 100 * f1 },
  ];
}
