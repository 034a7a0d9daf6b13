/**
 * Table I of OLP from traces, beside what is known of the published one.
 *
 * @module
 */
import type { Field, Fields } from '../../../trace/metrics/metric.ts';
import { meanRange } from '../../../trace/metrics/numbers.ts';
import type { Content, PaperTable } from '../../paper_table.ts';
import { episodesOf, type SuiteResults } from '../../suite_results.ts';
import { NOT_RECORDED } from '../../table.ts';
import { type OlpCell, type OlpMethod, olpCell, rowsOf, SETTINGS, shareFields, shareText } from './cells.ts';
import { olpNotes } from './notes.ts';
import { type OlpSetting, type PublishedOlp, publishedOlp } from './published.ts';

const NOT_PUBLISHED = 'not published here';
const NOT_IN_PAPER = 'not in the paper';

/** Table I: completion, success, what planning and the model cost, plan length; a row for each setting and method. */
export const tableOneOlp: PaperTable = {
  suite: 'tabletop',
  name: 'olp_table_1',
  title: 'OLP, Table I: completion, success, effort, tokens and plan length',
  content: (results) => contentOf(results, publishedOlp()),
};

function contentOf(results: SuiteResults, published: PublishedOlp): Content {
  const lines: string[][] = [];
  const rows: Record<string, Field>[] = [];
  for (const { setting, tasks, method } of rowsOf(published, results)) {
    const cell = olpCell(episodesOf(results, method.planner, tasks));
    const paper = paperFigures(published, setting, method);
    lines.push([SETTINGS[setting], method.title, ...shownCells(cell, method, paper)]);
    rows.push({ setting, method: method.planner, ...fieldsOf(cell), ...paper.fields });
  }
  return {
    shown: {
      keys: 2,
      header: [
        'Setting',
        'Method',
        'Complete, here',
        'Complete, paper',
        'Success, here',
        'Success, paper',
        'Expanded, here',
        'Evaluated, here',
        'Latency, here',
        'Tokens, transcript',
        'Tokens, all calls',
        'Length, here',
        'Length, shortest',
      ],
      results: ['Success, here'],
      next: ['Success, paper', 'Complete, here', 'Complete, paper', 'Length, here'],
      lines,
    },
    rows,
    notes: olpNotes(results, published),
  };
}

function shownCells(cell: OlpCell, { planner }: OlpMethod, paper: PaperFigures): string[] {
  const { episodes, calls } = cell;
  const known = (text: string, value: number | null, otherwise: string) =>
    episodes === 0 ? NOT_RECORDED : value === null ? otherwise : text;
  const range = (name: Ranged, digits: number, otherwise: string, scale = 1) => {
    const [mean, low, high] = [cell[name], cell[`${name}Low`], cell[`${name}High`]].map((value) =>
      value === null ? null : value * scale,
    );
    return known(meanRange(mean ?? null, low ?? null, high ?? null, digits), mean ?? null, otherwise);
  };
  const unplanned = planner.startsWith('llm_planner')
    ? 'no solver'
    : cell.solverEpisodes === 0
      ? 'none planned'
      : 'unknown';
  const tokens = (name: Ranged) => (calls === 0 ? known('', null, 'no model') : range(name, 0, NOT_RECORDED));
  return [
    shareText(cell.completed),
    paper.completion,
    shareText(cell.succeeded),
    paper.success,
    range('expanded', 1, unplanned),
    range('evaluated', 1, unplanned),
    range('latencyMs', 2, calls === 0 ? 'no model' : NOT_RECORDED, 0.001),
    tokens('transcriptTokens'),
    tokens('callTokens'),
    range('planLength', 1, 'no success'),
    known(
      cell.optimalLength?.toFixed(1) ?? '',
      cell.optimalLength,
      cell.succeeded?.count === 0 ? 'no success' : 'unknown',
    ),
  ];
}

/** Means of a cell that have an interval. */
type Ranged = 'expanded' | 'evaluated' | 'latencyMs' | 'transcriptTokens' | 'callTokens' | 'planLength';

function fieldsOf({ episodes, completed, succeeded, ...others }: OlpCell): Fields {
  return {
    episodes,
    ...shareFields('completed', completed),
    ...shareFields('successes', succeeded),
    ...others,
  };
}

type PaperFigures = {
  readonly completion: string;
  readonly success: string;
  readonly fields: Readonly<Record<string, Field>>;
};

function paperFigures(published: PublishedOlp, setting: OlpSetting, { planner, at }: OlpMethod): PaperFigures {
  const { completion, success } = published.table_1;
  const complete = at === null ? undefined : completion.rows.find((row) => row.setting === setting)?.percent[at];
  const known = success.known.find((each) => each.setting === setting && each.method === planner);
  const unknown = at === null ? NOT_IN_PAPER : NOT_PUBLISHED;
  const range = success.range.method === planner ? success.range : undefined;
  const between = range === undefined ? unknown : `${range.percent.join('–')} % (${range.mark})`;
  return {
    completion: complete === undefined ? unknown : `${complete} % (${completion.mark})`,
    success: known === undefined ? between : `${known.percent} % (${known.mark})`,
    fields: {
      paperEpisodes: at === null ? null : (published.settings.find((each) => each.setting === setting)?.episodes ?? 0),
      paperCompletedPercent: complete === undefined ? null : Number(complete),
      paperSuccessPercent: known === undefined ? null : Number(known.percent),
      paperPlanTimeS: null,
      paperTokens: null,
      paperPlanLength: null,
    },
  };
}
