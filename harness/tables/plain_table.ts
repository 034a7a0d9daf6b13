import { printable } from '../../envs/printable.ts';
import { type Look, PAPER, painted, type Screen } from '../io/screen.ts';

const GAP = '  ';

export type TableLook = Readonly<{
  screen?: Screen | undefined;
  names?: readonly string[];
  always?: readonly string[];
  next?: readonly string[];
  lookOf?: (cell: string, column: number) => Look | null;
}>;

export function plainTable(
  header: readonly string[],
  lines: readonly (readonly string[])[],
  look: TableLook = {},
): string {
  const { screen = PAPER, names = header, lookOf = () => null } = look;
  const titles = header.length === 0 ? [] : [header];
  const rows = [...titles, ...lines].map((row) => row.map((cell) => printable(cell.replace(/[\t\n]/g, ' '))));
  const widths = widthsOf(rows, { ...look, screen, names });
  const drawn = rows.flatMap((row, at) =>
    drawnRow(row, widths, (text, column) =>
      painted(text, at < titles.length ? 'title' : lookOf(row[column]!, column), screen),
    ),
  );
  const hidden = header.flatMap((_, at) => (widths.has(at) ? [] : [names[at] || `column ${at + 1}`]));
  if (hidden.length === 0) return drawn.join('\n');
  return [...drawn, '', `Hidden to fit ${screen.columns} columns, shown with --wide: ${hidden.join('; ')}`].join('\n');
}

type Shown = Pick<TableLook, 'always' | 'next'> & Readonly<{ screen: Screen; names: readonly string[] }>;

function widthsOf(
  rows: readonly (readonly string[])[],
  { screen: { columns = Number.POSITIVE_INFINITY }, names, always, next = [] }: Shown,
): ReadonlyMap<number, number> {
  const count = Math.max(0, ...rows.map(({ length }) => length));
  const cells = Array.from({ length: count }, (_, at) => rows.map((row) => row[at] ?? ''));
  const all = [...cells.keys()];
  const required = always?.map((name) => positionOf(name, names)) ?? all;
  const preferred = next.map((name) => positionOf(name, names));
  const others = [...new Set([...preferred, ...all])].filter((at) => !required.includes(at));
  const widths = fitWidths(cells, { columns, gap: GAP.length, always: required, next: others });
  return new Map([...widths].sort(([a], [b]) => a - b));
}

function positionOf(name: string, names: readonly string[]): number {
  const at = names.indexOf(name);
  if (at === -1) throw new Error(`No column is called "${name}"; known: ${names.join(', ')}`);
  return at;
}

function drawnRow(
  row: readonly string[],
  widths: ReadonlyMap<number, number>,
  paint: (text: string, column: number) => string,
): string[] {
  const cells = Array.from(widths, ([at, width]) => ({ at, width, parts: breakText(row[at] ?? '', width) }));
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

export type Fitting = Readonly<{ columns: number; gap: number; always: readonly number[]; next: readonly number[] }>;

const BROKEN_WIDTH_MIN = 24;
const LINES_MAX = 3;
const MARKS = ['/', '_', '+', '=', '-'];
const BREAKS = / |(?<=[/_+=-])/;
const REQUIRED_WIDTH_MIN = 8;

/** The widest required columns shrink, to their longest word, then to `REQUIRED_WIDTH_MIN`; optional ones follow while there is room. */
export function fitWidths(cells: readonly (readonly string[])[], fitting: Fitting): ReadonlyMap<number, number> {
  const { gap, next } = fitting;
  const full = cells.map((column) => Math.max(0, ...column.map(({ length }) => length)));
  const always = chooseRequired(full, fitting);
  const widths = new Map(always.map((at) => [at, wrappedWidth(cells[at]!)]));
  const longest = new Map(always.map((at) => [at, longestPart(cells[at]!, BREAKS)]));
  shrink(widths, (at) => longest.get(at)!, fitting);
  shrink(widths, () => 0, fitting);
  let room = fitting.columns - totalWidth(widths, fitting);
  for (const at of next) {
    const width = wrappedWidth(cells[at]!);
    if (width + gap > room) continue;
    widths.set(at, width);
    room -= width + gap;
  }
  for (const [at, width] of widths) {
    const more = Math.max(0, Math.min(full[at]! - width, room));
    widths.set(at, width + more);
    room -= more;
  }
  return widths;
}

function chooseRequired(full: readonly number[], { columns, gap, always }: Fitting): readonly number[] {
  let room = columns + gap;
  return always.filter((at, place) => {
    room -= Math.min(REQUIRED_WIDTH_MIN, full[at]!) + gap;
    return place === 0 || room >= 0;
  });
}

function wrappedWidth(cells: readonly string[]): number {
  const width = Math.max(0, ...cells.map(({ length }) => length));
  return Math.min(width, Math.max(BROKEN_WIDTH_MIN, longestPart(cells, ' '), Math.ceil(width / LINES_MAX)));
}

function longestPart(cells: readonly string[], separator: string | RegExp): number {
  return Math.max(0, ...cells.flatMap((cell) => cell.split(separator)).map(({ length }) => length));
}

function shrink(widths: Map<number, number>, leastOf: (at: number) => number, fitting: Fitting): void {
  for (let excess = totalWidth(widths, fitting) - fitting.columns; excess > 0; excess--) {
    const wider = [...widths].filter(([at, width]) => width > Math.max(REQUIRED_WIDTH_MIN, leastOf(at)));
    if (wider.length === 0) return;
    const [at, width] = wider.reduce((widest, each) => (each[1] > widest[1] ? each : widest));
    widths.set(at, width - 1);
  }
}

function totalWidth(widths: ReadonlyMap<number, number>, { gap }: Fitting): number {
  return [...widths.values()].reduce((sum, width) => sum + width + gap, -gap);
}

export function breakText(text: string, width: number): string[] {
  if (text.length <= width) return [text];
  const words = text.split(' ').flatMap((word) => breakWord(word, width));
  return wrapWords(words.join(' '), width);
}

export function wrapWords(text: string, charactersMax: number): string[] {
  const lines: string[] = [];
  for (const word of text.split(' ')) {
    const last = lines.at(-1);
    if (last === undefined || (last !== '' && last.length + 1 + word.length > charactersMax)) lines.push(word);
    else lines[lines.length - 1] = last === '' ? word : `${last} ${word}`;
  }
  return lines;
}

function breakWord(word: string, width: number): string[] {
  const parts: string[] = [];
  let rest = word;
  while (rest.length > width) {
    const at = Math.max(...MARKS.map((mark) => rest.lastIndexOf(mark, width - 1) + 1)) || width;
    parts.push(rest.slice(0, at));
    rest = rest.slice(at);
  }
  return [...parts, rest];
}
