import type { Field, Fields } from '../../trace/metrics/metric.ts';
import { type EpisodeMetrics, poolSome } from '../../trace/metrics/metrics.ts';
import { meanRange, type Share, sixDigits, sum } from '../../trace/metrics/numbers.ts';
import { shareOf } from '../../trace/metrics/pooling.ts';
import { answersOf, episodesOf, type SuiteResults } from '../suite_results.ts';
import { NOT_RECORDED, shareFields, type Table } from '../table.ts';
import {
  householdColumns,
  type Level,
  type PublishedLlmState,
  sameTasks,
  sameTasksPercent,
  tasksOf,
} from './llm_state/methods.ts';
import { type PublishedOlp, playedMethods, SETTINGS } from './olp/olp.ts';

type Suites = ReadonlyMap<string, SuiteResults>;
type Papers = { readonly olp: PublishedOlp; readonly llmState: PublishedLlmState };

/** `share`: the paper's, in percent. The keys identify the figure's place in the table. */
type Figure = {
  readonly keys: Readonly<Record<'suite' | 'setting' | 'method' | 'planner', string>>;
  readonly here: Share | null;
  readonly paperPercent: number;
};

/** Null where the paper has no such figure. */
type Line = { readonly title: string; readonly figures: readonly (Figure | null)[] };

const HOUSE_HEADER = ['Tasks done', 'Simple tasks', 'Hard tasks', 'Robot'].map((title) => `**${title}**`);
const NOTES = [
  'each cell: here / in the paper. Here: successes/recorded episodes and a 95 % interval, clustered by task; paper: share, rounded',
  "plans completed: OLP's Table I. Tasks done: LLM-State's Tables I and II, the paper's share being that of the tasks recorded here (for w/o Summary and w/o Objects of all tasks: no more is printed), and Table III",
];

/** Null where the papers cover none of the played suites. */
export function summaryTable(suites: Suites, papers: Papers): Table | null {
  const lines = { table: tabletopLines(suites, papers.olp), house: householdLines(suites, papers.llmState) };
  const rows = [...lines.table, ...lines.house].flatMap(({ figures }) =>
    figures.flatMap((figure) => (figure !== null && suites.has(figure.keys.suite) ? [rowOf(figure)] : [])),
  );
  if (rows.length === 0) return null;
  const shown = ({ title, figures }: Line) => [title, ...figures.map((figure) => figureText(figure, suites))];
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

function tabletopLines(suites: Suites, published: PublishedOlp): Line[] {
  return playedMethods(published, suites.get('tabletop') ?? { episodes: [] }).flatMap(
    ({ planner, title, at, only }) => {
      const figures = published.settings.map(({ setting }): Figure | null => {
        const percent = published.table_1.completion.rows.find((row) => row.setting === setting)?.percent[at ?? -1];
        if (percent === undefined || (only !== undefined && only !== setting)) return null;
        const tasks = published.figure_7.rows.filter((row) => row.setting === setting).map(({ task }) => task);
        const here = shareOf(recorded(suites, 'tabletop', { planner, tasks }), ({ completed }) => completed);
        return { keys: { suite: 'tabletop', setting, method: planner, planner }, here, paperPercent: Number(percent) };
      });
      return at === null ? [] : [{ title, figures }];
    },
  );
}

function householdLines(suites: Suites, published: PublishedLlmState): Line[] {
  const columns = householdColumns(published).filter(({ at }) => at !== null);
  return columns.map(({ method, planner, title }) => ({
    title,
    figures: [
      levelFigure(suites, published, { method, planner, level: 'simple' }),
      levelFigure(suites, published, { method, planner, level: 'hard' }),
      robotFigure(suites, published, { method, planner }),
    ],
  }));
}

type Method = { readonly method: string; readonly planner: string };

function levelFigure(
  suites: Suites,
  published: PublishedLlmState,
  { level, method, planner }: Method & { readonly level: Level },
): Figure | null {
  const episodes = recorded(suites, 'household', { planner, tasks: tasksOf(published, level) });
  const { means, methods } = published.table_2;
  const printed = means.find((mean) => mean.level === level)?.successPercent[methods.indexOf(method)];
  const paperPercent = sameTasksPercent(sameTasks(published, { method, level }, episodes)) ?? Number(printed);
  const here = shareOf(episodes, ({ success }) => success);
  const keys = { suite: 'household', setting: level, method, planner };
  return Number.isNaN(paperPercent) ? null : { keys, here, paperPercent };
}

function robotFigure(
  suites: Suites,
  { table_3: { methods, task, runs, successes } }: PublishedLlmState,
  { method, planner }: Method,
): Figure | null {
  const printed = successes[methods.indexOf(method)];
  if (printed === undefined) return null;
  const here = shareOf(recorded(suites, 'robot', { planner, tasks: [task] }), ({ success }) => success);
  return { keys: { suite: 'robot', setting: 'robot', method, planner }, here, paperPercent: (100 * printed) / runs };
}

type Played = { readonly planner: string; readonly tasks?: readonly string[] };

function recorded(suites: Suites, suite: string, { planner, tasks }: Played): readonly EpisodeMetrics[] {
  return episodesOf(suites.get(suite) ?? { episodes: [] }, planner, tasks);
}

function figureText(figure: Figure | null, suites: Suites): string {
  if (figure === null) return '–';
  const { keys, here, paperPercent } = figure;
  if (!suites.has(keys.suite)) return 'not played';
  const counted =
    here === null ? NOT_RECORDED : `${here.count}/${here.episodes} (${here.low.toFixed(0)}–${here.high.toFixed(0)} %)`;
  return `${counted} / ${paperPercent.toFixed(0)} %`;
}

function rowOf({ keys, here, paperPercent }: Figure): Record<string, Field> {
  const fields = shareFields('successes', here);
  return { ...keys, episodes: here?.episodes ?? 0, ...fields, paperPercent: sixDigits(paperPercent) };
}

const OVERVIEW = ['Completed or done', 'In the paper', 'Prompt tokens an episode'];

export function overviewTable(suites: Suites, papers: Papers): Table | null {
  const parts = [
    { suite: 'tabletop', title: 'At the table', lines: tabletopLines(suites, papers.olp).filter(isWhole) },
    { suite: 'household', title: 'In the house', lines: householdLines(suites, papers.llmState) },
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
      `paper: with ${papers.olp.source.model} at the table, ${papers.llmState.source.model} in the house; its shares of the settings and levels, weighted by the episodes recorded here`,
    ],
  };
}

/** A method with figures in one setting only, such as a released baseline, is not comparable. */
function isWhole({ figures }: Line): boolean {
  return figures.every((figure) => figure !== null);
}

function overviewOf(suite: string, suites: Suites, { title, figures }: Line): { shown: string[]; row: Fields } {
  const own = figures.flatMap((figure) => (figure?.keys.suite === suite ? [figure] : []));
  const { method = '', planner = '' } = own[0]?.keys ?? {};
  const played = recorded(suites, suite, { planner });
  const share = shareOf(played, suite === 'tabletop' ? ({ completed }) => completed : ({ success }) => success);
  const cost = poolSome(played, ['promptTokens', 'promptTokensLow', 'promptTokensHigh']);
  const weights = own.map(({ here }) => (share === null ? 1 : (here?.episodes ?? 0)));
  const paperPercent = sixDigits(sum(own.map((figure, at) => figure.paperPercent * weights[at]!)) / sum(weights));
  const here =
    share === null ? NOT_RECORDED : `${share.percent.toFixed(0)} % (${share.low.toFixed(0)}–${share.high.toFixed(0)})`;
  const tokens = meanRange(cost.promptTokens, cost.promptTokensLow, cost.promptTokensHigh, 0);
  return {
    shown: [title, here, `${paperPercent.toFixed(0)} %`, share === null ? NOT_RECORDED : grouped(tokens)],
    row: { suite, method, planner, episodes: played.length, ...shareFields('successes', share), paperPercent, ...cost },
  };
}

function grouped(text: string): string {
  return text.replace(/\d+/g, (number) => Number(number).toLocaleString('en'));
}
