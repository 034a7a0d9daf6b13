/** Code marks keep GitHub from finding markup or mentions in prompts, replies and names. */
import { printable } from '../../envs/printable.ts';
import { counted } from '../io/errors/counted.ts';
import type { ShownTable } from '../tables/table.ts';
import type { Comparison } from './comparison.ts';
import { type GateVerdict, gateLine } from './gate.ts';
import { type ShownComparison, type ShownGroup, shownComparison } from './shown_comparison.ts';

const MARK = '<!-- tapedeck compare -->';

/** Characters; GitHub allows 65,536. */
const LENGTH_MAX = 60_000;

export function comparisonMarkdown(comparison: Comparison, verdict: GateVerdict): string {
  const title = { true: 'passed', false: 'failed', null: 'no gate' }[`${verdict.passed}`];
  const all = shownComparison(comparison);
  const { metrics, failures, missing, sides } = all;
  const head = [
    MARK,
    `## Prompt comparison: ${title}`,
    '',
    `**${code(comparison.overall.text)}**`,
    '',
    ...(verdict.passed === null ? [] : [`**${code(gateLine(verdict))}**`, '']),
    ...failures.map((line) => `- ${code(line)}`),
    ...comparison.warnings.map((warning) => `- ⚠ ${code(warning)}`),
    '',
    ...tableLines(metrics.shown),
    '',
    ...details(`${counted(comparison.missing.length, 'episode')} on one side only`, missing),
  ];
  const foot = [
    '',
    '<details><summary>How to read this</summary>',
    '',
    ...sides.map((line) => `- ${code(line)}`),
    ...metrics.notes.map((note) => `- ${escaped(note)}`),
    '',
    '</details>',
    '',
  ];
  return [...head, ...flipLines(all, LENGTH_MAX - [...head, ...foot].join('\n').length), ...foot].join('\n');
}

function tableLines({ header, lines, keys = 1 }: ShownTable): string[] {
  return [
    header,
    header.map((_, at) => (at < keys || at === header.length - 1 ? '---' : '--:')),
    ...lines.map((line) => line.map((cell, at) => (at < 2 ? code(cell).replaceAll('|', '\\|') : escaped(cell)))),
  ].map((cells) => `| ${cells.join(' | ')} |`);
}

function flipLines({ groups, heading }: ShownComparison, room: number): string[] {
  if (groups.length === 0) return [`${heading}.`];
  const shown: string[] = [];
  let remaining = room;
  for (const [at, group] of groups.entries()) {
    const block = details(group.title, groupLines(group));
    remaining -= block.join('\n').length + 1;
    if (remaining < 0) {
      shown.push(`… and ${groups.slice(at).flatMap(({ flips }) => flips).length} more.`);
      break;
    }
    shown.push(...block);
  }
  return [`### ${heading}`, '', ...shown];
}

const EPISODES_MAX = 20;
const DETAILED_MAX = 3;

function groupLines({ flips }: ShownGroup): string[] {
  return [
    ...flips.slice(0, EPISODES_MAX).flatMap(({ title, lines }, at) => [title, ...(at < DETAILED_MAX ? lines : [])]),
    ...(flips.length > EPISODES_MAX ? [`… and ${flips.length - EPISODES_MAX} more.`] : []),
  ];
}

function details(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const fence = '`'.repeat(Math.max(3, ...lines.map((line) => longestQuotes(line) + 1)));
  const head = `<details><summary><code>${html(title)}</code></summary>`;
  return [head, '', `${fence}diff`, ...lines.map(oneLine), fence, '', '</details>', ''];
}

function code(text: string): string {
  const line = oneLine(text);
  const quotes = '`'.repeat(longestQuotes(line) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${quotes}${pad}${line}${pad}${quotes}`;
}

function longestQuotes(text: string): number {
  return Math.max(0, ...(text.match(/`+/g) ?? []).map(({ length }) => length));
}

function escaped(text: string): string {
  return html(oneLine(text)).replace(/[\\`*_[\]|~#]/g, '\\$&');
}

function html(text: string): string {
  return oneLine(text).replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}

function oneLine(text: string): string {
  return printable(text.replace(/[\r\n]+/g, ' '));
}
