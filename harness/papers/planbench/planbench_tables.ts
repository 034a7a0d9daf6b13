/**
 * Everything that is made of PlanBench's published answers: the tables, of which one is shown, and the figure.
 *
 * @module
 */
import { cellsOf, familyOf } from '../../planbench/scored/cells.ts';
import { readScoredAnswers } from '../../planbench/scored/packed_answers.ts';
import type { Table } from '../../tables/table.ts';
import { drawVerdicts } from './draw_verdicts.ts';
import { pairsTable } from './pairs_table.ts';
import { plansTable } from './plans_table.ts';
import { cellsTable, dialoguesTable, headlineTable } from './verdict_tables.ts';

export const VERDICTS_FILE = 'planbench_verdicts.svg';

type PlanbenchTables = { readonly shown: readonly Table[]; readonly others: readonly Table[]; readonly figure: string };

export async function planbenchTables(): Promise<PlanbenchTables> {
  const answers = readScoredAnswers();
  const cells = cellsOf(answers);
  const families = cellsOf(answers, familyOf).filter(({ prompt }) => prompt.includes('-shot'));
  const [pairs, plans] = [pairsTable(families), plansTable(families)];
  const others = [cellsTable(cells), pairs, plans, dialoguesTable(answers)];
  return { shown: [headlineTable(answers)], others, figure: await drawVerdicts(cells) };
}
