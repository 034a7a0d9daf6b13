/**
 * A table for a terminal: columns padded with spaces, as many as fit, and a line below that names those that do not.
 *
 * @module
 */
import { printable } from '../../envs/printable.ts';
import { type Look, PAPER, painted, type Screen } from '../io/screen.ts';
import { brokenInto, fittedWidths } from './fit_columns.ts';

const GAP = '  ';

export type TableLook = {
  /** All columns are shown where it has no width. */
  readonly screen?: Screen | undefined;
  /** What the columns are called, where the header does not say it in one line. */
  readonly names?: readonly string[];
  /** The columns that are never left out, by their `names`: what a line is about, and the result. All of them unless given. */
  readonly always?: readonly string[];
  /** The most important others, most important first; the rest follow from left to right. */
  readonly next?: readonly string[];
  /** How a cell is set off. */
  readonly lookOf?: (cell: string, column: number) => Look | null;
};

/** A table without a header is one of names and values, all of which are shown. */
export function plainTable(
  header: readonly string[],
  lines: readonly (readonly string[])[],
  look: TableLook = {},
): string {
  const { screen = PAPER, names = header, lookOf = () => null } = look;
  const titles = header.length === 0 ? [] : [header];
  const rows = [...titles, ...lines].map((row) => row.map(inOneLine));
  const widths = widthsOf(rows, { ...look, screen, names });
  const drawn = rows.flatMap((row, at) =>
    drawnRow(row, widths, (text, column) =>
      painted(text, at < titles.length ? 'title' : lookOf(row[column]!, column), screen),
    ),
  );
  const leftOut = header.flatMap((_, at) => (widths.has(at) ? [] : [names[at] || `column ${at + 1}`]));
  if (leftOut.length === 0) return drawn.join('\n');
  return [...drawn, '', `Left out to fit ${screen.columns} columns, shown with --wide: ${leftOut.join('; ')}`].join(
    '\n',
  );
}

/** As wide as it is shown; a cell that holds line breaks would break its row. */
function inOneLine(cell: string): string {
  return printable(cell.replace(/[\t\n]/g, ' '));
}

type Shown = Pick<TableLook, 'always' | 'next'> & { readonly screen: Screen; readonly names: readonly string[] };

/** Position → characters, in the order of the columns. */
function widthsOf(
  rows: readonly (readonly string[])[],
  { screen: { columns = Number.POSITIVE_INFINITY }, names, always, next = [] }: Shown,
): ReadonlyMap<number, number> {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const cells = Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? ''));
  const all = [...cells.keys()];
  const kept = always?.map((name) => positionOf(name, names)) ?? all;
  const first = [...kept, ...next.map((name) => positionOf(name, names))];
  const others = [...new Set([...first, ...all])].filter((at) => !kept.includes(at));
  const widths = fittedWidths(cells, { columns, gap: GAP.length, always: kept, next: others });
  return new Map([...widths].sort(([a], [b]) => a - b));
}

function positionOf(name: string, names: readonly string[]): number {
  const at = names.indexOf(name);
  if (at === -1) throw new Error(`No column is called "${name}"; known: ${names.join(', ')}`);
  return at;
}

/** As many lines as its longest cell has. */
function drawnRow(
  row: readonly string[],
  widths: ReadonlyMap<number, number>,
  paint: (text: string, column: number) => string,
): string[] {
  const cells = Array.from(widths, ([at, width]) => ({ at, width, parts: brokenInto(row[at] ?? '', width) }));
  const height = Math.max(1, ...cells.map(({ parts }) => parts.length));
  return Array.from({ length: height }, (_, line) =>
    cells
      .map(({ at, width, parts }) => {
        const text = parts[line] ?? '';
        return `${paint(text, at)}${' '.repeat(Math.max(0, width - text.length))}`;
      })
      .join(GAP)
      .trimEnd(),
  );
}
