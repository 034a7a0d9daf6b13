import type { PaperTable } from '../suite_results.ts';
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

export const PLANBENCH_TABLES = ['', '_headline', '_pairs', '_plans', '_dialogues'].map((end) => `planbench${end}`);

export const TABLE_NAMES: readonly string[] = [
  ...PAPER_TABLES.map(({ name }) => name),
  ...PLANBENCH_TABLES,
  ...['metrics', 'errors', 'roles', 'cost', 'episodes', 'overview', 'summary', 'beliefs'],
];
