import type { Field } from '../../../trace/metrics/metric.ts';
import { countKinds, FAILURE_KINDS } from '../../../trace/metrics/mistakes.ts';
import { countsText, meanRange, spaced } from '../../../trace/metrics/numbers.ts';
import { shareOf } from '../../../trace/metrics/pooling.ts';
import { episodesOf, type PaperTable } from '../../suite_results.ts';
import { type Columns, NOT_RECORDED, shareCell, shareFields, shownRows } from '../../table.ts';
import { figureSevenBars } from './draw_figure_7.ts';
import {
  OLP_METHODS,
  type OlpCell,
  type OlpMethod,
  olpCell,
  olpNotes,
  printedCompletion,
  RELEASE_COUNTING,
  recordedNotes,
  rowsOf,
  SETTINGS,
} from './olp.ts';
import published from './published.json' with { type: 'json' };

export const tableOneOlp: PaperTable = {
  suite: 'tabletop',
  name: 'olp_table_1',
  title: 'OLP, Table I: completion, success, effort, tokens and plan length',
  content(results) {
    const rows = rowsOf(results).map(({ setting, title, tasks, method }) => ({
      ...{ setting, title, method, paper: paperFigures(setting, method) },
      cell: olpCell(episodesOf(results, method.planner, tasks)),
    }));
    const columns: Columns<(typeof rows)[number]> = {
      Setting: 'title',
      Method: ({ method }) => method.title,
      'Complete, here': ({ cell }) => shareCell(cell.completed),
      'Complete, paper': ({ paper }) => paper.completion,
      'Success, here': ({ cell }) => shareCell(cell.succeeded),
      'Success, paper': ({ paper }) => paper.success,
      'Expanded, here': (row) => rangeText(row.cell, 'expanded', { digits: 1, none: unplanned(row) }),
      'Evaluated, here': (row) => rangeText(row.cell, 'evaluated', { digits: 1, none: unplanned(row) }),
      'Latency, here': ({ cell }) =>
        rangeText(cell, 'latencyMs', { digits: 2, none: cell.calls === 0 ? 'no model' : NOT_RECORDED, scale: 0.001 }),
      'Tokens, transcript': ({ cell }) => tokensText(cell, 'transcriptTokens'),
      'Tokens, all calls': ({ cell }) => tokensText(cell, 'callTokens'),
      'Length, here': ({ cell }) => rangeText(cell, 'planLength', { digits: 1, none: 'no success' }),
      'Length, shortest': ({ cell: { episodes, optimalLength, succeeded } }) =>
        episodes === 0
          ? NOT_RECORDED
          : (optimalLength?.toFixed(1) ?? (succeeded?.count === 0 ? 'no success' : 'unknown')),
    };
    const next = ['Success, paper', 'Complete, here', 'Complete, paper', 'Length, here'];
    return {
      shown: shownRows(rows, columns, { keys: 2, results: ['Success, here'], next }),
      rows: rows.map(({ setting, method, cell, paper }) => {
        const { episodes, completed, succeeded, ...others } = cell;
        const shares = { ...shareFields('completed', completed), ...shareFields('successes', succeeded) };
        return { setting, method: method.planner, episodes, ...shares, ...others, ...paper.fields };
      }),
      notes: olpNotes(results),
    };
  },
};

type Ranged = 'expanded' | 'evaluated' | 'latencyMs' | 'transcriptTokens' | 'callTokens' | 'planLength';
type RangeLook = Readonly<{ digits: number; none: string; scale?: number }>;

function rangeText(cell: OlpCell, name: Ranged, { digits, none, scale = 1 }: RangeLook): string {
  if (cell.episodes === 0) return NOT_RECORDED;
  const [mean = null, low = null, high = null] = [cell[name], cell[`${name}Low`], cell[`${name}High`]].map((value) =>
    value === null ? null : value * scale,
  );
  return mean === null ? none : meanRange(mean, low, high, digits);
}

function tokensText(cell: OlpCell, name: Ranged): string {
  return cell.calls === 0 ? 'no model' : rangeText(cell, name, { digits: 0, none: NOT_RECORDED });
}

function unplanned({ cell, method }: Readonly<{ cell: OlpCell; method: OlpMethod }>): string {
  if (method.planner.startsWith('llm_planner')) return 'no solver';
  return cell.solverEpisodes === 0 ? 'none planned' : 'unknown';
}

function paperFigures(setting: string, method: OlpMethod) {
  const { planner, paperIndex } = method;
  const { completion, success } = published.table_1;
  const complete = printedCompletion(setting, method);
  const known = success.known.find((each) => each.setting === setting && each.method === planner);
  const unknown = paperIndex === null ? 'not in the paper' : 'not published here';
  const range = success.range.method === planner ? success.range : undefined;
  const rangePercent = range === undefined ? unknown : `${range.percent.join('–')} % (${range.mark})`;
  return {
    completion: complete === undefined ? unknown : `${complete} % (${completion.mark})`,
    success: known === undefined ? rangePercent : `${known.percent} % (${known.mark})`,
    fields: {
      paperEpisodes:
        paperIndex === null ? null : (published.settings.find((each) => each.setting === setting)?.episodes ?? 0),
      paperCompletedPercent: complete === undefined ? null : Number(complete),
      paperSuccessPercent: known === undefined ? null : Number(known.percent),
      ...{ paperPlanTimeS: null, paperTokens: null, paperPlanLength: null },
    },
  };
}

export const failuresOlp: PaperTable = {
  suite: 'tabletop',
  name: 'olp_failures',
  title: 'OLP: how episodes without success failed',
  content(results) {
    const tasks = published.figure_7.rows.map(({ task }) => task);
    const overall = OLP_METHODS.map((method) => ({ setting: 'all', title: 'All', tasks, method }));
    const rows = [...rowsOf(results), ...overall].map(({ tasks: ownTasks, method, ...name }) => {
      const episodes = episodesOf(results, method.planner, ownTasks);
      return { ...name, method, episodes, kinds: countKinds(episodes) };
    });
    const columns: Columns<(typeof rows)[number]> = {
      Setting: 'title',
      Method: ({ method }) => method.title,
      Success: ({ episodes }) => shareCell(shareOf(episodes, ({ success }) => success)),
      'Failed by': ({ kinds }) =>
        Object.entries(kinds)
          .map(([kind, count]) => `${spaced(kind)} ${count}`)
          .join(', '),
    };
    return {
      shown: shownRows(rows, columns, { keys: 2, results: ['Success', 'Failed by'] }),
      rows: rows.map(({ setting, method, episodes, kinds }) => {
        const others = Object.entries(kinds).filter(([kind]) => !FAILURE_KINDS.some((known) => known === kind));
        return {
          ...{ setting, method: method.planner, episodes: episodes.length },
          successes: episodes.filter(({ success }) => success).length,
          ...Object.fromEntries(FAILURE_KINDS.map((kind): [string, Field] => [kind, kinds[kind] ?? 0])),
          other: countsText(Object.fromEntries(others)),
        };
      }),
      notes: [
        'success: share (successes/recorded episodes, 95 % interval clustered by task); failed by: episodes of each kind, of which only counts are told, since most are one or two',
        'each episode counts once, by what ended it; DELTA goes on after a subgoal without a plan: by an action that was refused, else by the first such subgoal',
        'parse: the reply cannot be read; schema: it can, but is not what was asked for; grounding: its names cannot be matched to what is in the scene',
        'unsolvable: no plan exists for what was written; planning limit: none was found within the limit on expansions',
        'precondition: the rules refused an action; motion: the rules allow it, the arm found no grasp, no configuration or no way',
        'goal: the whole plan was carried out, and the goal does not hold',
        'the paper names such causes, but gives no counts',
      ],
    };
  },
};

export const figureSeven: PaperTable = {
  suite: 'tabletop',
  name: 'olp_figure_7',
  title: 'OLP, Figure 7: plan completion by size of the task',
  content(results) {
    const { source, figure_7: figure } = published;
    const bars = figureSevenBars(results);
    const titleOf = (setting: string) => SETTINGS.find((each) => each.setting === setting)?.title;
    const paper = ({ title, paperIndex }: OlpMethod) => (paperIndex === null ? [] : [`${title}, paper`]);
    return {
      shown: {
        header: ['Size', ...OLP_METHODS.flatMap((method) => [`${method.title}, here`, ...paper(method)])],
        results: ['OLP, here'],
        next: ['OLP, paper', 'Oracle, here'],
        lines: [...Map.groupBy(bars, ({ task }) => task).values()].map((group) => [
          `${titleOf(group[0]!.setting)} ${group[0]!.size}`,
          ...group.flatMap(({ completed, paperPercent }) => [
            shareCell(completed),
            ...(paperPercent === null ? [] : [`${paperPercent} %`]),
          ]),
        ]),
      },
      rows: bars.map(({ setting, task, size, method, completed, paperPercent }) => ({
        ...{ setting, task, size, method: method.planner, episodes: completed?.episodes ?? 0 },
        ...shareFields('completed', completed),
        paperCompletedPercent: paperPercent,
        paperEpisodes: paperPercent === null ? null : figure.scenesPerTask,
      })),
      notes: [
        `size: ${SETTINGS.map(({ title, size }) => `${size} (${title})`).join(', ')}`,
        'here: share of recorded episodes whose whole plan was carried out, with its 95 % Wilson interval (one task each, episode by episode); drawn in olp_figure_7.svg',
        ...recordedNotes(results),
        `paper: ${source.model}, ${source.id}, ${figure.where}, ${figure.scenesPerTask} scenes a size; ${figure.basis}`,
        RELEASE_COUNTING,
      ],
    };
  },
};
