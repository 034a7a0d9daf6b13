import type { Answers } from '../checkout/answers.ts';
import type { EaiCheckout } from '../checkout/checkout.ts';
import type { Quirks } from './quirks.ts';

export type EaiMetric = Readonly<{
  name: string;
  /** Null if the divisor is 0. */
  percent: number | null;
  count?: number;
  of?: number;
}>;

export type Scored = Readonly<{
  metrics: readonly EaiMetric[];
  verdicts: readonly Readonly<{ id: string; verdict: string; what?: string | null }>[];
}>;

export type Evaluation<S = unknown> = (checkout: EaiCheckout) => {
  task(id: string): (answers: Answers, quirks: Quirks) => S | null;
  summarize(scores: readonly S[], quirks: Quirks): Scored;
};

export function share(name: string, count: number, of: number): EaiMetric {
  return { name, percent: of === 0 ? null : (100 * count) / of, count, of };
}

export type Hits = { tp: number; fp: number; fn: number };

export function sumHits(all: readonly Hits[]): Hits {
  const sum = (kind: keyof Hits) => all.reduce((total, hits) => total + hits[kind], 0);
  return { tp: sum('tp'), fp: sum('fp'), fn: sum('fn') };
}

/** 0 if the divisor is 0, as in EAI. */
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
