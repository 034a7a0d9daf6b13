import { z } from 'zod';
import { type EpisodeMetrics, poolSome } from '../../../trace/metrics/metrics.ts';
import { percentRange, sixDigits } from '../../../trace/metrics/numbers.ts';
import { readPublished } from '../../paper_table.ts';
import { answersOf, coverageNotes, episodesOf, type SuiteResults } from '../../suite_results.ts';
import { NOT_RECORDED } from '../../table.ts';

const percent = z.string().regex(/^\d{1,3}(\.\d{1,2})?$/);
const level = z.enum(['simple', 'hard']);

const publishedSchema = z.strictObject({
  source: z.strictObject({ paper: z.string(), authors: z.string(), id: z.string(), model: z.string() }),
  methods: z.array(z.string()),
  table_1: z.strictObject({
    where: z.string(),
    runsPerCell: z.int(),
    rows: z.array(
      z.strictObject({
        task: z.string(),
        level,
        cap: z.int(),
        successes: z.array(z.int()),
        averageSteps: z.array(z.number()),
      }),
    ),
    means: z.array(z.strictObject({ level, successPercent: z.array(percent) })),
  }),
  table_2: z.strictObject({
    where: z.string(),
    methods: z.array(z.string()),
    means: z.array(z.strictObject({ level, runs: z.int(), successPercent: z.array(percent) })),
  }),
  table_3: z.strictObject({
    where: z.string(),
    task: z.string(),
    cap: z.int(),
    methods: z.array(z.string()),
    runs: z.int(),
    successes: z.array(z.int()),
    averageSteps: z.array(z.number()),
  }),
});

export type PublishedLlmState = z.infer<typeof publishedSchema>;
export type Level = z.infer<typeof level>;

export function publishedLlmState(): PublishedLlmState {
  return readPublished(publishedSchema, import.meta.url);
}

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
} as const;

/** In no table of the paper. */
const BOUNDS = [
  { title: 'Random', planner: 'random' },
  { title: 'Oracle', planner: 'oracle' },
] as const;

/** To our knowledge in no paper. */
export const ONE_HAND_PLANNERS = [
  { title: 'ProgPrompt, told', planner: 'progprompt+hands=1' },
  { title: 'w/o States, told', planner: 'llm_state+hands=1+states=false' },
  { title: 'Ours, told', planner: 'llm_state+hands=1' },
] as const;

type Method = keyof typeof METHODS;

export type Column = {
  /** As in the published data, else the planner. */
  readonly method: string;
  readonly title: string;
  readonly planner: string;
  /** Index in the published lists; null outside the paper. */
  readonly at: number | null;
};

/** Throws a RangeError on an unknown method. */
export function columnsOf(
  methods: readonly string[],
  others: readonly { readonly title: string; readonly planner: string }[] = [],
): Column[] {
  return [
    ...methods.map((name, at) => {
      const method = methodNamed(name);
      return { method, ...METHODS[method], at };
    }),
    ...[...others, ...BOUNDS].map(({ title, planner }) => ({ method: planner, title, planner, at: null })),
  ];
}

export function householdColumns({ methods, table_2: tableTwo }: PublishedLlmState): Column[] {
  const names = [...new Set([...methods, ...tableTwo.methods])].filter((name) => name !== 'llm_state');
  return named(columnsOf([...names, 'llm_state']));
}

export function robotColumns({ table_3: tableThree }: PublishedLlmState): Column[] {
  return named(columnsOf(tableThree.methods, ONE_HAND_PLANNERS));
}

/** The paper's tables call LLM-State "Ours". */
function named(columns: readonly Column[]): Column[] {
  return columns.map((column) => ({ ...column, title: column.title.replace(/^Ours\b/, 'LLM-State') }));
}

export function titleOf(name: string): string {
  return METHODS[methodNamed(name)].title;
}

export const ONE_RUN_A_MAP = 'one run on each of 5 maps';

function methodNamed(name: string): Method {
  if (!Object.hasOwn(METHODS, name)) throw new RangeError(`No method is called "${name}"`);
  return name as Method;
}

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

export function commonNotes(results: SuiteResults, { source }: PublishedLlmState, runs: string): string[] {
  return [
    `here: ${answersOf(results)}; paper: ${source.model}, ${source.id}, ${runs}`,
    'planners of one task and trial that send the same request share its answer (common random numbers)',
    'Random picks actions by chance, Oracle carries out the shortest plan found with full knowledge; neither asks a model',
  ];
}

export function tasksOf(published: PublishedLlmState, level: Level): string[] {
  return published.table_1.rows.filter((row) => row.level === level).map((row) => row.task);
}

export type SameTasks = {
  readonly tasks: number;
  readonly of: number;
  /** The paper's successes in them; null without figures by task. */
  readonly successes: number | null;
  readonly runs: number;
};

/** Recorded tasks, or all if none is; Table II prints means only. */
export function sameTasks(
  { methods, table_1: table }: PublishedLlmState,
  { method, level }: { readonly method: string; readonly level: Level },
  episodes: readonly EpisodeMetrics[],
): SameTasks {
  const rows = table.rows.filter((row) => row.level === level);
  const recorded = rows.filter(({ task }) => episodes.some((episode) => episode.complete && episode.task === task));
  const same = recorded.length === 0 ? rows : recorded;
  const at = methods.indexOf(method);
  const successes = at === -1 ? null : same.reduce((sum, row) => sum + (row.successes[at] ?? 0), 0);
  return { tasks: same.length, of: rows.length, successes, runs: same.length * table.runsPerCell };
}

/** Percent; null without figures by task. */
export function sameTasksPercent({ successes, runs }: SameTasks): number | null {
  return successes === null ? null : sixDigits((100 * successes) / runs);
}

/** `; of these 3 tasks 80.00 %`; empty if all tasks are recorded. */
export function besideMean(same: SameTasks): string {
  if (same.tasks === same.of) return '';
  const percent = sameTasksPercent(same);
  return percent === null
    ? ` of all ${same.of} tasks`
    : `; of ${same.tasks === 1 ? 'this task' : `these ${same.tasks} tasks`} ${percent.toFixed(2)} %`;
}

/** Null if some whole number of successes rounds to it, and equals `successes` where given. */
export function slipOf(printed: string, runs: number, successes: number | null): string | null {
  const digits = printed.split('.')[1]?.length ?? 0;
  const rounded = (count: number) => ((100 * count) / runs).toFixed(digits);
  const wanted = Number(printed).toFixed(digits);
  if (successes !== null) {
    if (rounded(successes) === wanted) return null;
    return `printed ${printed} %, but the rows give ${successes}/${runs} = ${((100 * successes) / runs).toFixed(2)} %`;
  }
  const below = Math.floor((Number(printed) / 100) * runs);
  if (rounded(below) === wanted || rounded(below + 1) === wanted) return null;
  const near = [below, below + 1].map((count) => `${count}/${runs} = ${((100 * count) / runs).toFixed(2)} %`);
  return `printed ${printed} %, which no whole number of ${runs} runs gives (${near.join(', ')})`;
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
