/**
 * Figure 7 of OLP from traces: plan completion by size of the task, beside the plotted values of the paper.
 *
 * @module
 */
import type { Share } from '../metrics/share.ts';
import { NOT_RECORDED } from './cells.ts';
import type { SuiteResults } from './method_cells.ts';
import { episodesOf, type OlpMethod, olpCell, olpMethods, SETTINGS, shareFields, shareText } from './olp_cells.ts';
import { RELEASE_COUNTING, recordedNotes } from './olp_notes.ts';
import type { OlpSetting, PublishedOlp } from './published.ts';
import type { Table } from './table.ts';

/** A bar: one method on the scenes of one size. */
export type FigureSevenBar = {
  readonly setting: OlpSetting;
  readonly task: string;
  readonly size: number;
  readonly method: OlpMethod;
  /** Null where nothing is recorded. */
  readonly completed: Share | null;
  /** Null for what is not in the paper. */
  readonly paperPercent: number | null;
};

/** What size means, for each setting. */
export const SIZES: Readonly<Record<OlpSetting, string>> = {
  tower: 'blocks in the tower',
  spelling: 'letters of the word',
  organize: 'blocks on the table',
};

/** In the order of the axis, methods in the order of the table. */
export function figureSevenBars(results: SuiteResults, published: PublishedOlp): FigureSevenBar[] {
  return published.figure_7.rows.flatMap(({ setting, task, size, completionPercent }) =>
    olpMethods(published).map((method) => ({
      setting,
      task,
      size,
      method,
      completed: olpCell(episodesOf(results, method.planner, [task])).completed,
      paperPercent: method.at === null ? null : (completionPercent[method.at] ?? null),
    })),
  );
}

/** The figure's numbers. */
export function figureSevenTable(results: SuiteResults, published: PublishedOlp): Table {
  const bars = figureSevenBars(results, published);
  const methods = olpMethods(published);
  const lines = [...Map.groupBy(bars, ({ task }) => task).values()].map((group) => [
    group.map(({ setting, size }) => `${SETTINGS[setting]} ${size}`)[0] ?? '',
    ...group.flatMap(({ completed, paperPercent }) => [
      completed === null ? NOT_RECORDED : shareText(completed),
      ...(paperPercent === null ? [] : [`${paperPercent} %`]),
    ]),
  ]);
  return {
    name: 'olp_figure_7',
    title: 'OLP, Figure 7: plan completion by size of the task',
    shown: {
      header: [
        'Size',
        ...methods.flatMap(({ title, at }) => [`${title}, here`, ...(at === null ? [] : [`${title}, paper`])]),
      ],
      lines,
    },
    rows: bars.map(({ setting, task, size, method, completed, paperPercent }) => ({
      setting,
      task,
      size,
      method: method.planner,
      episodes: completed?.episodes ?? 0,
      ...shareFields('completed', completed),
      paperCompletedPercent: paperPercent,
      paperEpisodes: paperPercent === null ? null : published.figure_7.scenesPerTask,
    })),
    notes: [
      `size: ${Object.entries(SIZES)
        .map(([setting, what]) => `${what} (${SETTINGS[setting as OlpSetting]})`)
        .join(', ')}`,
      'here: share of recorded episodes whose whole plan was carried out, with its 95 % Wilson interval (one task each, episode by episode); drawn in olp_figure_7.svg',
      ...recordedNotes(results, published),
      `paper: ${published.source.model}, ${published.source.id}, ${published.figure_7.where}, ${published.figure_7.scenesPerTask} scenes a size; ${published.figure_7.basis}`,
      RELEASE_COUNTING,
    ],
  };
}
