/** A table for a terminal: columns padded with spaces, as many as fit, and a line below that names those that do not. */
import { printable } from '../../envs/printable.ts';
import { type Look, PAPER, painted, type Screen } from '../io/screen.ts';

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

export type Fitting = {
  /** Characters of a line. */
  readonly columns: number;
  /** Characters between two columns. */
  readonly gap: number;
  /** Positions of the columns that are never left out as long as a line has room for a few characters of each, most important first. */
  readonly always: readonly number[];
  /** Positions of all others, most important first. */
  readonly next: readonly number[];
};

/** A column of words may break into lines that are no shorter than this. */
const BROKEN_MIN = 24;
/** A column that may be left out breaks into about so many lines at most. */
const LINES_MAX = 3;
/** Behind these a word breaks that is longer than a line. */
const MARKS = ['/', '_', '+', '=', '-'];
const BREAKS = / |(?<=[/_+=-])/;
/** A column that is never left out becomes no narrower than this. */
const SQUEEZED_MIN = 8;

/**
 * Position → characters of the columns that are shown, by their cells. The columns that are never left out come first and break into lines where they must;
 * then every other column that fits, in order of importance.
 */
export function fittedWidths(cells: readonly (readonly string[])[], fitting: Fitting): ReadonlyMap<number, number> {
  const { gap, next } = fitting;
  const full = cells.map((column) => Math.max(0, ...column.map(({ length }) => length)));
  const always = withRoom(full, fitting);
  const shown = new Map(always.map((at) => [at, narrowest(cells[at]!)]));
  const longest = new Map(always.map((at) => [at, longestOf(cells[at]!, BREAKS)]));
  squeeze(shown, (at) => longest.get(at)!, fitting);
  squeeze(shown, () => 0, fitting);
  let room = fitting.columns - taken(shown, fitting);
  for (const at of next) {
    const width = narrowest(cells[at]!);
    if (width + gap > room) continue;
    shown.set(at, width);
    room -= width + gap;
  }
  for (const [at, width] of shown) {
    const more = Math.max(0, Math.min(full[at]! - width, room));
    shown.set(at, width + more);
    room -= more;
  }
  return shown;
}

/** Those of the columns that are always shown for which a line has room when they are squeezed; the first in any case. */
function withRoom(full: readonly number[], { columns, gap, always }: Fitting): readonly number[] {
  let room = columns + gap;
  return always.filter((at, place) => {
    room -= Math.min(SQUEEZED_MIN, full[at]!) + gap;
    return place === 0 || room >= 0;
  });
}

/** The least width at which a column reads well: words stay whole, and there are few lines. */
function narrowest(cells: readonly string[]): number {
  const width = Math.max(0, ...cells.map(({ length }) => length));
  return Math.min(width, Math.max(BROKEN_MIN, longestOf(cells, ' '), Math.ceil(width / LINES_MAX)));
}

function longestOf(cells: readonly string[], separator: string | RegExp): number {
  return Math.max(0, ...cells.flatMap((cell) => cell.split(separator)).map(({ length }) => length));
}

/** Takes from the widest columns that are wider than this until all fit. */
function squeeze(widths: Map<number, number>, leastOf: (at: number) => number, fitting: Fitting): void {
  for (let excess = taken(widths, fitting) - fitting.columns; excess > 0; excess--) {
    const wider = [...widths].filter(([at, width]) => width > Math.max(SQUEEZED_MIN, leastOf(at)));
    if (wider.length === 0) return;
    const [at, width] = wider.reduce((widest, each) => (each[1] > widest[1] ? each : widest));
    widths.set(at, width - 1);
  }
}

/** Characters of a line. */
function taken(widths: ReadonlyMap<number, number>, { gap }: Fitting): number {
  return [...widths.values()].reduce((sum, width) => sum + width + gap, -gap);
}

/** Lines of so many characters at most: words stay whole where they fit. */
export function brokenInto(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ').flatMap((each) => pieces(each, width))) {
    if (line === '') line = word;
    else if (line.length + 1 + word.length <= width) line += ` ${word}`;
    else {
      lines.push(line);
      line = word;
    }
  }
  return [...lines, line];
}

/** A word that is longer than a line breaks behind its last mark that fits, else where the line ends. */
function pieces(word: string, width: number): string[] {
  const parts: string[] = [];
  let rest = word;
  while (rest.length > width) {
    const at = Math.max(...MARKS.map((mark) => rest.lastIndexOf(mark, width - 1) + 1)) || width;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}
