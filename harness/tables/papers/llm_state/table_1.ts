/**
 * Table I of LLM-State from traces, beside the published figures.
 *
 * @module
 */
import type { Field } from '../../../trace/metrics/metric.ts';
import type { Content, PaperTable } from '../../paper_table.ts';
import { episodesOf, type SuiteResults } from '../../suite_results.ts';
import { type Cell, cellOf, ratio } from './cells.ts';
import {
  type Column,
  columnsOf,
  commonNotes,
  flagged,
  ONE_RUN_A_MAP,
  overRecorded,
  tasksOf,
  titleOf,
} from './methods.ts';
import { type Level, type PublishedLlmState, publishedLlmState } from './published.ts';
import { sameTasks, sameTasksPercent } from './same_tasks.ts';
import { slipOf } from './slip_of.ts';
import { taskLine } from './task_line.ts';

const LEVELS: readonly Level[] = ['simple', 'hard'];

/** A task's instruction stands beside the two lines of its figures. */
const INSTRUCTION_WIDTH = 40;

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
      const cells = taskLine(results, columns, { ...printed, runs: published.table_1.runsPerCell });
      const [first, second] = inTwoLines(results.instructions.get(printed.task) ?? printed.task);
      const shown = cells.filter(({ column }) => isShown(column));
      lines.push([first, 'here', ...shown.map(({ cell }) => hereText(cell))]);
      lines.push([
        second,
        'paper',
        ...shown.map(({ paper }) => (paper === null ? '' : `${paper.success} ${paper.steps}`)),
      ]);
      const mean = { paperSuccessPercent: null, paperSameTasksPercent: null, paperSlip: null };
      rows.push(...cells.map(({ row }) => ({ level, ...row, ...mean })));
    }
    const means = columns.map((column) => meanOf(results, published, { column, level }));
    const shown = means.filter(({ column }) => isShown(column));
    lines.push([`Mean, ${level}`, 'here', ...shown.map(({ cell }) => (cell.episodes === 0 ? NONE : ratio(cell)))]);
    lines.push(['', 'interval', ...shown.map(({ cell }) => intervalText(cell))]);
    lines.push(['', 'paper', ...shown.map(({ paper }) => paper)]);
    if (shown.some(({ same }) => same !== '')) lines.push(['', 'paper*', ...shown.map(({ same }) => same)]);
    rows.push(...means.map(({ row }) => row));
  }
  const titles = columns.filter(isShown).map(({ title }) => title);
  return {
    shown: {
      keys: 2,
      header: ['Task', 'Figures', ...titles],
      results: ['Ours', 'Oracle'],
      lines,
    },
    rows,
    notes: [
      'here: successes/episodes, then average steps with the cap for a failed run (over successes only: table_1.csv); paper: what is printed; –: not recorded',
      'interval: 95 %, of the share of all episodes of the level, after Wilson, clustered by task. A single cell has three to five episodes of one task, of which an interval says little (3/3: 44 to 100 %) and which would fill the table; table_1.csv has them',
      'paper*: the printed share over those tasks that are recorded here',
      `Random has no column: it succeeds in ${ratio(cellOf(episodesOf(results, 'random', allTasks(published))))} episodes; table_1.csv has its rows`,
      ...overRecorded(results, columns),
      ...commonNotes(results, published, ONE_RUN_A_MAP),
      ...tableOneSlips(published),
    ],
  };
}

const NONE = '–';

/** What chance does fills no column: it succeeds nowhere. */
function isShown({ planner }: Column): boolean {
  return planner !== 'random';
}

function allTasks(published: PublishedLlmState): string[] {
  return LEVELS.flatMap((level) => tasksOf(published, level));
}

/** `3/5 12.4` */
function hereText(cell: Cell): string {
  return cell.averageSteps === null ? NONE : `${ratio(cell)} ${cell.averageSteps.toFixed(1)}`;
}

function intervalText({ successLow, successHigh }: Cell): string {
  if (successLow === null || successHigh === null) return '';
  return `${(100 * successLow).toFixed(0)}–${(100 * successHigh).toFixed(0)} %`;
}

function inTwoLines(text: string): [string, string] {
  if (text.length <= INSTRUCTION_WIDTH) return [text, ''];
  const at = text.lastIndexOf(' ', INSTRUCTION_WIDTH);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

type Mean = {
  readonly column: Column;
  readonly cell: Cell;
  readonly paper: string;
  readonly same: string;
  readonly row: Record<string, Field>;
};

/** The level's mean over all tasks, with the printed percentage and what is wrong with it. */
function meanOf(
  results: SuiteResults,
  published: PublishedLlmState,
  { column, level }: { readonly column: Column; readonly level: Level },
): Mean {
  const { method, planner, at } = column;
  const tasks = tasksOf(published, level);
  const episodes = episodesOf(results, planner, tasks);
  const cell = cellOf(episodes);
  const same = sameTasks(published, { method, level }, episodes);
  const samePercent = at === null ? null : sameTasksPercent(same);
  const printed = published.table_1.means.find((mean) => mean.level === level);
  const percent = at === null ? undefined : printed?.successPercent[at];
  const slip = at === null ? null : tableOneSlip(published, level, at);
  const row = {
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
    paperSameTasksPercent: samePercent,
    paperSlip: slip,
  };
  const isPart = same.tasks < same.of && samePercent !== null;
  return {
    column,
    cell,
    paper: at === null ? '' : flagged(percent, slip),
    same: isPart ? `${samePercent.toFixed(2)} %` : '',
    row,
  };
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
