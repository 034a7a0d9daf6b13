/**
 * A finished table, and the forms in which it is written: Markdown to read, CSV and JSON to compute with.
 *
 * @module
 */
import { stringify } from 'csv-stringify/sync';
import { PAPER, painted, type Screen } from '../io/screen.ts';
import type { Field } from '../trace/metrics/metric.ts';
import { plainTable } from './plain_table.ts';
import type { ShownTable } from './shown_table.ts';
import { tableMarkdown } from './table_markdown.ts';

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
