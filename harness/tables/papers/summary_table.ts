/**
 * The papers' main figures in one narrow table: what was recorded here beside what is printed.
 *
 * A line a method: OLP's by setting, LLM-State's by level of its tasks and for the robot. Where only some tasks are recorded, the
 * paper's share is that of the same tasks.
 *
 * @module
 */
import type { Field } from '../../trace/metrics/metric.ts';
import type { EpisodeMetrics } from '../../trace/metrics/metrics.ts';
import { sixDigits } from '../../trace/metrics/numbers.ts';
import { type Share, shareOf } from '../../trace/metrics/share.ts';
import { answersOf, episodesOf, type SuiteResults } from '../suite_results.ts';
import { NOT_RECORDED, type Table } from '../table.ts';
import { columnsOf, tasksOf } from './llm_state/methods.ts';
import type { Level, PublishedLlmState } from './llm_state/published.ts';
import { sameTasks, sameTasksPercent } from './llm_state/same_tasks.ts';
import { playedMethods, SETTINGS, shareFields } from './olp/cells.ts';
import type { PublishedOlp } from './olp/published.ts';

export type Papers = { readonly olp: PublishedOlp; readonly llmState: PublishedLlmState };

/** What was recorded, and the paper's share in percent; a figure's place in the table is known by its keys. */
type Figure = {
  readonly keys: {
    readonly suite: string;
    readonly setting: string;
    readonly method: string;
    readonly planner: string;
  };
  readonly here: Share | null;
  readonly paperPercent: number;
};

/** Null where the paper has no such figure. */
export type Line = { readonly title: string; readonly figures: readonly (Figure | null)[] };

const HOUSE_HEADER = ['Tasks done', 'Simple tasks', 'Hard tasks', 'Robot'].map((title) => `**${title}**`);
const NO_FIGURE = '–';
const NOT_PLAYED = 'not played';
const NOTES = [
  'each cell: here / in the paper. Here: successes/recorded episodes and a 95 % interval, clustered by task; paper: share, rounded',
  "plans completed: OLP's Table I. Tasks done: LLM-State's Tables I and II, the paper's share being that of the tasks recorded here (for w/o Summary and w/o Objects of all tasks: no more is printed), and Table III",
];

/** Of the suites that were played; null where the papers have nothing to say of any. */
export function summaryTable(suites: ReadonlyMap<string, SuiteResults>, papers: Papers): Table | null {
  const lines = { table: tabletopLines(suites, papers.olp), house: householdLines(suites, papers.llmState) };
  const rows = [...lines.table, ...lines.house].flatMap(({ figures }) =>
    figures.flatMap((figure) => (figure !== null && suites.has(figure.keys.suite) ? [rowOf(figure)] : [])),
  );
  if (rows.length === 0) return null;
  const shown = (line: Line) => shownLine(line, suites);
  const settings = papers.olp.settings.map(({ setting }) => SETTINGS[setting]);
  const played = [...suites].filter(([name]) => rows.some((row) => row['suite'] === name));
  return {
    name: 'summary',
    title: 'Success here and in the papers',
    shown: {
      header: ['Plans completed', ...settings],
      results: settings,
      lines: [...lines.table.map(shown), HOUSE_HEADER, ...lines.house.map(shown)],
    },
    rows,
    notes: [
      ...NOTES,
      ...new Set(played.map(([, results]) => `here: ${answersOf(results)}`)),
      `paper: ${papers.olp.source.model} at the table, ${papers.llmState.source.model} in the house`,
    ],
  };
}

export function tabletopLines(suites: ReadonlyMap<string, SuiteResults>, published: PublishedOlp): Line[] {
  const results = suites.get('tabletop') ?? { episodes: [] };
  const methods = playedMethods(published, results).flatMap(({ at, ...method }) =>
    at === null ? [] : { at, ...method },
  );
  return methods.map(({ planner, title, at, only }) => ({
    title,
    figures: published.settings.map(({ setting }) => {
      if (only !== undefined && only !== setting) return null;
      const tasks = published.figure_7.rows.filter((row) => row.setting === setting).map(({ task }) => task);
      const percent = published.table_1.completion.rows.find((row) => row.setting === setting)?.percent[at];
      if (percent === undefined) return null;
      const here = shareOf(recorded(suites.get('tabletop'), planner, tasks), ({ completed }) => completed);
      return { keys: { suite: 'tabletop', setting, method: planner, planner }, here, paperPercent: Number(percent) };
    }),
  }));
}

export function householdLines(suites: ReadonlyMap<string, SuiteResults>, published: PublishedLlmState): Line[] {
  const methods = [...new Set([...published.methods, ...published.table_2.methods])];
  const ours = methods.filter((method) => method !== 'llm_state');
  return columnsOf([...ours, 'llm_state'])
    .filter(({ at }) => at !== null)
    .map(({ method, planner, title }) => ({
      title: method === 'llm_state' ? 'LLM-State' : title,
      figures: [
        levelFigure(suites, published, { method, planner, level: 'simple' }),
        levelFigure(suites, published, { method, planner, level: 'hard' }),
        robotFigure(suites, published, { method, planner }),
      ],
    }));
}

type Method = { readonly method: string; readonly planner: string };

function levelFigure(
  suites: ReadonlyMap<string, SuiteResults>,
  published: PublishedLlmState,
  { level, ...method }: Method & { readonly level: Level },
): Figure | null {
  const episodes = recorded(suites.get('household'), method.planner, tasksOf(published, level));
  const keys = { suite: 'household', setting: level, ...method };
  const here = shareOf(episodes, ({ success }) => success);
  const { means, methods } = published.table_2;
  const printed = means.find((mean) => mean.level === level)?.successPercent[methods.indexOf(method.method)];
  const paperPercent =
    sameTasksPercent(sameTasks(published, { method: method.method, level }, episodes)) ?? Number(printed);
  return Number.isNaN(paperPercent) ? null : { keys, here, paperPercent };
}

function robotFigure(
  suites: ReadonlyMap<string, SuiteResults>,
  { table_3: { methods, task, runs, successes } }: PublishedLlmState,
  method: Method,
): Figure | null {
  const printed = successes[methods.indexOf(method.method)];
  if (printed === undefined) return null;
  const here = shareOf(recorded(suites.get('robot'), method.planner, [task]), ({ success }) => success);
  return { keys: { suite: 'robot', setting: 'robot', ...method }, here, paperPercent: (100 * printed) / runs };
}

function recorded(
  results: SuiteResults | undefined,
  planner: string,
  tasks: readonly string[],
): readonly EpisodeMetrics[] {
  return results === undefined ? [] : episodesOf(results, planner, tasks);
}

function shownLine({ title, figures }: Line, suites: ReadonlyMap<string, SuiteResults>): string[] {
  return [
    title,
    ...figures.map((figure) => {
      if (figure === null) return NO_FIGURE;
      return suites.has(figure.keys.suite) ? figureText(figure) : NOT_PLAYED;
    }),
  ];
}

/** `47/50 (74–99 %) / 86 %` */
function figureText({ here, paperPercent }: Figure): string {
  const counted =
    here === null ? NOT_RECORDED : `${here.count}/${here.episodes} (${here.low.toFixed(0)}–${here.high.toFixed(0)} %)`;
  return `${counted} / ${paperPercent.toFixed(0)} %`;
}

function rowOf({ keys, here, paperPercent }: Figure): Record<string, Field> {
  return {
    ...keys,
    episodes: here?.episodes ?? 0,
    ...shareFields('successes', here),
    paperPercent: sixDigits(paperPercent),
  };
}
