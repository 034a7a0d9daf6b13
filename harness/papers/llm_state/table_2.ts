/**
 * Table II of LLM-State from traces, beside the published figures.
 *
 * @module
 */
import type { Field } from '../../metrics/metric.ts';
import type { Content, PaperTable } from '../../tables/paper_table.ts';
import { episodesOf, type SuiteResults } from '../../tables/suite_results.ts';
import { cellOf } from './cells.ts';
import {
  columnsOf,
  commonNotes,
  flagged,
  ONE_RUN_A_MAP,
  overRecorded,
  percentHere,
  tasksOf,
  titlesOf,
} from './methods.ts';
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
  const columns = columnsOf(published.table_2.methods);
  const rows: Record<string, Field>[] = [];
  const slips: string[] = [];
  const lines = published.table_2.means.map(({ level, runs, successPercent }) => {
    const line = [level === 'simple' ? 'Simple' : 'Hard'];
    for (const { method, title, planner, at } of columns) {
      const episodes = episodesOf(results, planner, tasksOf(published, level));
      const cell = cellOf(episodes);
      const same = sameTasks(published, { method, level }, episodes);
      const printed = at === null ? undefined : successPercent[at];
      const slip = printed === undefined ? null : slipOf(printed, runs, null);
      if (slip !== null) slips.push(`Table II, ${level}, ${title}: ${slip}`);
      line.push(percentHere(cell));
      if (at !== null) line.push(`${flagged(printed, slip)}${besideMean(same)}`);
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
    return line;
  });
  return {
    shown: { header: ['Tasks', ...titlesOf(columns)], lines },
    rows,
    notes: [overRecorded(results, columns), ...commonNotes(results, published, ONE_RUN_A_MAP), ...slips],
  };
}
