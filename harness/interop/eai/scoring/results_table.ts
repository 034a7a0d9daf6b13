import { basename } from 'node:path';
import { EAI_SOURCE, publishedFigure, publishedModel } from '../../../tables/papers/eai/published.ts';
import type { Table } from '../../../tables/table.ts';
import type { EvaluationName } from '../checkout/checkout.ts';
import type { EaiMetric, Scored } from './evaluation.ts';
import { QUIRKS, type Scoring } from './quirks.ts';

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
  const share = metric.count === undefined ? '' : ` (${metric.count}/${metric.of})`;
  return `${metric.percent.toFixed(1)}${share}`;
}

function rounded(metric: EaiMetric | undefined): number | null {
  const percent = metric?.percent ?? null;
  return percent === null ? null : Number(percent.toPrecision(6));
}
