import { stringify } from 'csv-stringify/sync';
import { printable, shortened } from '../../envs/printable.ts';
import { PAPER, painted, type Screen } from '../io/screen.ts';
import type { Field, Fields } from '../trace/metrics/metric.ts';
import { type Share, shareText } from '../trace/metrics/numbers.ts';
import { plainTable } from './plain_table.ts';

export const NOT_RECORDED = 'not recorded';

const FIRST_COLUMN_MAX = 40;

export type Table = Readonly<{
  name: string;
  title: string;
  shown: ShownTable;
  rows: readonly Fields[];
  notes: readonly string[];
}>;

export type Columns<R> = Readonly<Record<string, keyof R | ((row: R) => string)>>;

export function shownRows<R>(
  rows: readonly R[],
  columns: Columns<R>,
  look: Omit<ShownTable, 'header' | 'lines'> = {},
): ShownTable {
  const cells = Object.values(columns);
  const lines = rows.map((row) => cells.map((cell) => (typeof cell === 'function' ? cell(row) : String(row[cell]))));
  return { header: Object.keys(columns), lines, ...look };
}

export function shareCell(share: Share | null): string {
  return share === null ? NOT_RECORDED : shareText(share);
}

export function shareFields(name: string, share: Share | null): Fields {
  const { count = null, percent = null, low = null, high = null } = share ?? {};
  return { [name]: count, [`${name}Percent`]: percent, [`${name}Low`]: low, [`${name}High`]: high };
}

export function tableFiles(table: Table): [name: string, text: string][] {
  return [
    [`${table.name}.md`, tableMarkdown(table)],
    [`${table.name}.csv`, tableCsv(table.rows)],
    [`${table.name}.json`, tableJson(table)],
  ];
}

function tableJson({ title, notes, rows }: Table): string {
  const head = JSON.stringify({ title, notes }, null, 2).slice(0, -'\n}'.length);
  const lines = rows.map((row) => `\n    ${JSON.stringify(row)}`).join(',');
  return `${head},\n  "rows": [${lines}${lines && '\n  '}]\n}\n`;
}

export function tableText(table: Table, screen: Screen = PAPER): string {
  const titles = table.shown.header.map((title) => title.split(', '));
  const [topics, parts] = [0, 1].map((at) => titles.map((title) => title[at] ?? ''));
  const lines = table.shown.lines.map((line) =>
    line.map((cell, at) => (at === 0 ? shortened(cell, FIRST_COLUMN_MAX) : cell === NOT_RECORDED ? '–' : cell)),
  );
  const { header: names, keys = 1, results = [], next = [] } = table.shown;
  const look = { screen, names, always: [...names.slice(0, keys), ...results], next };
  const body = plainTable(topics!, [parts!, ...lines], look);
  return [
    painted(table.title, 'title', screen),
    '',
    body,
    '',
    ...[`– ${NOT_RECORDED}`, ...table.notes].map((note) => `  ${note}`),
    '',
  ].join('\n');
}

/** RFC 4180 with LF; a spreadsheet runs no text as a formula. */
export function tableCsv(rows: readonly Fields[]): string {
  return stringify(rows as Record<string, Field>[], {
    header: true,
    columns: Object.keys(rows[0] ?? {}),
    escape_formulas: true,
    cast: { boolean: String },
  });
}

/** Columns with headings `Topic, part` stay together where a table is split. */
export type ShownTable = Readonly<{
  header: readonly string[];
  lines: readonly (readonly string[])[];
  /** Leading columns that identify a line. */
  keys?: number;
  /** Shown even in a narrow terminal. */
  results?: readonly string[];
  /** Further columns by importance. */
  next?: readonly string[];
}>;

const PAGE_WIDTH = 120;

type Column = Readonly<{ header: string; cells: readonly string[]; width: number }>;

export function tableMarkdown({ title, shown, notes }: Pick<Table, 'title' | 'shown' | 'notes'>): string {
  const columns = shown.header.map((header, at): Column => {
    const cells = shown.lines.map((line) => escapedCell(line[at] ?? ''));
    const name = escapedCell(header);
    return { header: name, cells, width: Math.max(3, name.length, ...cells.map(({ length }) => length)) };
  });
  const count = shown.keys ?? 1;
  const keys = columns.slice(0, count);
  const sections = splitColumns(groupByTopic(columns.slice(count)), PAGE_WIDTH - 1 - widthOf(keys));
  const tables = sections.flatMap((section) => [markdownTable([...keys, ...section]), '']);
  return `${[`# ${printable(title)}`, '', ...tables, ...notes.map((note) => `- ${printable(note)}`)].join('\n').trimEnd()}\n`;
}

function groupByTopic(columns: readonly Column[]): Column[][] {
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

function splitColumns(groups: readonly (readonly Column[])[], room: number): Column[][] {
  const sections: Column[][] = [[]];
  for (const group of groups) {
    const section = sections.at(-1)!;
    if (section.length === 0 || widthOf([...section, ...group]) <= room) section.push(...group);
    else sections.push([...group]);
  }
  return sections;
}

function widthOf(columns: readonly Column[]): number {
  return columns.reduce((sum, { width }) => sum + width + 3, 0);
}

function markdownTable(columns: readonly Column[]): string {
  const line = (textOf: (column: Column) => string) =>
    `| ${columns.map((column) => textOf(column).padEnd(column.width)).join(' | ')} |`;
  const lines = columns[0]?.cells.map((_, at) => line(({ cells }) => cells[at] ?? '')) ?? [];
  return [line(({ header }) => header), line(({ width }) => '-'.repeat(width)), ...lines].join('\n');
}

function escapedCell(text: string): string {
  return printable(text.replaceAll('|', '\\|').replace(/\s+/g, ' '));
}
