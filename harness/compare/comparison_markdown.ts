/**
 * A comparison as a comment on a pull request: GitHub Markdown.
 *
 * What stood in prompts, replies and names cannot mark anything up, or call anybody by name: it stands in code.
 *
 * @module
 */
import { printable } from '../../envs/printable.ts';
import { counted } from '../io/errors/counted.ts';
import type { Comparison } from './comparison.ts';
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
} from './comparison_tables.ts';
import { type FlipGroup, failureLines, flipGroups } from './failure_groups.ts';
import { type GateVerdict, gateLine } from './gate.ts';

/** By which a workflow finds its own comment again. */
const MARK = '<!-- tapedeck compare -->';

/** GitHub takes 65,536 characters; what does not fit is left out with a word. */
const LENGTH_MAX = 60_000;

export function comparisonMarkdown(comparison: Comparison, verdict: GateVerdict): string {
  const title = { true: 'passed', false: 'failed', null: 'no gate' }[`${verdict.passed}`];
  const head = [
    MARK,
    `## Prompt comparison: ${title}`,
    '',
    ...paragraph(comparison.overall.text),
    '',
    ...(verdict.passed === null ? [] : [...paragraph(gateLine(verdict)), '']),
    ...failureLines(comparison).map((line) => `- ${code(line)}`),
    ...comparison.warnings.map((warning) => `- ⚠ ${code(warning)}`),
    '',
    ...table(comparison),
    '',
    ...details(`${counted(comparison.missing.length, 'episode')} on one side only`, missingOf(comparison)),
  ];
  const notes = [
    '',
    '<details><summary>How to read this</summary>',
    '',
    ...sidesOf(comparison).map((line) => `- ${code(line)}`),
    ...notesOf(comparison).map((note) => `- ${escaped(note)}`),
    '',
    '</details>',
    '',
  ];
  return [...head, ...flipsWithin(comparison, LENGTH_MAX - [...head, ...notes].join('\n').length), ...notes].join('\n');
}

function paragraph(text: string): string[] {
  return [`**${code(text)}**`];
}

function table(comparison: Comparison): string[] {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`;
  return [
    line(COLUMNS),
    line(COLUMNS.map((_, at) => (at < 3 ? '---' : at === COLUMNS.length - 1 ? '---' : '--:'))),
    ...shownRows(comparison).map((row) =>
      line(cellsOf(row).map((cell, at) => (at < 2 ? code(cell).replaceAll('|', '\\|') : escaped(cell)))),
    ),
  ];
}

function flipsWithin(comparison: Comparison, room: number): string[] {
  const groups = flipGroups(comparison);
  if (groups.length === 0) return [`${turnedText(comparison)}.`];
  const shown: string[] = [];
  let left = room;
  for (const [at, group] of groups.entries()) {
    const block = details(group.title, groupLines(group));
    left -= block.join('\n').length + 1;
    if (left < 0) {
      const turned = groups.slice(at).reduce((sum, { flips }) => sum + flips.length, 0);
      shown.push(`… and ${turned} more.`);
      break;
    }
    shown.push(...block);
  }
  return [`### ${turnedText(comparison)}`, '', ...shown];
}

const EPISODES_MAX = 20;
const PARTINGS_MAX = 3;

/** Its first episodes, and where the first of these part. */
function groupLines({ flips }: FlipGroup): string[] {
  return [
    ...flips
      .slice(0, EPISODES_MAX)
      .flatMap((flip, at) => [flipTitle(flip), ...(at < PARTINGS_MAX ? flipLines(flip) : [])]),
    ...(flips.length > EPISODES_MAX ? [`… and ${flips.length - EPISODES_MAX} more.`] : []),
  ];
}

/** Folded up, as a block of code that no line within can end. */
function details(title: string, lines: readonly string[]): string[] {
  if (lines.length === 0) return [];
  const runs = lines.flatMap((line) => line.match(/`+/g) ?? []);
  const fence = '`'.repeat(Math.max(3, ...runs.map(({ length }) => length + 1)));
  return [
    `<details><summary><code>${html(title)}</code></summary>`,
    '',
    `${fence}diff`,
    ...lines.map(oneLine),
    fence,
    '',
    '</details>',
    '',
  ];
}

/** In backquotes, more of them than stand within. */
function code(text: string): string {
  const line = oneLine(text);
  const runs = (line.match(/`+/g) ?? []).map(({ length }) => length);
  const quotes = '`'.repeat(Math.max(0, ...runs) + 1);
  const pad = line.startsWith('`') || line.endsWith('`') ? ' ' : '';
  return `${quotes}${pad}${line}${pad}${quotes}`;
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
