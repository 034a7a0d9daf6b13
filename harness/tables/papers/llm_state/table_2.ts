/**
 * Table II of LLM-State from traces, beside the published figures.
 *
 * @module
 */
import type { Field } from '../../../trace/metrics/metric.ts';
import type { Content, PaperTable } from '../../paper_table.ts';
import { episodesOf, type SuiteResults } from '../../suite_results.ts';
import { cellOf } from './cells.ts';
import { columnsOf, commonNotes, flagged, ONE_RUN_A_MAP, overRecorded, shareHere, tasksOf } from './methods.ts';
import { type PublishedLlmState, publishedLlmState } from './published.ts';
import { besideMean, sameTasks, sameTasksPercent } from './same_tasks.ts';
import { slipOf } from './slip_of.ts';

/** Table II: mean success rate of the ablations. */
export const tableTwo: PaperTable = {
  suite: 'household',
  name: 'table_2',
  title: 'LLM-State, Table II: ablations, mean success rate',
  content: (results) => contentOf(results, publishedLlmState()),
};

function contentOf(results: SuiteResults, published: PublishedLlmState): Content {
  const rows: Record<string, Field>[] = [];
  const slips: string[] = [];
  const columns = columnsOf(published.table_2.methods);
  const lines = new Map(columns.map(({ title }) => [title, [title]]));
  for (const { level, runs, successPercent } of published.table_2.means) {
    for (const { method, title, planner, at } of columns) {
      const episodes = episodesOf(results, planner, tasksOf(published, level));
      const cell = cellOf(episodes);
      const same = sameTasks(published, { method, level }, episodes);
      const printed = at === null ? undefined : successPercent[at];
      const slip = printed === undefined ? null : slipOf(printed, runs, null);
      if (slip !== null) slips.push(`Table II, ${level}, ${title}: ${slip}`);
      lines.get(title)?.push(shareHere(cell), at === null ? '' : `${flagged(printed, slip)}${besideMean(same)}`);
      rows.push({
        level,
        method,
        planner,
        ...cell,
        paperSuccessPercent: printed === undefined ? null : Number(printed),
        paperSameTasksPercent: at === null ? null : sameTasksPercent(same),
        paperEpisodes: at === null ? null : runs,
        paperSlip: slip,
      });
    }
  }
  return {
    shown: {
      header: ['Method', 'Simple, here', 'Simple, paper', 'Hard, here', 'Hard, paper'],
      results: ['Simple, here', 'Hard, here'],
      next: ['Hard, paper'],
      lines: [...lines.values()],
    },
    rows,
    notes: [
      'here: successes/episodes, share and its 95 % interval after Wilson, clustered by task',
      ...overRecorded(results, columns),
      ...commonNotes(results, published, ONE_RUN_A_MAP),
      ...slips,
    ],
  };
}
