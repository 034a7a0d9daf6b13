/**
 * A table as GitHub Markdown, padded so that it reads as plain text too.
 *
 * One that is wider than a page is written in parts, each with the columns that say what a line is about.
 *
 * @module
 */
import { printable } from '../../envs/printable.ts';
import type { ShownTable } from './shown_table.ts';

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
