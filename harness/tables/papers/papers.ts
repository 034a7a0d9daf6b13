/** The papers' tables, in the order in which they are shown. */
import type { PaperTable } from '../paper_table.ts';
import { tableOne, tableThree, tableTwo } from './llm_state/tables.ts';
import { failuresOlp, figureSeven, tableOneOlp } from './olp/tables.ts';

export const PAPER_TABLES: readonly PaperTable[] = [
  tableOne,
  tableTwo,
  tableThree,
  tableOneOlp,
  failuresOlp,
  figureSeven,
];

/** Of PlanBench's published answers, whatever the suites. */
export const PLANBENCH_TABLES = ['', '_headline', '_pairs', '_plans', '_dialogues'].map((end) => `planbench${end}`);

/** Every table that `tapedeck tables` makes, where its suites are among those asked for. */
export const TABLE_NAMES: readonly string[] = [
  ...PAPER_TABLES.map(({ name }) => name),
  ...PLANBENCH_TABLES,
  ...['metrics', 'errors', 'roles', 'cost', 'episodes', 'overview', 'summary', 'beliefs'],
];
