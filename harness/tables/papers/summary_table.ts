import type { Field, Fields } from '../../trace/metrics/metric.ts';
import { type EpisodeMetrics, poolSome } from '../../trace/metrics/metrics.ts';
import { type Share, sixDigits, sum } from '../../trace/metrics/numbers.ts';
import { meanOf, shareOf } from '../../trace/metrics/pooling.ts';
import { answersOf, episodesOf, type SuiteResults } from '../suite_results.ts';
import { NOT_RECORDED, shareFields, type Table } from '../table.ts';
import { type Column, householdColumns, sameTasks, tasksOf } from './llm_state/methods.ts';
import llmState from './llm_state/published.json' with { type: 'json' };
import { playedMethods, printedCompletion, SETTINGS, tasksOf as tasksOfSetting } from './olp/olp.ts';
import olp from './olp/published.json' with { type: 'json' };

type Suites = ReadonlyMap<string, SuiteResults>;

type Figure = Readonly<{
  keys: Readonly<Record<'suite' | 'setting' | 'method' | 'planner', string>>;
  here: Share | null;
  paperPercent: number;
}>;

type Line = Readonly<{ title: string; figures: readonly (Figure | null)[] }>;

const HOUSE_HEADER = ['Tasks done', 'Simple tasks', 'Hard tasks', 'Robot'].map((title) => `**${title}**`);
const PAPER_MODELS = `${olp.source.model} at the table, ${llmState.source.model} in the house`;
const NOTES = [
  'each cell: here / in the paper. Here: successes/recorded episodes and a 95 % interval, clustered by task; paper: share, rounded',
  "plans completed: OLP's Table I. Tasks done: LLM-State's Tables I and II, the paper's share being that of the tasks recorded here (for w/o Summary and w/o Objects of all tasks: no more is printed), and Table III",
];

export function summaryTable(suites: Suites): Table | null {
  const [tabletop, household] = [tabletopLines(suites), householdLines(suites)];
  const rows = [...tabletop, ...household].flatMap(({ figures }) =>
    figures.flatMap((figure) => (figure !== null && suites.has(figure.keys.suite) ? [rowOf(figure)] : [])),
  );
  if (rows.length === 0) return null;
  const cellsOf = ({ title, figures }: Line) => [title, ...figures.map((figure) => figureText(figure, suites))];
  const settings = SETTINGS.map(({ title }) => title);
  const played = [...suites].filter(([name]) => rows.some((row) => row['suite'] === name));
  return {
    name: 'summary',
    title: 'Success here and in the papers',
    shown: {
      header: ['Plans completed', ...settings],
      results: settings,
      lines: [...tabletop.map(cellsOf), HOUSE_HEADER, ...household.map(cellsOf)],
    },
    rows,
    notes: [...NOTES, ...new Set(played.map(([, results]) => `here: ${answersOf(results)}`)), `paper: ${PAPER_MODELS}`],
  };
}

function tabletopLines(suites: Suites): Line[] {
  const methods = playedMethods(suites.get('tabletop') ?? { episodes: [] }).filter(
    ({ paperIndex }) => paperIndex !== null,
  );
  return methods.map((method) => {
    const { planner, title, onlySetting } = method;
    const figures = SETTINGS.map(({ setting }): Figure | null => {
      const percent = printedCompletion(setting, method);
      if (percent === undefined || (onlySetting !== undefined && onlySetting !== setting)) return null;
      const here = shareOf(recorded(suites, 'tabletop', planner, tasksOfSetting(setting)), (each) => each.completed);
      return { keys: { suite: 'tabletop', setting, method: planner, planner }, here, paperPercent: Number(percent) };
    });
    return { title, figures };
  });
}

function householdLines(suites: Suites): Line[] {
  const columns = householdColumns().filter(({ paperIndex }) => paperIndex !== null);
  return columns.map((column) => {
    const levels = ['simple', 'hard'].map((level) => levelFigure(suites, column, level));
    return { title: column.title, figures: [...levels, robotFigure(suites, column)] };
  });
}

function levelFigure(suites: Suites, { method, planner }: Column, level: string): Figure | null {
  const episodes = recorded(suites, 'household', planner, tasksOf(level));
  const { means, methods } = llmState.table_2;
  const printed = means.find((mean) => mean.level === level)?.successPercent[methods.indexOf(method)];
  const paperPercent = sameTasks(method, level, episodes).share?.percent ?? Number(printed);
  const here = shareOf(episodes, ({ success }) => success);
  const keys = { suite: 'household', setting: level, method, planner };
  return Number.isNaN(paperPercent) ? null : { keys, here, paperPercent };
}

function robotFigure(suites: Suites, { method, planner }: Column): Figure | null {
  const { methods, task, runs, successes } = llmState.table_3;
  const printed = successes[methods.indexOf(method)];
  if (printed === undefined) return null;
  const here = shareOf(recorded(suites, 'robot', planner, [task]), ({ success }) => success);
  return { keys: { suite: 'robot', setting: 'robot', method, planner }, here, paperPercent: (100 * printed) / runs };
}

function recorded(
  suites: Suites,
  suite: string,
  planner: string,
  tasks?: readonly string[],
): readonly EpisodeMetrics[] {
  return episodesOf(suites.get(suite) ?? { episodes: [] }, planner, tasks);
}

function figureText(figure: Figure | null, suites: Suites): string {
  if (figure === null) return '–';
  const { keys, here, paperPercent } = figure;
  if (!suites.has(keys.suite)) return 'not played';
  const text =
    here === null ? NOT_RECORDED : `${here.count}/${here.episodes} (${here.low.toFixed(0)}–${here.high.toFixed(0)} %)`;
  return `${text} / ${paperPercent.toFixed(0)} %`;
}

function rowOf({ keys, here, paperPercent }: Figure): Record<string, Field> {
  const fields = shareFields('successes', here);
  return { ...keys, episodes: here?.episodes ?? 0, ...fields, paperPercent: sixDigits(paperPercent) };
}

const OVERVIEW = ['Completed or done', 'In the paper', 'Prompt tokens an episode'];

export function overviewTable(suites: Suites): Table | null {
  const parts = [
    // Released baselines have figures in one setting only.
    {
      suite: 'tabletop',
      title: 'At the table',
      lines: tabletopLines(suites).filter((line) => !line.figures.includes(null)),
    },
    { suite: 'household', title: 'In the house', lines: householdLines(suites) },
  ].flatMap(({ suite, title, lines }) => {
    return suites.has(suite) ? [{ title, lines: lines.map((line) => overviewOf(suite, suites, line)) }] : [];
  });
  if (parts.length === 0) return null;
  return {
    name: 'overview',
    title: 'Success and cost of each method',
    shown: {
      header: ['Method', ...OVERVIEW],
      results: OVERVIEW,
      lines: parts.flatMap(({ title, lines }) => [[`**${title}**`, '', '', ''], ...lines.map(({ shown }) => shown)]),
    },
    rows: parts.flatMap(({ lines }) => lines.map(({ row }) => row)),
    notes: [
      'plans completed at the table, tasks done in the house; in brackets 95 % intervals, clustered by task',
      `paper: with ${PAPER_MODELS}; its shares of the settings and levels, weighted by the episodes recorded here`,
    ],
  };
}

function overviewOf(suite: string, suites: Suites, { title, figures }: Line): { shown: string[]; row: Fields } {
  const suiteFigures = figures.flatMap((figure) => (figure?.keys.suite === suite ? [figure] : []));
  const { method = '', planner = '' } = suiteFigures[0]?.keys ?? {};
  const played = recorded(suites, suite, planner);
  const share = shareOf(played, suite === 'tabletop' ? ({ completed }) => completed : ({ success }) => success);
  const cost = poolSome(played, ['promptTokens', 'promptTokensLow', 'promptTokensHigh']);
  const weights = suiteFigures.map(({ here }) => (share === null ? 1 : (here?.episodes ?? 0)));
  const paperPercent = sixDigits(
    sum(suiteFigures.map((figure, at) => figure.paperPercent * weights[at]!)) / sum(weights),
  );
  const here =
    share === null ? NOT_RECORDED : `${share.percent.toFixed(0)} % (${share.low.toFixed(0)}–${share.high.toFixed(0)})`;
  const tokens = meanOf('promptTokens', 0)(cost).replace(/\d+/g, (number) => Number(number).toLocaleString('en'));
  return {
    shown: [title, here, `${paperPercent.toFixed(0)} %`, share === null ? NOT_RECORDED : tokens],
    row: { suite, method, planner, episodes: played.length, ...shareFields('successes', share), paperPercent, ...cost },
  };
}
