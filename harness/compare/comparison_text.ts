/**
 * A comparison to read in a terminal.
 *
 * @module
 */
import { plainTable } from '../terminal/plain_table.ts';
import type { Look, Screen } from '../terminal/screen.ts';
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

const FLIPS_MAX = 20;

/** All columns are shown where the screen has no width. */
export function comparisonText(comparison: Comparison, screen?: Screen): string {
  const { flips } = comparison;
  const lines = shownRows(comparison).map(cellsOf);
  return [
    ...sidesOf(comparison),
    '',
    plainTable(COLUMNS, lines, { screen, first: mostTelling(lines), lookOf: verdictLook }),
    '',
    ...notesOf(comparison).map((note) => `  ${note}`),
    '',
    ...missingOf(comparison),
    ...(flips.length === 0 ? ['No episode turned from success to failure or back'] : [`${turnedText(comparison)}:`]),
    ...flips.slice(0, FLIPS_MAX).flatMap((flip) => [flipTitle(flip), ...flipLines(flip).map((line) => `    ${line}`)]),
    ...(flips.length > FLIPS_MAX ? [`… and ${flips.length - FLIPS_MAX} more; --json has all`] : []),
  ].join('\n');
}

const SUBJECT = ['Metric', 'Planner', 'Suite'];

/** The verdict, then of what: first what is not the same in all lines. */
function mostTelling(lines: readonly (readonly string[])[]): string[] {
  const isSame = (column: string) => new Set(lines.map((line) => line[COLUMNS.indexOf(column)])).size <= 1;
  return ['Told', ...SUBJECT.filter((column) => !isSame(column)), ...SUBJECT.filter(isSame), 'Difference'];
}

/** A verdict is set off where it matters. */
function verdictLook(cell: string, column: number): Look | null {
  if (column !== COLUMNS.length - 1) return null;
  return cell === 'worse' ? 'bad' : cell === 'better' ? 'good' : null;
}
