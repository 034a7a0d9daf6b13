/**
 * A table with what an episode costs in money. It is printed and never written: files of tables are the same whatever the prices.
 *
 * @module
 */
import { moneyOf, moneyText, type Prices } from '../trace/metrics/prices.ts';
import type { Table } from './table.ts';

/** Tables with tokens in each row, which are shown a line a row. */
const PRICED = ['cost', 'metrics', 'roles', 'episodes'];

/** Any other table, and without prices each, as it is. */
export function pricedTable(table: Table, prices: Prices | null): Table {
  if (prices === null || !PRICED.includes(table.name)) return table;
  const { shown, rows, notes } = table;
  const money = rows.map((row) => moneyOf(row, prices));
  const { keys = 1, header, lines, results = [] } = shown;
  const after = keys + results.length;
  return {
    ...table,
    shown: {
      ...shown,
      header: header.toSpliced(after, 0, 'Money'),
      results: [...results, 'Money'],
      lines: lines.map((line, at) => line.toSpliced(after, 0, money[at] == null ? 'n/a' : moneyText(money[at]))),
    },
    rows: rows.map((row, at) => ({ ...row, money: money[at] ?? null })),
    notes: [
      ...notes,
      `Money: mean of an episode, at ${prices.prompt} for a million tokens of prompts and ${prices.completion} for a million of answers, as --prices says`,
    ],
  };
}
