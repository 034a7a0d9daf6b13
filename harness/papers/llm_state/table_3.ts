/**
 * Table III of LLM-State from traces, beside the published figures.
 *
 * @module
 */
import type { Content, PaperTable } from '../../tables/paper_table.ts';
import type { SuiteResults } from '../../tables/suite_results.ts';
import { columnsOf, commonNotes, ONE_HAND_PLANNERS, overRecorded, titlesOf } from './methods.ts';
import { type PublishedLlmState, publishedLlmState } from './published.ts';
import { READING, taskLine } from './task_line.ts';

/** Table III: the robot experiment. */
export const tableThree: PaperTable = {
  suite: 'robot',
  name: 'table_3',
  title: 'LLM-State, Table III: the robot experiment',
  content: (results) => contentOf(results, publishedLlmState()),
};

function contentOf(results: SuiteResults, published: PublishedLlmState): Content {
  const { methods, task, runs } = published.table_3;
  const columns = columnsOf(methods, ONE_HAND_PLANNERS);
  const { cells, rows } = taskLine(results, columns, published.table_3);
  return {
    shown: {
      header: ['Task', ...titlesOf(columns)],
      lines: [[results.instructions.get(task) ?? task, ...cells]],
    },
    rows,
    notes: [
      READING,
      overRecorded(results, columns),
      ...commonNotes(results, published, `${runs} runs of a real robot`),
      'the robot has one hand; prompts say two, as Listing 5 does; "told": the same methods, told of the one hand (hands=1)',
      'here: a symbolic home, one hand, stale observations, skills that are denied outside the library; no noise',
    ],
  };
}
