/** A finished table, and the forms in which it is written: text and Markdown to read, CSV and JSON to compute with. */
import { stringify } from 'csv-stringify/sync';
import { printable } from '../../envs/printable.ts';
import { PAPER, painted, type Screen } from '../io/screen.ts';
import type { Field } from '../trace/metrics/metric.ts';
import { type Share, shareText } from '../trace/metrics/numbers.ts';
import { plainTable } from './plain_table.ts';

/** What stands for a cell without episodes. */
export const NOT_RECORDED = 'not recorded';

const FIRST_COLUMN_MAX = 40;

export type Table = {
  /** Base name of its files. */
  readonly name: string;
  readonly title: string;
  /** What is read by people. */
  readonly shown: ShownTable;
  /** What is computed with: every line holds every column, in this order. */
  readonly rows: readonly Readonly<Record<string, Field>>[];
  readonly notes: readonly string[];
};

/** What is read of some rows. `columns`: heading → text of a row. */
export function shownRows<R>(
  rows: readonly R[],
  columns: Readonly<Record<string, (row: R) => string>>,
  look: Omit<ShownTable, 'header' | 'lines'> = {},
): ShownTable {
  const texts = Object.values(columns);
  return { header: Object.keys(columns), lines: rows.map((row) => texts.map((text) => text(row))), ...look };
}

/** `1/2 50.0 % (9–91)`: the counts, the share, and its 95 % interval. */
export function shareCell(share: Share | null): string {
  return share === null ? NOT_RECORDED : shareText(share);
}

/** A share as columns of a row: `completed`, `completedPercent` and so on. */
export function shareFields(name: string, share: Share | null): Record<string, Field> {
  return {
    [name]: share?.count ?? null,
    [`${name}Percent`]: share?.percent ?? null,
    [`${name}Low`]: share?.low ?? null,
    [`${name}High`]: share?.high ?? null,
  };
}

/** The table's files: name → text, each ending in a newline. */
export function tableFiles(table: Table): [name: string, text: string][] {
  return [
    [`${table.name}.md`, tableMarkdown(table)],
    [`${table.name}.csv`, tableCsv(table.rows)],
    [`${table.name}.json`, tableJson(table)],
  ];
}

/** A row a line. */
function tableJson({ title, notes, rows }: Table): string {
  const head = JSON.stringify({ title, notes }, null, 2).slice(0, -'\n}'.length);
  const lines = rows.map((row) => `\n    ${JSON.stringify(row)}`).join(',');
  return `${head},\n  "rows": [${lines}${lines && '\n  '}]\n}\n`;
}

/** The table for a terminal: narrower, with titles in two lines and dashes for cells without recordings. */
export function tableText(table: Table, screen: Screen = PAPER): string {
  const titles = table.shown.header.map((title) => title.split(', '));
  const heads = [0, 1].map((at) => titles.map((parts) => parts[at] ?? ''));
  const lines = table.shown.lines.map((line) =>
    line.map((cell, at) => (at === 0 ? shortened(cell) : cell === NOT_RECORDED ? '–' : cell)),
  );
  const { header: names, keys = 1, results = [], next = [] } = table.shown;
  const look = { screen, names, always: [...names.slice(0, keys), ...results], next };
  const body = plainTable(heads[0] ?? [], [...heads.slice(1), ...lines], look);
  return [
    painted(table.title, 'title', screen),
    '',
    body,
    '',
    ...[`– ${NOT_RECORDED}`, ...table.notes].map((note) => `  ${note}`),
    '',
  ].join('\n');
}

function shortened(text: string): string {
  return text.length > FIRST_COLUMN_MAX ? `${text.slice(0, FIRST_COLUMN_MAX - 1)}…` : text;
}

/** RFC 4180 with LF; a missing value is an empty field. Text that a spreadsheet would run as a formula is quoted off. */
export function tableCsv(rows: readonly Readonly<Record<string, Field>>[]): string {
  return stringify(rows as Record<string, Field>[], {
    header: true,
    columns: Object.keys(rows[0] ?? {}),
    escape_formulas: true,
    cast: { boolean: String },
  });
}

/** A header line and lines of text cells. */
export type ShownTable = {
  readonly header: readonly string[];
  readonly lines: readonly (readonly string[])[];
  /** How many columns say what a line is about; one unless told. */
  readonly keys?: number;
  /** The results, by their headings: a narrow terminal always shows these columns, beside those that say what a line is about. */
  readonly results?: readonly string[];
  /** The most important of the other columns, most important first; the rest follow from left to right. */
  readonly next?: readonly string[];
};

/** Characters, borders included. */
const PAGE_WIDTH = 120;

type ReadTable = { readonly title: string; readonly shown: ShownTable; readonly notes: readonly string[] };

type Column = { readonly header: string; readonly cells: readonly string[]; readonly width: number };

export function tableMarkdown({ title, shown, notes }: ReadTable): string {
  const columns = shown.header.map((header, at): Column => {
    const cells = shown.lines.map((line) => escapedCell(line[at] ?? ''));
    const name = escapedCell(header);
    return { header: name, cells, width: Math.max(3, name.length, ...cells.map(({ length }) => length)) };
  });
  const count = shown.keys ?? 1;
  const [keys, others] = [columns.slice(0, count), columns.slice(count)];
  const parts = partsOf(groupsOf(others), PAGE_WIDTH - 1 - widthOf(keys)).flatMap((part) => [
    drawn([...keys, ...part]),
    '',
  ]);
  return `${[`# ${printable(title)}`, '', ...parts, ...notes.map((note) => `- ${printable(note)}`)].join('\n').trimEnd()}\n`;
}

/** Columns that stand together: `Ours, here` and `Ours, paper`. */
function groupsOf(columns: readonly Column[]): Column[][] {
  const groups: Column[][] = [];
  for (const column of columns) {
    const last = groups.at(-1);
    if (last !== undefined && topicOf(column) !== null && topicOf(column) === topicOf(last[0]!)) last.push(column);
    else groups.push([column]);
  }
  return groups;
}

function topicOf({ header }: Column): string | null {
  const comma = header.indexOf(', ');
  return comma === -1 ? null : header.slice(0, comma);
}

/** As few parts as there may be, filled from the left; a group that is too wide by itself is a part of its own. */
function partsOf(groups: readonly (readonly Column[])[], room: number): Column[][] {
  const parts: Column[][] = [[]];
  for (const group of groups) {
    const part = parts.at(-1)!;
    if (part.length === 0 || widthOf([...part, ...group]) <= room) part.push(...group);
    else parts.push([...group]);
  }
  return parts;
}

/** With a border and a space on either side of each; the border on the right is the first one's. */
function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width + 3, 0);
}

function drawn(columns: readonly Column[]): string {
  const line = (textOf: (column: Column) => string) =>
    `| ${columns.map((column) => textOf(column).padEnd(column.width)).join(' | ')} |`;
  const lines = columns[0]?.cells.map((_, at) => line(({ cells }) => cells[at] ?? '')) ?? [];
  return [line(({ header }) => header), line(({ width }) => '-'.repeat(width)), ...lines].join('\n');
}

function escapedCell(text: string): string {
  return printable(text.replaceAll('|', '\\|').replace(/\s+/g, ' '));
}
