/**
 * Table III of LLM-State from traces, beside the published figures.
 *
 * @module
 */
import type { Content, PaperTable } from '../../paper_table.ts';
import type { SuiteResults } from '../../suite_results.ts';
import { NOT_RECORDED } from '../../table.ts';
import type { Cell } from './cells.ts';
import { columnsOf, commonNotes, ONE_HAND_PLANNERS, overRecorded, shareHere } from './methods.ts';
import { type PublishedLlmState, publishedLlmState } from './published.ts';
import { taskLine } from './task_line.ts';

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
  const cells = taskLine(results, columns, published.table_3);
  return {
    shown: {
      header: ['Method', 'Success, here', 'Success, paper', 'Steps, here', 'Steps, paper'],
      results: ['Success, here', 'Success, paper'],
      lines: cells.map(({ column, cell, paper }) => [
        column.title,
        shareHere(cell),
        paper?.success ?? '',
        stepsHere(cell),
        paper?.steps ?? '',
      ]),
    },
    rows: cells.map(({ row }) => row),
    notes: [
      `task: ${results.instructions.get(task) ?? task}`,
      'success here: successes/episodes, share and its 95 % interval after Wilson, episode by episode; steps: mean, the cap for a failed run (in brackets, where some failed: over successes only). One task has no interval over tasks, so neither have its steps',
      ...overRecorded(results, columns),
      ...commonNotes(results, published, `${runs} runs of a real robot`),
      'the robot has one hand; prompts say two, as Listing 5 does; "told": the same methods, told of the one hand (hands=1)',
      'here: a symbolic home, one hand, stale observations, skills that are denied outside the library; no noise',
    ],
  };
}

/** `12.4 (9.0)`; the brackets say nothing new where all succeeded. */
function stepsHere({ averageSteps, averageStepsOfSuccesses, successes, episodes }: Cell): string {
  if (averageSteps === null) return NOT_RECORDED;
  const capped = averageSteps.toFixed(1);
  return successes === episodes ? capped : `${capped} (${averageStepsOfSuccesses?.toFixed(1) ?? 'no success'})`;
}
