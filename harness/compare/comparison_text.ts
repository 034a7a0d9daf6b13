import type { Look, Screen } from '../io/screen.ts';
import { plainTable, wrapped } from '../tables/plain_table.ts';
import type { Comparison } from './comparison.ts';
import { type ShownGroup, shownComparison } from './shown_comparison.ts';

const GROUPS_MAX = 10;
const EPISODES_MAX = 3;
const LOOKS: Readonly<Record<string, Look>> = { worse: 'bad', better: 'good' };

export function comparisonText(comparison: Comparison, screen?: Screen): string {
  const { metrics, failures, turned, groups, missing, sides } = shownComparison(comparison);
  const { header, lines, results = [], next = [] } = metrics.shown;
  const lookOf = (cell: string, column: number) => (column === header.length - 1 ? (LOOKS[cell] ?? null) : null);
  const inWidth = (texts: readonly string[]) => texts.map((line) => fitted(line, screen));
  return [
    fitted(comparison.overall.text, screen),
    '',
    plainTable(header, lines, { screen, always: results, next, lookOf }),
    '',
    ...inWidth(failures),
    `${turned}${groups.length === 0 ? '' : ':'}`,
    ...groups.slice(0, GROUPS_MAX).flatMap(groupLines),
    ...(groups.length > GROUPS_MAX ? [`… and ${groups.length - GROUPS_MAX} more kinds; --json has all`] : []),
    '',
    ...missing,
    ...inWidth(sides),
    ...inWidth(metrics.notes.map((note) => `  ${note}`)),
  ].join('\n');
}

function groupLines({ title, flips }: ShownGroup): string[] {
  const more = flips.length - EPISODES_MAX;
  return [
    `  ${title}`,
    ...flips
      .slice(0, EPISODES_MAX)
      .flatMap((flip, at) => [`    ${flip.title}`, ...(at === 0 ? flip.lines : []).map((line) => `        ${line}`)]),
    ...(more > 0 ? [`    … and ${more} more; --json has all`] : []),
  ];
}

function fitted(line: string, { columns }: Partial<Screen> = {}): string {
  if (columns === undefined || line.length <= columns) return line;
  const text = line.trimStart();
  const indent = line.slice(0, line.length - text.length);
  return wrapped(text, columns - indent.length)
    .map((part) => `${indent}${part}`)
    .join('\n');
}
