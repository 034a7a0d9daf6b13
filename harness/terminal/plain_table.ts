/**
 * A table for a terminal: columns padded with spaces, as many as fit, and a word on those that do not.
 *
 * @module
 */
import { columnsLeftOut, keyColumns } from './fit_columns.ts';
import { type Look, PAPER, painted, type Screen } from './screen.ts';

const GAP = '  ';

export type TableLook = {
  /** All columns are shown where it has no width. */
  readonly screen?: Screen | undefined;
  /** What the columns are called, where the header does not say it in one line. */
  readonly names?: readonly string[];
  /** The columns that matter most, by their `names`, most first; where none are, those that say what a line is about. */
  readonly first?: readonly string[];
  /** How a cell is set off. */
  readonly lookOf?: (cell: string, column: number) => Look | null;
};

export function plainTable(
  header: readonly string[],
  lines: readonly (readonly string[])[],
  { screen = PAPER, names = header, first = [], lookOf = () => null }: TableLook = {},
): string {
  const widths = header.map((title, at) => Math.max(title.length, ...lines.map((line) => (line[at] ?? '').length)));
  const { columns } = screen;
  const named = first.map((name) => names.indexOf(name)).filter((at) => at >= 0);
  const matter = named.length === 0 ? keyColumns(lines) : named;
  const leftOut = columns === undefined ? [] : columnsLeftOut(widths, { columns, gap: GAP.length, first: matter });
  const rows = [header, ...lines].map((line, row) =>
    line
      .map((text, at) => ({ text, at }))
      .filter(({ at }) => !leftOut.includes(at))
      .map(({ text, at }, place, shown) => {
        const look = row === 0 ? 'title' : lookOf(text, at);
        const isLast = shown.slice(place + 1).every((next) => next.text === '');
        return `${painted(text, look, screen)}${isLast ? '' : ' '.repeat(Math.max(0, (widths[at] ?? 0) - text.length))}`;
      })
      .join(GAP)
      .trimEnd(),
  );
  if (leftOut.length === 0) return rows.join('\n');
  const what = leftOut.map((at) => names[at] || `column ${at + 1}`).join('; ');
  return [...rows, '', `Left out to fit ${columns} columns, shown with --wide: ${what}`].join('\n');
}
