/**
 * Table I of OLP from traces, beside what is known of the published one; and what failed where.
 *
 * @module
 */

import { countKinds, FAILURE_KINDS } from '../metrics/failure_kind.ts';
import type { Field, Fields } from '../metrics/metric.ts';
import { named } from '../metrics/numbers.ts';
import { NOT_RECORDED } from './cells.ts';
import type { SuiteResults } from './method_cells.ts';
import {
  episodesOf,
  type OlpCell,
  type OlpMethod,
  olpCell,
  olpMethods,
  SETTINGS,
  shareFields,
  shareText,
} from './olp_cells.ts';
import { olpNotes } from './olp_notes.ts';
import type { OlpSetting, PublishedOlp } from './published.ts';
import type { Table } from './table.ts';

const NOT_PUBLISHED = 'not published here';
const NOT_IN_PAPER = 'not in the paper';

/** Table I: completion, success, what planning and the model cost, plan length; a row for each setting and method. */
export function tableOneOlp(results: SuiteResults, published: PublishedOlp): Table {
  const lines: string[][] = [];
  const rows: Record<string, Field>[] = [];
  for (const { setting, tasks, method } of rowsOf(published)) {
    const cell = olpCell(episodesOf(results, method.planner, tasks));
    const paper = paperFigures(published, setting, method);
    lines.push([SETTINGS[setting], method.title, ...shownCells(cell, method, paper)]);
    rows.push({ setting, method: method.planner, ...fieldsOf(cell), ...paper.fields });
  }
  return {
    name: 'olp_table_1',
    title: 'OLP, Table I: completion, success, effort, tokens and plan length',
    shown: {
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
        'Tokens, billed',
        'Length, here',
        'Length, shortest',
        'Time/tokens/length, paper',
      ],
      lines,
    },
    rows,
    notes: olpNotes(results, published),
  };
}

type Row = { readonly setting: OlpSetting; readonly tasks: readonly string[]; readonly method: OlpMethod };

function rowsOf(published: PublishedOlp): Row[] {
  return published.settings.flatMap(({ setting }) => {
    const tasks = published.figure_7.rows.filter((row) => row.setting === setting).map(({ task }) => task);
    return olpMethods(published).map((method) => ({ setting, tasks, method }));
  });
}

function shownCells(cell: OlpCell, { planner }: OlpMethod, paper: PaperFigures): string[] {
  const known = (value: number | null, digits: number, otherwise: string) =>
    cell.episodes === 0 ? NOT_RECORDED : value === null ? otherwise : value.toFixed(digits);
  const unplanned = planner === 'llm_planner' ? 'no solver' : cell.solverEpisodes === 0 ? 'none planned' : 'unknown';
  const unasked = cell.calls === 0 ? 'no model' : NOT_RECORDED;
  const { promptTokens, completionTokens, latencyMs } = cell;
  const billed = promptTokens === null || completionTokens === null ? null : promptTokens + completionTokens;
  return [
    shareText(cell.completed),
    paper.completion,
    shareText(cell.succeeded),
    paper.success,
    known(cell.expanded, 1, unplanned),
    known(cell.evaluated, 1, unplanned),
    known(latencyMs === null ? null : latencyMs / 1000, 2, unasked),
    known(cell.calls === 0 ? null : cell.transcriptTokens, 1, unasked),
    known(cell.calls === 0 ? null : billed, 1, unasked),
    known(cell.planLength, 1, 'no success'),
    known(cell.optimalLength, 1, cell.succeeded?.count === 0 ? 'no success' : 'unknown'),
    paper.rest,
  ];
}

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
  /** Plan time, tokens and plan length, of which none is known. */
  readonly rest: string;
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
    rest: unknown,
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

/** What ended the episodes that did not succeed, by kind; one line for each setting and method, and each method over all. */
export function failuresOlp(results: SuiteResults, published: PublishedOlp): Table {
  const tasks = published.figure_7.rows.map(({ task }) => task);
  const overall = olpMethods(published).map((method) => ({ setting: 'all' as const, tasks, method }));
  const lines: string[][] = [];
  const rows: Record<string, Field>[] = [];
  for (const { setting, tasks: those, method } of [...rowsOf(published), ...overall]) {
    const episodes = episodesOf(results, method.planner, those);
    const kinds = countKinds(episodes);
    const others = named(Object.fromEntries(Object.entries(kinds).filter(([kind]) => !isKnown(kind))));
    const counts = FAILURE_KINDS.map((kind): [string, number] => [kind, kinds[kind] ?? 0]);
    const successes = episodes.filter(({ success }) => success).length;
    const cells =
      episodes.length === 0
        ? [NOT_RECORDED, ...Array<string>(FAILURE_KINDS.length + 2).fill('')]
        : [String(episodes.length), String(successes), ...counts.map(([, count]) => String(count)), others];
    lines.push([setting === 'all' ? 'All' : SETTINGS[setting], method.title, ...cells]);
    const fields = { episodes: episodes.length, successes, ...Object.fromEntries(counts), other: others };
    rows.push({ setting, method: method.planner, ...fields });
  }
  return {
    name: 'olp_failures',
    title: 'OLP: how episodes without success failed',
    shown: {
      header: ['Setting', 'Method', 'Episodes', 'Successes', ...FAILURE_KINDS.map(spaced), 'Other'],
      lines,
    },
    rows,
    notes: FAILURE_NOTES,
  };
}

function isKnown(kind: string): boolean {
  return (FAILURE_KINDS as readonly string[]).includes(kind);
}

function spaced(kind: string): string {
  return kind.replaceAll('_', ' ');
}

const FAILURE_NOTES = [
  'each episode counts once, by what ended it; DELTA goes on after a subgoal without a plan: by an action that was refused, else by the first such subgoal',
  'parse: the reply cannot be read; schema: it can, but is not what was asked for; grounding: its names cannot be matched to what is in the scene',
  'unsolvable: no plan exists for what was written; planning limit: none was found within the limit on expansions',
  'precondition: the rules refused an action; motion: the rules allow it, the arm found no grasp, no configuration or no way',
  'goal: the whole plan was carried out, and the goal does not hold',
  'the paper names such causes, but gives no counts',
];
