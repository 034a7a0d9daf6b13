/**
 * A model's figures as a table: by EAI's own scoring, by the strict one, and as published.
 *
 * @module
 */
import { basename } from 'node:path';
import { type PublishedEai, publishedFigure, publishedModel } from '../../../tables/papers/eai/published.ts';
import type { Table } from '../../../tables/table.ts';
import type { EaiMetric } from './metric.ts';
import { type EvaluationName, QUIRK_NAMES, QUIRKS, type Scoring } from './quirks.ts';
import type { Scored } from './scored.ts';

type Results = {
  readonly evaluation: EvaluationName;
  /** Whose answers they are: a path, or a model's name. */
  readonly source: string;
  readonly scored: Readonly<Record<Scoring, Scored>>;
};

const FIGURES = ['figure in %', 'eai', 'strict', 'published'];

export function resultsTable({ evaluation, source, scored }: Results, published: PublishedEai): Table {
  const model = publishedModel(published, basename(source));
  const rows = scored.eai.metrics.map((metric, at) => {
    const strict = scored.strict.metrics[at];
    const paper =
      model === undefined ? undefined : publishedFigure(published, model, { evaluation, name: metric.name });
    return { metric, strict, paper };
  });
  const lines = rows.map(({ metric, strict, paper }) => [
    metric.name,
    shown(metric),
    shown(strict),
    paper === undefined ? '' : paper.toFixed(1),
  ]);
  return {
    name: `eai_${evaluation}`,
    title: `EAI ${evaluation}, VirtualHome: ${basename(source)}`,
    shown: { header: FIGURES, results: FIGURES.slice(1), lines },
    rows: rows.map(({ metric, strict, paper }) => ({
      figure: metric.name,
      eai: rounded(metric.percent),
      strict: rounded(strict?.percent ?? null),
      published: paper ?? null,
    })),
    notes: [
      ...(model === undefined ? [] : [`published: ${model.model}, ${published.source.id}, ${published.source.where}`]),
      ...quirkNotes(evaluation),
    ],
  };
}

/** What distinguishes the two scorings. */
function quirkNotes(evaluation: EvaluationName): string[] {
  return QUIRK_NAMES.filter((name) => (QUIRKS[name].of as readonly string[]).includes(evaluation)).map(
    (name) => `${name}: eai: ${QUIRKS[name].eai}; strict: ${QUIRKS[name].strict}`,
  );
}

function shown(metric: EaiMetric | undefined): string {
  if (metric === undefined || metric.percent === null) return '–';
  const share = metric.count === undefined ? '' : ` (${metric.count}/${metric.of})`;
  return `${metric.percent.toFixed(1)}${share}`;
}

function rounded(percent: number | null): number | null {
  return percent === null ? null : Number(percent.toPrecision(6));
}
