/**
 * Figure 7 of OLP from traces: plan completion by size of the task, beside the plotted values of the paper.
 *
 * @module
 */
import type { Content, PaperTable } from '../../paper_table.ts';
import type { SuiteResults } from '../../suite_results.ts';
import { NOT_RECORDED } from '../../table.ts';
import { olpMethods, SETTINGS, shareFields, shareText } from './cells.ts';
import { drawFigureSeven } from './draw_figure_7.ts';
import { figureSevenBars, SIZES } from './figure_7_bars.ts';
import { RELEASE_COUNTING, recordedNotes } from './notes.ts';
import { type OlpSetting, type PublishedOlp, publishedOlp } from './published.ts';

/** The figure's numbers, and the figure. */
export const figureSeven: PaperTable = {
  suite: 'tabletop',
  name: 'olp_figure_7',
  title: 'OLP, Figure 7: plan completion by size of the task',
  content: (results) => contentOf(results, publishedOlp()),
  figure: { file: 'olp_figure_7.svg', draw: (results) => drawFigureSeven(results, publishedOlp()) },
};

function contentOf(results: SuiteResults, published: PublishedOlp): Content {
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
    shown: {
      header: [
        'Size',
        ...methods.flatMap(({ title, at }) => [`${title}, here`, ...(at === null ? [] : [`${title}, paper`])]),
      ],
      results: ['OLP, here'],
      next: ['OLP, paper', 'Oracle, here'],
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
