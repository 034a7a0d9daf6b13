import type { Fields } from '../../../trace/metrics/metric.ts';
import { limitsText, percentRange, sum } from '../../../trace/metrics/numbers.ts';
import { answersOf, coverageNotes, episodesOf, type PaperTable, type SuiteResults } from '../../suite_results.ts';
import { type Columns, NOT_RECORDED, shownRows } from '../../table.ts';
import {
  type Cell,
  type Column,
  cellOf,
  columnsOf,
  ONE_HAND_PLANNERS,
  ratioText,
  rowsOf,
  sameTasks,
  slipOf,
  tasksOf,
} from './methods.ts';
import published from './published.json' with { type: 'json' };

const LEVELS = ['simple', 'hard'];
const INSTRUCTION_WIDTH = 40;
const NONE = '–';

export const tableOne: PaperTable = {
  suite: 'household',
  name: 'table_1',
  title: 'LLM-State, Table I: success rate and average steps',
  content(results) {
    const columns = columnsOf(published.methods);
    const parts = LEVELS.flatMap((level) => levelParts(results, columns, level));
    const all = cellOf(episodesOf(results, 'random', LEVELS.flatMap(tasksOf)));
    return {
      shown: {
        keys: 2,
        header: ['Task', 'Figures', ...columns.filter(isShown).map(({ title }) => title)],
        results: ['Ours', 'Oracle'],
        lines: parts.flatMap(({ lines }) => lines),
      },
      rows: parts.flatMap(({ rows }) => rows),
      notes: [
        'here: successes/episodes, then average steps with the cap for a failed run (over successes only: table_1.csv); paper: what is printed; –: not recorded',
        'interval: 95 %, of the share of all episodes of the level, after Wilson, clustered by task. A single cell has three to five episodes of one task, of which an interval says little (3/3: 44 to 100 %) and which would fill the table; table_1.csv has them',
        'paper*: the printed share over those tasks that are recorded here',
        `Random has no column: it succeeds in ${ratioText(all)} episodes; table_1.csv has its rows`,
        ...recordedNotes(results, columns),
        ...commonNotes(results, ONE_RUN_A_MAP),
        ...LEVELS.flatMap((level) =>
          columns.flatMap(({ title, paperIndex }) => {
            const slip = tableOneSlip(level, paperIndex);
            return slip === null ? [] : [`(!) Table I, mean, ${level}, ${title}: ${slip}`];
          }),
        ),
      ],
    };
  },
};

type Part = Readonly<{ lines: readonly (readonly string[])[]; rows: readonly Fields[] }>;

function levelParts(results: SuiteResults, columns: readonly Column[], level: string): Part[] {
  const means = columns.map((column) => meanOf(results, column, level));
  const shown = means.filter(({ row }) => isShown(row));
  const same = shown.map((mean) => mean.same);
  return [
    ...rowsOf(level).map((printed): Part => {
      const rows = taskRows(results, columns, { ...printed, runs: published.table_1.runsPerCell });
      const [first, second] = inTwoLines(results.instructions.get(printed.task) ?? printed.task);
      const visibleRows = rows.filter(isShown);
      const mean = { paperSuccessPercent: null, paperSameTasksPercent: null, paperSlip: null };
      return {
        lines: [
          [first, 'here', ...visibleRows.map(hereText)],
          [second, 'paper', ...visibleRows.map((row) => `${paperRatio(row)} ${paperSteps(row)}`.trim())],
        ],
        rows: rows.map((row) => ({ level, ...row, ...mean })),
      };
    }),
    {
      lines: [
        [`Mean, ${level}`, 'here', ...shown.map(({ row }) => (row.episodes === 0 ? NONE : ratioText(row)))],
        ['', 'interval', ...shown.map(({ row }) => intervalText(row))],
        ['', 'paper', ...shown.map(({ paper }) => paper)],
        ...(same.some((text) => text !== '') ? [['', 'paper*', ...same]] : []),
      ],
      rows: means.map(({ row }) => row),
    },
  ];
}

function isShown({ planner }: Pick<Column, 'planner'>): boolean {
  return planner !== 'random';
}

type TaskRow = ReturnType<typeof taskRows>[number];

type Printed = Readonly<Record<'cap' | 'runs', number> & Record<'successes' | 'averageSteps', readonly number[]>> & {
  readonly task: string;
};

function taskRows(results: SuiteResults, columns: readonly Column[], printed: Printed) {
  const { task, cap, runs, successes, averageSteps } = printed;
  return columns.map(({ method, planner, paperIndex }) => ({
    ...{ task, method, planner, cap, ...cellOf(episodesOf(results, planner, [task])) },
    paperSuccesses: paperIndex === null ? null : successes[paperIndex]!,
    paperEpisodes: paperIndex === null ? null : runs,
    paperAverageSteps: paperIndex === null ? null : (averageSteps[paperIndex] ?? null),
  }));
}

function paperRatio({ paperSuccesses, paperEpisodes }: TaskRow): string {
  return paperEpisodes === null ? '' : `${paperSuccesses}/${paperEpisodes}`;
}

function paperSteps({ paperEpisodes, paperAverageSteps }: TaskRow): string {
  return paperEpisodes === null ? '' : (paperAverageSteps?.toFixed(1) ?? 'unknown');
}

function hereText(cell: Cell): string {
  return cell.averageSteps === null ? NONE : `${ratioText(cell)} ${cell.averageSteps.toFixed(1)}`;
}

function intervalText({ successLow, successHigh }: Cell): string {
  return successLow === null ? '' : `${limitsText(successLow, successHigh)} %`;
}

function inTwoLines(text: string): [string, string] {
  const at = text.length <= INSTRUCTION_WIDTH ? -1 : text.lastIndexOf(' ', INSTRUCTION_WIDTH);
  return at === -1 ? [text, ''] : [text.slice(0, at), text.slice(at + 1)];
}

function meanOf(results: SuiteResults, { method, planner, paperIndex }: Column, level: string) {
  const tasks = tasksOf(level);
  const episodes = episodesOf(results, planner, tasks);
  const same = sameTasks(method, level, episodes);
  const samePercent = same.share?.percent ?? null;
  const percent = printedMean(level, paperIndex);
  const slip = tableOneSlip(level, paperIndex);
  return {
    paper: paperIndex === null ? '' : percentText(percent, slip),
    same: same.tasks < same.tasksAll && samePercent !== null ? `${samePercent.toFixed(2)} %` : '',
    row: {
      ...{ level, task: 'mean', method, planner, cap: null, ...cellOf(episodes) },
      paperSuccesses: null,
      paperEpisodes: paperIndex === null ? null : tasks.length * published.table_1.runsPerCell,
      paperAverageSteps: null,
      paperSuccessPercent: percent === undefined ? null : Number(percent),
      paperSameTasksPercent: samePercent,
      paperSlip: slip,
    },
  };
}

export const tableTwo: PaperTable = {
  suite: 'household',
  name: 'table_2',
  title: 'LLM-State, Table II: ablations, mean success rate',
  content(results) {
    const columns = columnsOf(published.table_2.methods);
    const cells = published.table_2.means.flatMap(({ level, runs, successPercent }) =>
      columns.map(({ method, title, planner, paperIndex }) => {
        const episodes = episodesOf(results, planner, tasksOf(level));
        const cell = cellOf(episodes);
        const same = sameTasks(method, level, episodes);
        const printed = paperIndex === null ? undefined : successPercent[paperIndex];
        const slip = printed === undefined ? null : slipOf(printed, runs, null);
        return {
          ...{ level, title, slip },
          shown: [
            shareHereText(cell),
            paperIndex === null ? '' : `${percentText(printed, slip)}${sameTasksText(same)}`,
          ],
          row: {
            ...{ level, method, planner, ...cell },
            paperSuccessPercent: printed === undefined ? null : Number(printed),
            paperSameTasksPercent: same.share?.percent ?? null,
            paperEpisodes: paperIndex === null ? null : runs,
            paperSlip: slip,
          },
        };
      }),
    );
    return {
      shown: {
        header: ['Method', 'Simple, here', 'Simple, paper', 'Hard, here', 'Hard, paper'],
        results: ['Simple, here', 'Hard, here'],
        next: ['Hard, paper'],
        lines: columns.map(({ title }) => [
          title,
          ...cells.flatMap((cell) => (cell.title === title ? cell.shown : [])),
        ]),
      },
      rows: cells.map(({ row }) => row),
      notes: [
        'here: successes/episodes, share and its 95 % interval after Wilson, clustered by task',
        ...recordedNotes(results, columns),
        ...commonNotes(results, ONE_RUN_A_MAP),
        ...cells.flatMap(({ level, title, slip }) => (slip === null ? [] : [`Table II, ${level}, ${title}: ${slip}`])),
      ],
    };
  },
};

export const tableThree: PaperTable = {
  suite: 'robot',
  name: 'table_3',
  title: 'LLM-State, Table III: the robot experiment',
  content(results) {
    const { methods, task, runs } = published.table_3;
    const columns = columnsOf(methods, ONE_HAND_PLANNERS);
    const rows = taskRows(results, columns, published.table_3);
    const texts: Columns<TaskRow> = {
      Method: ({ planner }) => columns.find((column) => column.planner === planner)!.title,
      'Success, here': shareHereText,
      'Success, paper': paperRatio,
      'Steps, here': stepsHereText,
      'Steps, paper': paperSteps,
    };
    return {
      shown: shownRows(rows, texts, { results: ['Success, here', 'Success, paper'] }),
      rows,
      notes: [
        `task: ${results.instructions.get(task) ?? task}`,
        'success here: successes/episodes, share and its 95 % interval after Wilson, episode by episode; steps: mean, the cap for a failed run (in brackets, where some failed: over successes only). One task has no interval over tasks, so neither have its steps',
        ...recordedNotes(results, columns),
        ...commonNotes(results, `${runs} runs of a real robot`),
        'the robot has one hand; prompts say two, as Listing 5 does; "told": the same methods, told of the one hand (hands=1)',
        'here: a symbolic home, one hand, stale observations, skills that are denied outside the library; no noise',
      ],
    };
  },
};

function stepsHereText({ averageSteps, averageStepsOfSuccesses, successes, episodes }: Cell): string {
  if (averageSteps === null) return NOT_RECORDED;
  const capped = averageSteps.toFixed(1);
  return successes === episodes ? capped : `${capped} (${averageStepsOfSuccesses?.toFixed(1) ?? 'no success'})`;
}

const ONE_RUN_A_MAP = 'one run on each of 5 maps';

function recordedNotes({ episodes }: SuiteResults, columns: readonly Column[]): string[] {
  const isPart = episodes.some(({ complete }) => !complete);
  return [
    `"here" is over the recorded episodes only${isPart ? '; the paper prints no figure by map' : ''}`,
    ...coverageNotes(episodes, columns),
  ];
}

function shareHereText(cell: Cell): string {
  const { episodes, successes, successLow, successHigh } = cell;
  if (successes === null) return NOT_RECORDED;
  return `${ratioText(cell)} ${percentRange(successes / episodes, successLow, successHigh)}`;
}

function percentText(printed: string | undefined, slip: string | null): string {
  return printed === undefined ? 'unknown' : `${printed} %${slip === null ? '' : ' (!)'}`;
}

function commonNotes(results: SuiteResults, runs: string): string[] {
  const { model, id } = published.source;
  return [
    `here: ${answersOf(results)}; paper: ${model}, ${id}, ${runs}`,
    'planners of one task and trial that send the same request share its answer (common random numbers)',
    'Random picks actions by chance, Oracle carries out the shortest plan found with full knowledge; neither asks a model',
  ];
}

function sameTasksText({ tasks, tasksAll, share }: ReturnType<typeof sameTasks>): string {
  if (tasks === tasksAll) return '';
  if (share === null) return ` of all ${tasksAll} tasks`;
  return `; of ${tasks === 1 ? 'this task' : `these ${tasks} tasks`} ${share.percent.toFixed(2)} %`;
}

function tableOneSlip(level: string, paperIndex: number | null): string | null {
  const printed = printedMean(level, paperIndex);
  if (printed === undefined || paperIndex === null) return null;
  const rows = rowsOf(level);
  return slipOf(
    printed,
    rows.length * published.table_1.runsPerCell,
    sum(rows.map((row) => row.successes[paperIndex] ?? 0)),
  );
}

function printedMean(level: string, paperIndex: number | null): string | undefined {
  if (paperIndex === null) return undefined;
  return published.table_1.means.find((mean) => mean.level === level)?.successPercent[paperIndex];
}
