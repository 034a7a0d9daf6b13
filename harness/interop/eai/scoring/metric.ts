/**
 * A figure of an evaluation: how many of how many, or what is computed of such.
 *
 * @module
 */

export type EaiMetric = {
  /** Stable: such as `success`. */
  readonly name: string;
  /** Per cent; null where there is nothing to divide by. */
  readonly percent: number | null;
  /** What was divided, where it is a share. */
  readonly count?: number;
  readonly of?: number;
};

export function share(name: string, count: number, of: number): EaiMetric {
  return { name, percent: of === 0 ? null : (100 * count) / of, count, of };
}

/** True positives, false positives, false negatives. */
export type Hits = { tp: number; fp: number; fn: number };

export function addHits(to: Hits, { tp, fp, fn }: Hits): void {
  to.tp += tp;
  to.fp += fp;
  to.fn += fn;
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
