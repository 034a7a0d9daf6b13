/**
 * A comparison to read in a terminal.
 *
 * @module
 */
import type { Look, Screen } from '../io/screen.ts';
import { wrapped } from '../tables/figures/text_lines.ts';
import { plainTable, type TableLook } from '../tables/plain_table.ts';
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

const GROUPS_MAX = 10;
const EPISODES_MAX = 3;

/** All columns are shown where the screen has no width. */
export function comparisonText(comparison: Comparison, screen?: Screen): string {
  const { overall, flips } = comparison;
  const lines = shownRows(comparison).map(cellsOf);
  const groups = flipGroups(comparison);
  const inWidth = (texts: readonly string[]) => texts.map((line) => fitted(line, screen));
  return [
    fitted(overall.text, screen),
    '',
    plainTable(COLUMNS, lines, { screen, ...importance(lines), lookOf: verdictLook }),
    '',
    ...inWidth(failureLines(comparison)),
    `${turnedText(comparison)}${flips.length === 0 ? '' : ':'}`,
    ...groups.slice(0, GROUPS_MAX).flatMap(groupLines),
    ...(groups.length > GROUPS_MAX ? [`… and ${groups.length - GROUPS_MAX} more kinds; --json has all`] : []),
    '',
    ...missingOf(comparison),
    ...inWidth(sidesOf(comparison)),
    ...inWidth(notesOf(comparison).map((note) => `  ${note}`)),
  ].join('\n');
}

/** Its first episodes, and where the first of them parts. */
function groupLines({ title, flips }: FlipGroup): string[] {
  const more = flips.length - EPISODES_MAX;
  return [
    `  ${title}`,
    ...flips.slice(0, EPISODES_MAX).flatMap((flip, at) => {
      const parting = at === 0 ? flipLines(flip) : [];
      return [`    ${flipTitle(flip)}`, ...parting.map((line) => `        ${line}`)];
    }),
    ...(more > 0 ? [`    … and ${more} more; --json has all`] : []),
  ];
}

/** Always both sides, the verdict, and what tells the lines apart. */
function importance(lines: readonly (readonly string[])[]): Required<Pick<TableLook, 'always' | 'next'>> {
  const isSame = (column: string) => new Set(lines.map((line) => line[COLUMNS.indexOf(column)])).size <= 1;
  return {
    always: ['Verdict', ...['Metric', 'Planner', 'Suite'].filter((column) => !isSame(column)), 'Baseline', 'Candidate'],
    next: ['Metric', 'Difference', 'p', '95 %', 'Planner', 'Suite'],
  };
}

/** A line in as many as it needs, with whole words, the further ones indented as its beginning is. */
function fitted(line: string, { columns }: Partial<Screen> = {}): string {
  if (columns === undefined || line.length <= columns) return line;
  const text = line.trimStart();
  const indent = line.slice(0, line.length - text.length);
  return wrapped(text, columns - indent.length)
    .map((part) => `${indent}${part}`)
    .join('\n');
}

/** A verdict is set off where it matters. */
function verdictLook(cell: string, column: number): Look | null {
  if (column !== COLUMNS.length - 1) return null;
  return cell === 'worse' ? 'bad' : cell === 'better' ? 'good' : null;
}
