/**
 * A comparison as one page of HTML that needs nothing beside it.
 *
 * @module
 */
import { escapedMarkup } from '../tables/escaped_markup.ts';
import type { Comparison, Flip } from './comparison.ts';
import { COLUMNS, cellsOf, flipLines, flipTitle, missingOf, notesOf, shownRows, sidesOf } from './comparison_tables.ts';
import { type GateVerdict, gateLine } from './gate.ts';

const STYLE = `
:root { color-scheme: light dark; }
body { font: 16px/1.5 system-ui, sans-serif; margin: 0 auto; max-width: 90rem; overflow-wrap: anywhere; padding: 1rem; }
.wide { overflow-x: auto; }
table { border-collapse: collapse; font-size: 0.9rem; overflow-wrap: normal; }
th, td { border-bottom: 1px solid; padding: 0.25rem 0.6rem; text-align: left; white-space: nowrap; }
.number { text-align: right; }
tr.worse td:last-child, .failed { font-weight: bold; }
pre { overflow-x: auto; }
`;

export function comparisonHtml(comparison: Comparison, verdict: GateVerdict): string {
  const { flips, warnings } = comparison;
  const missing = missingOf(comparison);
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<title>Tapedeck comparison</title>
<style>${STYLE}</style>
</head>
<body>
<main>
<h1>Comparison</h1>
${verdict.passed === null ? '' : `<p class="${verdict.passed ? 'passed' : 'failed'}" id="gate">${escapedMarkup(gateLine(verdict))}</p>`}
${list([...sidesOf(comparison), ...warnings.map((warning) => `Warning: ${warning}`)])}
<div class="wide" role="region" aria-label="Metrics" tabindex="0">
<table>
<thead><tr>${COLUMNS.map((title, at) => `<th scope="col"${classOf(at)}>${escapedMarkup(title)}</th>`).join('')}</tr></thead>
<tbody>
${shownRows(comparison)
  .map((row) => `<tr class="${row.verdict}">${cellsOf(row).map(cell).join('')}</tr>`)
  .join('\n')}
</tbody>
</table>
</div>
${list(notesOf(comparison))}
${missing.length === 0 ? '' : `<h2>Episodes on one side only</h2>\n<pre>${escapedMarkup(missing.join('\n'))}</pre>`}
<h2>${flips.length === 0 ? 'No episode turned' : 'Episodes that turned'}</h2>
${flips.map((flip) => `<details id="${escapedMarkup(idOf(flip))}"><summary>${escapedMarkup(flipTitle(flip))}</summary>\n<pre>${escapedMarkup(flipLines(flip).join('\n'))}</pre></details>`).join('\n')}
</main>
</body>
</html>
`;
}

/** An episode may have turned against several planners. */
function idOf({ episode, planner, baselinePlanner }: Flip): string {
  return planner === baselinePlanner ? episode : `${episode}:${baselinePlanner}`;
}

function cell(text: string, column: number): string {
  return `<td${classOf(column)}>${escapedMarkup(text)}</td>`;
}

/** Numbers stand in all columns but the names before them and the verdict. */
function classOf(column: number): string {
  return column > 2 && column < COLUMNS.length - 1 ? ' class="number"' : '';
}

function list(lines: readonly string[]): string {
  return `<ul>\n${lines.map((line) => `<li>${escapedMarkup(line)}</li>`).join('\n')}\n</ul>`;
}
