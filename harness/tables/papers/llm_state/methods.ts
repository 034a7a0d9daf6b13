import type { TaskShare } from '../../../trace/metrics/intervals.ts';
import { type EpisodeMetrics, poolSome } from '../../../trace/metrics/metrics.ts';
import { percentRange, sum } from '../../../trace/metrics/numbers.ts';
import { clusteredShare } from '../../../trace/metrics/pooling.ts';
import type { ShownMethod } from '../../paper_table.ts';
import { answersOf, coverageNotes, episodesOf, type SuiteResults } from '../../suite_results.ts';
import { NOT_RECORDED } from '../../table.ts';
import published from './published.json' with { type: 'json' };

const SUCCESS_COLUMNS = [
  ...(['successes', 'successLow', 'successHigh', 'averageSteps', 'averageStepsOfSuccesses', 'referenceSteps'] as const),
  ...(['stepsRatio', 'goalConditionRecall', 'executability', 'calls', 'promptTokens', 'completionTokens'] as const),
] as const;

/** All but `episodes` are null without episodes. */
export type Cell = ReturnType<typeof cellOf>;

export function cellOf(all: readonly EpisodeMetrics[]) {
  const episodes = all.filter((episode) => episode.complete);
  return { episodes: episodes.length, ...poolSome(episodes, SUCCESS_COLUMNS) };
}

export function ratio({ successes, episodes }: Cell): string {
  return episodes === 0 ? NOT_RECORDED : `${successes}/${episodes}`;
}

const METHODS = {
  inner_monologue: { title: 'InnerM-W', planner: 'inner_monologue' },
  progprompt: { title: 'ProgPrompt', planner: 'progprompt' },
  without_states: { title: 'w/o States', planner: 'llm_state+states=false' },
  without_summary: { title: 'w/o Summary', planner: 'llm_state+summary=false' },
  without_objects: { title: 'w/o Objects', planner: 'llm_state+objects=false' },
  llm_state: { title: 'Ours', planner: 'llm_state' },
};

/** In no table of the paper. */
const BOUNDS: readonly ShownMethod[] = [
  { title: 'Random', planner: 'random' },
  { title: 'Oracle', planner: 'oracle' },
];

/** To our knowledge in no paper. */
export const ONE_HAND_PLANNERS: readonly ShownMethod[] = [
  { title: 'ProgPrompt, told', planner: 'progprompt+hands=1' },
  { title: 'w/o States, told', planner: 'llm_state+hands=1+states=false' },
  { title: 'Ours, told', planner: 'llm_state+hands=1' },
];

/** `method`: as in the published data, else the planner; `at`: index in the published lists, null outside the paper. */
export type Column = ShownMethod & { readonly method: string; readonly at: number | null };

export function columnsOf(methods: readonly string[], others: readonly ShownMethod[] = []): Column[] {
  return [
    ...methods.map((method, at) => ({ method, ...METHODS[method as keyof typeof METHODS], at })),
    ...[...others, ...BOUNDS].map((each) => ({ method: each.planner, ...each, at: null })),
  ];
}

export function householdColumns(): Column[] {
  const { methods, table_2: tableTwo } = published;
  const names = [...new Set([...methods, ...tableTwo.methods])].filter((name) => name !== 'llm_state');
  return named(columnsOf([...names, 'llm_state']));
}

export function robotColumns(): Column[] {
  return named(columnsOf(published.table_3.methods, ONE_HAND_PLANNERS));
}

/** The paper's tables call LLM-State "Ours". */
function named(columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, title: column.title.replace(/^Ours\b/, 'LLM-State') }));
}

export const ONE_RUN_A_MAP = 'one run on each of 5 maps';

export function overRecorded({ episodes }: SuiteResults, columns: readonly Column[]): string[] {
  const isPart = episodes.some(({ complete }) => !complete);
  return [
    `"here" is over the recorded episodes only${isPart ? '; the paper prints no figure by map' : ''}`,
    ...coverageNotes(episodes, columns),
  ];
}

/** `2/3 66.7 % (21–94)`: counts, share, 95 % interval. */
export function shareHere(cell: Cell): string {
  const { episodes, successes, successLow, successHigh } = cell;
  if (successes === null) return NOT_RECORDED;
  return `${ratio(cell)} ${percentRange(successes / episodes, successLow, successHigh)}`;
}

export function flagged(printed: string | undefined, slip: string | null): string {
  return printed === undefined ? 'unknown' : `${printed} %${slip === null ? '' : ' (!)'}`;
}

export function commonNotes(results: SuiteResults, runs: string): string[] {
  const { model, id } = published.source;
  return [
    `here: ${answersOf(results)}; paper: ${model}, ${id}, ${runs}`,
    'planners of one task and trial that send the same request share its answer (common random numbers)',
    'Random picks actions by chance, Oracle carries out the shortest plan found with full knowledge; neither asks a model',
  ];
}

export function rowsOf(level: string) {
  return published.table_1.rows.filter((row) => row.level === level);
}

export function tasksOf(level: string): string[] {
  return rowsOf(level).map((row) => row.task);
}

/** The paper's share over the recorded tasks, or all if none is; null without figures by task, as Table II prints none. */
export function sameTasks(method: string, level: string, episodes: readonly EpisodeMetrics[]) {
  const rows = rowsOf(level);
  const recorded = rows.filter(({ task }) => episodes.some((episode) => episode.complete && episode.task === task));
  const same = recorded.length === 0 ? rows : recorded;
  const at = published.methods.indexOf(method);
  const runs = published.table_1.runsPerCell;
  const shares = same.map((row): TaskShare => ({ successes: row.successes[at] ?? 0, runs }));
  return { tasks: same.length, of: rows.length, share: at === -1 ? null : clusteredShare(shares) };
}

/** `; of these 3 tasks 80.00 %`; empty if all tasks are recorded. */
export function besideMean({ tasks, of, share }: ReturnType<typeof sameTasks>): string {
  if (tasks === of) return '';
  if (share === null) return ` of all ${of} tasks`;
  return `; of ${tasks === 1 ? 'this task' : `these ${tasks} tasks`} ${share.percent.toFixed(2)} %`;
}

/** Checks a mean of Table I against its own rows; null if right. */
export function tableOneSlip(level: string, at: number): string | null {
  const printed = printedMean(level, at);
  if (printed === undefined) return null;
  const rows = rowsOf(level);
  return slipOf(printed, rows.length * published.table_1.runsPerCell, sum(rows.map((row) => row.successes[at] ?? 0)));
}

export function printedMean(level: string, at: number): string | undefined {
  return published.table_1.means.find((mean) => mean.level === level)?.successPercent[at];
}

/** Null if some whole number of successes rounds to it, and equals `successes` where given. */
export function slipOf(printed: string, runs: number, successes: number | null): string | null {
  const digits = printed.split('.')[1]?.length ?? 0;
  const rounded = (count: number) => ((100 * count) / runs).toFixed(digits);
  const fraction = (count: number) => `${count}/${runs} = ${((100 * count) / runs).toFixed(2)} %`;
  const wanted = Number(printed).toFixed(digits);
  if (successes !== null) {
    if (rounded(successes) === wanted) return null;
    return `printed ${printed} %, but the rows give ${fraction(successes)}`;
  }
  const below = Math.floor((Number(printed) / 100) * runs);
  const near = [below, below + 1];
  if (near.some((count) => rounded(count) === wanted)) return null;
  return `printed ${printed} %, which no whole number of ${runs} runs gives (${near.map(fraction).join(', ')})`;
}

type Printed = {
  readonly task: string;
  readonly cap: number;
  readonly runs: number;
  readonly successes: readonly number[];
  readonly averageSteps: readonly number[];
};

export function taskLine(results: SuiteResults, columns: readonly Column[], printed: Printed) {
  const { task, cap, runs, successes, averageSteps } = printed;
  return columns.map((column) => {
    const { method, planner, at } = column;
    const cell = cellOf(episodesOf(results, planner, [task]));
    const [printedSuccesses, steps] = at === null ? [] : [successes[at], averageSteps[at]];
    return {
      column,
      cell,
      paper: at === null ? null : { success: `${printedSuccesses}/${runs}`, steps: steps?.toFixed(1) ?? 'unknown' },
      row: {
        ...{ task, method, planner, cap, ...cell },
        paperSuccesses: printedSuccesses ?? null,
        paperEpisodes: at === null ? null : runs,
        paperAverageSteps: steps ?? null,
      },
    };
  });
}
