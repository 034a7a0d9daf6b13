/**
 * Table I of LLM-State from traces, beside the published figures.
 *
 * @module
 */
import type { Field } from '../../metrics/metric.ts';
import type { Content, PaperTable } from '../../tables/paper_table.ts';
import { episodesOf, type SuiteResults } from '../../tables/suite_results.ts';
import { cellOf } from './cells.ts';
import {
  type Column,
  columnsOf,
  commonNotes,
  flagged,
  ONE_RUN_A_MAP,
  overRecorded,
  percentHere,
  tasksOf,
  titleOf,
  titlesOf,
} from './methods.ts';
import { type Level, type PublishedLlmState, publishedLlmState } from './published.ts';
import { besideMean, sameTasks, sameTasksPercent } from './same_tasks.ts';
import { slipOf } from './slip_of.ts';
import { type Line, READING, taskLine } from './task_line.ts';

const LEVELS: readonly Level[] = ['simple', 'hard'];

/** Table I: success rate and average steps, 15 tasks × 4 methods. */
export const tableOne: PaperTable = {
  suite: 'household',
  name: 'table_1',
  title: 'LLM-State, Table I: success rate and average steps',
  content: (results) => contentOf(results, publishedLlmState()),
};

function contentOf(results: SuiteResults, published: PublishedLlmState): Content {
  const columns = columnsOf(published.methods);
  const rows: Record<string, Field>[] = [];
  const lines: string[][] = [];
  for (const level of LEVELS) {
    for (const printed of published.table_1.rows.filter((row) => row.level === level)) {
      const line = taskLine(results, columns, { ...printed, runs: published.table_1.runsPerCell });
      lines.push([results.instructions.get(printed.task) ?? printed.task, ...line.cells]);
      rows.push(
        ...line.rows.map((row) => ({
          level,
          ...row,
          paperSuccessPercent: null,
          paperSameTasksPercent: null,
          paperSlip: null,
        })),
      );
    }
    const mean = meanLine(results, published, columns, level);
    lines.push([`Mean, ${level}`, ...mean.cells]);
    rows.push(...mean.rows);
  }
  return {
    shown: { header: ['Task', ...titlesOf(columns)], lines },
    rows,
    notes: [
      READING,
      overRecorded(results, columns),
      ...commonNotes(results, published, ONE_RUN_A_MAP),
      ...tableOneSlips(published),
    ],
  };
}

/** The level's mean over all tasks, with the printed percentage and what is wrong with it. */
function meanLine(results: SuiteResults, published: PublishedLlmState, columns: readonly Column[], level: Level): Line {
  const tasks = tasksOf(published, level);
  const printed = published.table_1.means.find((mean) => mean.level === level);
  const cells: string[] = [];
  const rows = columns.map(({ method, planner, at }) => {
    const episodes = episodesOf(results, planner, tasks);
    const cell = cellOf(episodes);
    const same = sameTasks(published, { method, level }, episodes);
    const percent = at === null ? undefined : printed?.successPercent[at];
    const slip = at === null ? null : tableOneSlip(published, level, at);
    cells.push(percentHere(cell));
    if (at !== null) cells.push(`${flagged(percent, slip)}${besideMean(same)}`);
    return {
      level,
      task: 'mean',
      method,
      planner,
      cap: null,
      ...cell,
      paperSuccesses: null,
      paperEpisodes: at === null ? null : tasks.length * published.table_1.runsPerCell,
      paperAverageSteps: null,
      paperSuccessPercent: percent === undefined ? null : Number(percent),
      paperSameTasksPercent: at === null ? null : sameTasksPercent(same),
      paperSlip: slip,
    };
  });
  return { cells, rows };
}

/** What is wrong with a printed mean of Table I, judged by the table's own rows; null where nothing is. */
function tableOneSlip(published: PublishedLlmState, level: Level, at: number): string | null {
  const rows = published.table_1.rows.filter((row) => row.level === level);
  const printed = published.table_1.means.find((mean) => mean.level === level)?.successPercent[at];
  if (printed === undefined) return null;
  const successes = rows.reduce((sum, row) => sum + (row.successes[at] ?? 0), 0);
  return slipOf(printed, rows.length * published.table_1.runsPerCell, successes);
}

function tableOneSlips(published: PublishedLlmState): string[] {
  return LEVELS.flatMap((level) =>
    published.methods.flatMap((name, at) => {
      const slip = tableOneSlip(published, level, at);
      return slip === null ? [] : [`(!) Table I, mean, ${level}, ${titleOf(name)}: ${slip}`];
    }),
  );
}
