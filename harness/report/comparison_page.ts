/**
 * A comparison as one page of HTML that looks as the report does and needs nothing beside it.
 *
 * @module
 */
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { ComparedMetric, Comparison, Flip } from '../compare/comparison.ts';
import {
  COLUMNS,
  cellsOf,
  flipLines,
  flipTitle,
  missingOf,
  notesOf,
  shownRows,
  sidesOf,
  turnedText,
} from '../compare/comparison_tables.ts';
import { type FlipGroup, failureLines, flipGroups } from '../compare/failure_groups.ts';
import { type GateVerdict, gateLine } from '../compare/gate.ts';
import { Html, html } from './escaped_html.ts';

const LOOKS = { better: 'ok', worse: 'bad', no_difference: '', too_few: '' } as const;

export function comparisonPage(comparison: Comparison, verdict: GateVerdict): string {
  const missing = missingOf(comparison);
  const style = new Html(readFileSync(join(import.meta.dirname, 'page/report.css'), 'utf8'));
  return `${
    html`<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'; img-src data:">
<meta name="color-scheme" content="light dark">
<title>Comparison – Tapedeck</title>
<link rel="icon" href="data:,">
<style>${style}</style>
</head>
<body class="comparison">
<main>
<h1>Comparison</h1>
${comparedSection(comparison, verdict.passed === null ? null : html`<p class="${verdict.passed ? 'ok' : 'bad'}" id="gate">${gateLine(verdict)}</p>`)}
<h2>${turnedText(comparison)}</h2>
${flipGroups(comparison).map(flipSection)}
${missing.length === 0 ? null : html`<h2>Episodes on one side only</h2><pre class="lines">${missing.join('\n')}</pre>`}
<h2>Where this comes from</h2>
${list(sidesOf(comparison))}
</main>
</body>
</html>`.text
  }\n`;
}

/** The verdict, then why: failures by kind, and every metric; `more` stands below the verdict. */
export function comparedSection(comparison: Comparison, more: Html | null = null): Html {
  const { overall, warnings } = comparison;
  return html`<div class="compared"><p class="verdict ${LOOKS[overall.verdict]}">${overall.text}</p>
${more}
${warnings.map((warning) => html`<p class="note">${warning}</p>`)}
${list(failureLines(comparison))}
${metricTable(shownRows(comparison))}
<details class="quiet"><summary>How to read this</summary>${list(notesOf(comparison))}</details></div>`;
}

/** Where it is narrow, a row is a card, whose cells repeat their headings. */
function metricTable(rows: readonly ComparedMetric[]): Html {
  const classOf = (column: number) => (column > 2 && column < COLUMNS.length - 1 ? 'n' : '');
  return html`<table class="cards">
<thead><tr>${COLUMNS.map((title, at) => html`<th scope="col" class="${classOf(at)}">${title}</th>`)}</tr></thead>
<tbody>${rows.map(
    (row) =>
      html`<tr class="${row.verdict}">${cellsOf(row).map((cell, at) => html`<td class="${classOf(at)}" data-heading="${COLUMNS[at] ?? ''}">${cell}</td>`)}</tr>\n`,
  )}</tbody>
</table>`;
}

function flipSection({ title, flips }: FlipGroup): Html {
  return html`<section><h3>${title}</h3>
${flips.map((flip) => html`<details id="${idOf(flip)}"><summary>${flipTitle(flip)}</summary><pre class="lines">${flipLines(flip).join('\n')}</pre></details>\n`)}</section>`;
}

/** An episode may have turned against several planners. */
function idOf({ episode, planner, baselinePlanner }: Flip): string {
  return planner === baselinePlanner ? episode : `${episode}:${baselinePlanner}`;
}

function list(lines: readonly string[]): Html | null {
  return lines.length === 0 ? null : html`<ul>${lines.map((line) => html`<li>${line}</li>`)}</ul>`;
}
