import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Comparison, compareSides } from '../compare/comparison.ts';
import { type GateVerdict, gateLine } from '../compare/gate.ts';
import { flipLines, type ShownGroup, shownComparison } from '../compare/shown_comparison.ts';
import { runSide } from '../compare/side.ts';
import { CommandFailure } from '../io/errors/failure.ts';
import type { Table } from '../tables/table.ts';
import { Html, html, list, wholePage } from './html.ts';

const CLASSES = { better: 'ok', worse: 'bad', no_difference: '', too_few: '' } as const;

export function comparisonPage(comparison: Comparison, verdict: GateVerdict): string {
  const { heading, groups, missing, sides } = shownComparison(comparison);
  const style = new Html(readFileSync(join(import.meta.dirname, 'page/report.css'), 'utf8'));
  return wholePage({
    title: 'Comparison',
    policy: "default-src 'none'; style-src 'unsafe-inline'; img-src data:",
    head: html`<style>${style}</style>\n`,
    body: html`<body class="comparison">
<main>
<h1>Comparison</h1>
${comparisonSection(comparison, verdict.passed === null ? null : html`<p class="${verdict.passed ? 'ok' : 'bad'}" id="gate">${gateLine(verdict)}</p>`)}
<h2>${heading}</h2>
${groups.map(flipSection)}
${missing.length === 0 ? null : html`<h2>Episodes on one side only</h2><pre class="lines">${missing.join('\n')}</pre>`}
<h2>Sources</h2>
${list(sides)}
</main>
</body>`,
  });
}

function comparisonSection(comparison: Comparison, gate: Html | null = null): Html {
  const { overall, warnings } = comparison;
  const { failures, metrics } = shownComparison(comparison);
  return html`<div class="compared"><p class="verdict ${CLASSES[overall.verdict]}">${overall.text}</p>
${gate}
${warnings.map((warning) => html`<p class="note">${warning}</p>`)}
${list(failures)}
${cardTable(metrics)}
<details class="quiet"><summary>How to read this</summary>${list(metrics.notes)}</details></div>`;
}

function cardTable({ shown: { header, lines, keys = 1 }, rows }: Table): Html {
  const classOf = (column: number) => (column >= keys && column < header.length - 1 ? 'n' : '');
  return html`<table class="cards">
<thead><tr>${header.map((title, at) => html`<th scope="col" class="${classOf(at)}">${title}</th>`)}</tr></thead>
<tbody>${lines.map(
    (cells, line) =>
      html`<tr class="${String(rows[line]?.['verdict'])}">${cells.map((cell, at) => html`<td class="${classOf(at)}" data-heading="${header[at] ?? ''}">${cell}</td>`)}</tr>\n`,
  )}</tbody>
</table>`;
}

function flipSection({ title, flips }: ShownGroup): Html {
  return html`<section><h3>${title}</h3>
${flips.map((flip) => html`<details id="${flip.id}"><summary>${flip.title}</summary><pre class="lines">${flip.lines.join('\n')}</pre></details>\n`)}</section>`;
}

type NamedRun = Readonly<{ name: string; folder: string }>;

const SUCCESS_DECIDES = { alpha: 0.05, deciding: ['success'], margins: { share: 0, metrics: {} } };

export async function compareRuns(baseline: NamedRun, candidate: NamedRun) {
  try {
    const [before, after] = [baseline, candidate].map(({ name, folder }) => runSide(name, folder));
    const comparison = await compareSides(before!, after!, SUCCESS_DECIDES);
    const firstDifferences = new Map(comparison.flips.map((flip) => [flip.episode, flipLines(flip)]));
    const { sides, missing } = shownComparison(comparison);
    return { section: comparisonSection(comparison), sources: [...sides, ...missing], firstDifferences };
  } catch (error) {
    // A report may show unrelated runs side by side.
    if (!(error instanceof CommandFailure)) throw error;
    return {
      section: html`<p>Not compared: ${error.message}</p>`,
      sources: [],
      firstDifferences: new Map<string, string[]>(),
    };
  }
}
