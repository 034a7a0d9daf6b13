/**
 * Tables I and II of LLM-State from traces, beside the published figures.
 *
 * @module
 */
import type { EpisodeMetrics } from '../metrics.ts';
import { type Cell, cellOf, NOT_RECORDED, ratio } from './cells.ts';
import { type Level, type PublishedLlmState, slipOf } from './published.ts';
import type { Field, Table } from './table.ts';

/** The papers' columns: method in the published data, printed title, planner as written in a suite. */
const METHODS = {
  inner_monologue: { title: 'InnerM-W', planner: 'inner_monologue' },
  progprompt: { title: 'ProgPrompt', planner: 'progprompt' },
  without_states: { title: 'w/o States', planner: 'llm_state+states=false' },
  without_summary: { title: 'w/o Summary', planner: 'llm_state+summary=false' },
  without_objects: { title: 'w/o Objects', planner: 'llm_state+objects=false' },
  llm_state: { title: 'Ours', planner: 'llm_state' },
} as const;

type Method = keyof typeof METHODS;

/** What the tables are made of: the episodes of suite `household` and its tasks in order. */
export type HouseholdResults = {
  readonly episodes: readonly EpisodeMetrics[];
  readonly instructions: ReadonlyMap<string, string>;
  readonly model: string;
  /** How the answers came about, a clause each. */
  readonly provenance: readonly string[];
};

const LEVELS: readonly Level[] = ['simple', 'hard'];
const READING =
  '"here" is successes/episodes, then average steps with the cap for a failed run (in brackets, where some failed: over successes only); "paper" is what is printed';

const OVER_RECORDED = '"here" is over the recorded episodes only';

/** Table I: success rate and average steps, 15 tasks × 4 methods. */
export function tableOne(results: HouseholdResults, published: PublishedLlmState): Table {
  const methods = published.methods.map(methodNamed);
  const { rows: printedRows, runsPerCell } = published.table_1;
  const rows: Record<string, Field>[] = [];
  const lines: string[][] = [];
  for (const level of LEVELS) {
    for (const printed of printedRows.filter((row) => row.level === level)) {
      const line = [results.instructions.get(printed.task) ?? printed.task];
      methods.forEach((method, at) => {
        const cell = cellOf(episodesOf(results, method, [printed.task]));
        line.push(here(cell), `${printed.successes[at]}/${runsPerCell} ${printed.averageSteps[at]?.toFixed(1)}`);
        rows.push({
          level,
          task: printed.task,
          method,
          planner: METHODS[method].planner,
          cap: printed.cap,
          ...fieldsOf(cell),
          paperSuccesses: printed.successes[at] ?? null,
          paperEpisodes: runsPerCell,
          paperAverageSteps: printed.averageSteps[at] ?? null,
          paperSuccessPercent: null,
          paperSlip: null,
        });
      });
      lines.push(line);
    }
    const mean = meanOf(results, published, methods, level);
    lines.push(mean.line);
    rows.push(...mean.rows);
  }
  return {
    name: 'table_1',
    title: 'LLM-State, Table I: success rate and average steps',
    shown: {
      header: [
        'Task',
        ...methods.flatMap((method) => [`${METHODS[method].title}, here`, `${METHODS[method].title}, paper`]),
      ],
      lines,
    },
    rows,
    notes: [READING, OVER_RECORDED, ...commonNotes(results, published), ...tableOneSlips(published)],
  };
}

/** The level's mean over all tasks: a line to read, and rows with the printed percentage and what is wrong with it. */
function meanOf(
  results: HouseholdResults,
  published: PublishedLlmState,
  methods: readonly Method[],
  level: Level,
): { line: string[]; rows: Record<string, Field>[] } {
  const tasks = tasksOf(published, level);
  const printed = published.table_1.means.find((mean) => mean.level === level);
  const line = [`Mean, ${level}`];
  const rows = methods.map((method, at) => {
    const cell = cellOf(episodesOf(results, method, tasks));
    const percent = printed?.successPercent[at];
    const slip = tableOneSlip(published, level, at);
    line.push(percentHere(cell), flagged(percent, slip));
    return {
      level,
      task: 'mean',
      method,
      planner: METHODS[method].planner,
      cap: null,
      ...fieldsOf(cell),
      paperSuccesses: null,
      paperEpisodes: tasks.length * published.table_1.runsPerCell,
      paperAverageSteps: null,
      paperSuccessPercent: percent === undefined ? null : Number(percent),
      paperSlip: slip,
    };
  });
  return { line, rows };
}

/** Table II: mean success rate of the ablations. */
export function tableTwo(results: HouseholdResults, published: PublishedLlmState): Table {
  const methods = published.table_2.methods.map(methodNamed);
  const rows: Record<string, Field>[] = [];
  const slips: string[] = [];
  const lines = published.table_2.means.map(({ level, runs, successPercent }) => {
    const line = [level === 'simple' ? 'Simple' : 'Hard'];
    methods.forEach((method, at) => {
      const cell = cellOf(episodesOf(results, method, tasksOf(published, level)));
      const printed = successPercent[at] ?? '';
      const slip = slipOf(printed, runs, null);
      if (slip !== null) slips.push(`Table II, ${level}, ${METHODS[method].title}: ${slip}`);
      line.push(percentHere(cell), flagged(printed, slip));
      rows.push({
        level,
        method,
        planner: METHODS[method].planner,
        ...fieldsOf(cell),
        paperSuccessPercent: Number(printed),
        paperEpisodes: runs,
        paperSlip: slip,
      });
    });
    return line;
  });
  return {
    name: 'table_2',
    title: 'LLM-State, Table II: ablations, mean success rate',
    shown: {
      header: [
        'Tasks',
        ...methods.flatMap((method) => [`${METHODS[method].title}, here`, `${METHODS[method].title}, paper`]),
      ],
      lines,
    },
    rows,
    notes: [OVER_RECORDED, ...commonNotes(results, published), ...slips],
  };
}

function methodNamed(name: string): Method {
  if (!Object.hasOwn(METHODS, name)) throw new RangeError(`No method is called "${name}"`);
  return name as Method;
}

function tasksOf(published: PublishedLlmState, level: Level): string[] {
  return published.table_1.rows.filter((row) => row.level === level).map((row) => row.task);
}

function episodesOf(results: HouseholdResults, method: Method, tasks: readonly string[]): EpisodeMetrics[] {
  return results.episodes.filter(
    (episode) => episode.planner === METHODS[method].planner && tasks.includes(episode.task),
  );
}

/** `3/5 12.4 (9.0)`; the brackets say nothing new where all succeeded. */
function here(cell: Cell | null): string {
  if (cell === null) return NOT_RECORDED;
  const capped = `${ratio(cell)} ${cell.averageSteps.toFixed(1)}`;
  if (cell.successes === cell.episodes) return capped;
  return `${capped} (${cell.averageStepsOfSuccesses?.toFixed(1) ?? 'no success'})`;
}

function percentHere(cell: Cell | null): string {
  return cell === null ? NOT_RECORDED : `${((100 * cell.successes) / cell.episodes).toFixed(2)} % (${ratio(cell)})`;
}

function flagged(printed: string | undefined, slip: string | null): string {
  return printed === undefined ? 'unknown' : `${printed} %${slip === null ? '' : ' (!)'}`;
}

function fieldsOf(cell: Cell | null): Record<string, Field> {
  return {
    episodes: cell?.episodes ?? 0,
    successes: cell?.successes ?? null,
    averageSteps: cell?.averageSteps ?? null,
    averageStepsOfSuccesses: cell?.averageStepsOfSuccesses ?? null,
    goalConditionRecall: cell?.goalConditionRecall ?? null,
    calls: cell?.calls ?? null,
    promptTokens: cell?.promptTokens ?? null,
    completionTokens: cell?.completionTokens ?? null,
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
      return slip === null ? [] : [`(!) Table I, mean, ${level}, ${METHODS[methodNamed(name)].title}: ${slip}`];
    }),
  );
}

function commonNotes(results: HouseholdResults, published: PublishedLlmState): string[] {
  return [
    `here: answers of model "${results.model}" from tapes (${results.provenance.join('; ')}); paper: ${published.source.model}, ${published.source.id}, one run on each of 5 maps`,
    'planners of one task and trial that send the same request share its answer (common random numbers)',
  ];
}
