/**
 * Tables I, II and III of LLM-State from traces, beside the published figures.
 *
 * @module
 */

import type { Field } from '../metrics/metric.ts';
import {
  type Column,
  cellOfPlanner,
  columnsOf,
  commonNotes,
  flagged,
  here,
  ONE_HAND_PLANNERS,
  OVER_RECORDED,
  percentHere,
  type SuiteResults,
  titleOf,
  titlesOf,
} from './method_cells.ts';
import { type Level, type PublishedLlmState, slipOf } from './published.ts';
import type { Table } from './table.ts';

const LEVELS: readonly Level[] = ['simple', 'hard'];
const READING =
  '"here" is successes/episodes, then average steps with the cap for a failed run (in brackets, where some failed: over successes only); "paper" is what is printed';
const ONE_RUN_A_MAP = 'one run on each of 5 maps';

/** Table I: success rate and average steps, 15 tasks × 4 methods. */
export function tableOne(results: SuiteResults, published: PublishedLlmState): Table {
  const columns = columnsOf(published.methods);
  const rows: Record<string, Field>[] = [];
  const lines: string[][] = [];
  for (const level of LEVELS) {
    for (const printed of published.table_1.rows.filter((row) => row.level === level)) {
      const line = taskLine(results, columns, { ...printed, runs: published.table_1.runsPerCell });
      lines.push([results.instructions.get(printed.task) ?? printed.task, ...line.cells]);
      rows.push(...line.rows.map((row) => ({ level, ...row, paperSuccessPercent: null, paperSlip: null })));
    }
    const mean = meanLine(results, published, columns, level);
    lines.push([`Mean, ${level}`, ...mean.cells]);
    rows.push(...mean.rows);
  }
  return {
    name: 'table_1',
    title: 'LLM-State, Table I: success rate and average steps',
    shown: { header: ['Task', ...titlesOf(columns)], lines },
    rows,
    notes: [READING, OVER_RECORDED, ...commonNotes(results, published, ONE_RUN_A_MAP), ...tableOneSlips(published)],
  };
}

/** Cells to read and rows to compute with, of one line of a table. */
type Line = { readonly cells: string[]; readonly rows: Record<string, Field>[] };

/** A task with the paper's figures, one for each of its methods. */
type Printed = {
  readonly task: string;
  readonly cap: number;
  readonly runs: number;
  readonly successes: readonly number[];
  readonly averageSteps: readonly number[];
};

function taskLine(results: SuiteResults, columns: readonly Column[], printed: Printed): Line {
  const { task, cap, runs, successes, averageSteps } = printed;
  const cells: string[] = [];
  const rows = columns.map(({ method, planner, at }) => {
    const cell = cellOfPlanner(results, planner, [task]);
    cells.push(here(cell));
    if (at !== null) cells.push(`${successes[at]}/${runs} ${averageSteps[at]?.toFixed(1)}`);
    return {
      task,
      method,
      planner,
      cap,
      ...cell,
      paperSuccesses: at === null ? null : (successes[at] ?? null),
      paperEpisodes: at === null ? null : runs,
      paperAverageSteps: at === null ? null : (averageSteps[at] ?? null),
    };
  });
  return { cells, rows };
}

/** The level's mean over all tasks, with the printed percentage and what is wrong with it. */
function meanLine(results: SuiteResults, published: PublishedLlmState, columns: readonly Column[], level: Level): Line {
  const tasks = tasksOf(published, level);
  const printed = published.table_1.means.find((mean) => mean.level === level);
  const cells: string[] = [];
  const rows = columns.map(({ method, planner, at }) => {
    const cell = cellOfPlanner(results, planner, tasks);
    const percent = at === null ? undefined : printed?.successPercent[at];
    const slip = at === null ? null : tableOneSlip(published, level, at);
    cells.push(percentHere(cell));
    if (at !== null) cells.push(flagged(percent, slip));
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
      paperSlip: slip,
    };
  });
  return { cells, rows };
}

/** Table II: mean success rate of the ablations. */
export function tableTwo(results: SuiteResults, published: PublishedLlmState): Table {
  const columns = columnsOf(published.table_2.methods);
  const rows: Record<string, Field>[] = [];
  const slips: string[] = [];
  const lines = published.table_2.means.map(({ level, runs, successPercent }) => {
    const line = [level === 'simple' ? 'Simple' : 'Hard'];
    for (const { method, title, planner, at } of columns) {
      const cell = cellOfPlanner(results, planner, tasksOf(published, level));
      const printed = at === null ? undefined : successPercent[at];
      const slip = printed === undefined ? null : slipOf(printed, runs, null);
      if (slip !== null) slips.push(`Table II, ${level}, ${title}: ${slip}`);
      line.push(percentHere(cell));
      if (at !== null) line.push(flagged(printed, slip));
      rows.push({
        level,
        method,
        planner,
        ...cell,
        paperSuccessPercent: printed === undefined ? null : Number(printed),
        paperEpisodes: at === null ? null : runs,
        paperSlip: slip,
      });
    }
    return line;
  });
  return {
    name: 'table_2',
    title: 'LLM-State, Table II: ablations, mean success rate',
    shown: { header: ['Tasks', ...titlesOf(columns)], lines },
    rows,
    notes: [OVER_RECORDED, ...commonNotes(results, published, ONE_RUN_A_MAP), ...slips],
  };
}

/** Table III: the robot experiment. */
export function tableThree(results: SuiteResults, published: PublishedLlmState): Table {
  const { methods, task, runs } = published.table_3;
  const columns = columnsOf(methods, ONE_HAND_PLANNERS);
  const { cells, rows } = taskLine(results, columns, published.table_3);
  return {
    name: 'table_3',
    title: 'LLM-State, Table III: the robot experiment',
    shown: {
      header: ['Task', ...titlesOf(columns)],
      lines: [[results.instructions.get(task) ?? task, ...cells]],
    },
    rows,
    notes: [
      READING,
      OVER_RECORDED,
      ...commonNotes(results, published, `${runs} runs of a real robot`),
      'the robot has one hand; prompts say two, as Listing 5 does; "told": the same methods, told of the one hand (hands=1)',
      'here: a symbolic home, one hand, stale observations, skills that are denied outside the library; no noise',
    ],
  };
}

function tasksOf(published: PublishedLlmState, level: Level): string[] {
  return published.table_1.rows.filter((row) => row.level === level).map((row) => row.task);
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
