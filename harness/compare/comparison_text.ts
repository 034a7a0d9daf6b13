/**
 * A comparison to read in a terminal.
 *
 * @module
 */
import { plainTable } from '../plain_table.ts';
import type { Comparison } from './comparison.ts';
import { COLUMNS, cellsOf, flipLines, flipTitle, missingOf, notesOf, shownRows, sidesOf } from './comparison_tables.ts';

const FLIPS_MAX = 20;

export function comparisonText(comparison: Comparison): string {
  const { flips } = comparison;
  return [
    ...sidesOf(comparison),
    '',
    plainTable(COLUMNS, shownRows(comparison).map(cellsOf)),
    '',
    ...notesOf(comparison).map((note) => `  ${note}`),
    '',
    ...missingOf(comparison),
    ...(flips.length === 0
      ? ['No episode turned from success to failure or back']
      : [`${flips.length} episodes turned:`]),
    ...flips.slice(0, FLIPS_MAX).flatMap((flip) => [flipTitle(flip), ...flipLines(flip).map((line) => `    ${line}`)]),
    ...(flips.length > FLIPS_MAX ? [`… and ${flips.length - FLIPS_MAX} more; --json has all`] : []),
  ].join('\n');
}
