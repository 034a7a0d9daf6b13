import { basename } from 'node:path';
import { EAI_SOURCE, publishedFigure, publishedModel } from '../../../tables/papers/eai/published.ts';
import type { Table } from '../../../tables/table.ts';
import type { Answers, EaiCheckout, EvaluationName } from '../checkout/checkout.ts';
import { QUIRKS, type Quirks, type Scoring } from './quirks.ts';

type Results = { evaluation: EvaluationName; source: string; scored: Readonly<Record<Scoring, Scored>> };

const FIGURES = ['figure in %', 'eai', 'strict', 'published'];

export function resultsTable({ evaluation, source, scored }: Results): Table {
  const model = publishedModel(basename(source));
  const rows = scored.eai.metrics.map((eai, at) => {
    const paper = model === undefined ? undefined : publishedFigure(model, evaluation, eai.name);
    return { name: eai.name, eai, strict: scored.strict.metrics[at], paper };
  });
  const origin = model === undefined ? [] : [`published: ${model.model}, ${EAI_SOURCE.id}, ${EAI_SOURCE.where}`];
  const quirks = QUIRKS.filter(({ of }) => of === evaluation).map(
    ({ quirk, eai, strict }) => `${quirk}: eai: ${eai}; strict: ${strict}`,
  );
  return {
    name: `eai_${evaluation}`,
    title: `EAI ${evaluation}, VirtualHome: ${basename(source)}`,
    shown: {
      header: FIGURES,
      results: FIGURES.slice(1),
      lines: rows.map(({ name, eai, strict, paper }) => [name, text(eai), text(strict), paper?.toFixed(1) ?? '']),
    },
    rows: rows.map(({ name, eai, strict, paper }) => {
      return { figure: name, eai: rounded(eai), strict: rounded(strict), published: paper ?? null };
    }),
    notes: [...origin, ...quirks],
  };
}

function text(metric: EaiMetric | undefined): string {
  if (metric === undefined || metric.percent === null) return '–';
  const fraction = metric.count === undefined ? '' : ` (${metric.count}/${metric.of})`;
  return `${metric.percent.toFixed(1)}${fraction}`;
}

function rounded(metric: EaiMetric | undefined): number | null {
  const percent = metric?.percent ?? null;
  return percent === null ? null : Number(percent.toPrecision(6));
}

export type EaiMetric = Readonly<{ name: string; percent: number | null; count?: number; of?: number }>;

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

/** As in EAI, 0 if the divisor is 0. */
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
