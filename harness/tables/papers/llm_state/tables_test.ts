import { describe, expect, it } from 'vitest';
import type { EpisodeMetrics } from '../../../trace/metrics/metrics.ts';
import { episodeMetrics } from '../../../trace/metrics/testing/episode_metrics.ts';
import type { SuiteResults } from '../../suite_results.ts';
import { tableOne, tableThree, tableTwo } from './tables.ts';

function episode(task: string, planner: string, success: boolean, steps: number, stepsMax = 30): EpisodeMetrics {
  return episodeMetrics({
    ...{ suite: 'household', scene: 'house_1', task, planner, complete: true, success, steps, calls: 3 },
    ...{ stepsImputed: success ? steps : stepsMax, goalConditionRecall: success ? 1 : 0 },
    ...{ promptTokens: null, completionTokens: null },
  });
}

const RESULTS: SuiteResults = {
  episodes: [
    episode('make_toast', 'llm_state', true, 8),
    episode('make_toast', 'llm_state', false, 12),
    episode('open_fridge', 'llm_state', true, 2),
    episode('make_3_toasts', 'llm_state', false, 60, 60),
    episode('make_3_toasts', 'llm_state+states=false', false, 60, 60),
  ],
  instructions: new Map([['make_toast', 'Make toast.']]),
  model: 'm',
  provenance: ['nobody, a test'],
};

describe('tableOne', () => {
  const table = tableOne.content(RESULTS);
  /** The cells of "Ours" in the lines of a task or a mean. */
  const ours = (first: string) => {
    const at = table.shown.lines.findIndex(([cell]) => cell === first);
    const lines = table.shown.lines.slice(at + 1);
    const next = lines.findIndex(([, figures]) => figures === 'here');
    return Object.fromEntries(
      [table.shown.lines[at]!, ...lines.slice(0, next === -1 ? undefined : next)].map((line) => [line[1], line.at(-2)]),
    );
  };

  it('shows capped steps of a task, and below them what is printed', () => {
    expect(table.shown.header).toEqual(['Task', 'Figures', 'InnerM-W', 'ProgPrompt', 'w/o States', 'Ours', 'Oracle']);
    expect(ours('Make toast.')).toEqual({ here: '1/2 19.0', paper: '5/5 8.6' });
    expect(ours('open_fridge')).toEqual({ here: '1/1 2.0', paper: '5/5 4.4' });
    expect(ours('make_3_toasts')).toEqual({ here: '0/1 60.0', paper: '5/5 40.0' });
    expect(ours('heat_milk')).toEqual({ here: '–', paper: '4/5 17.6' });
  });

  it('has means over what is recorded, in the lines and in the rows, with the paper’s slip', () => {
    // Wilson's interval of 0/1 is 0 to 79.3 %, of 1/1 20.7 to 100 %.
    // Of make toast and open the fridge the paper's own method does 5/5 and 5/5; of three toasts, w/o States does 2/5.
    expect(ours('Mean, simple')).toEqual({ here: '2/3', interval: '4–99 %', paper: '92.5 %', 'paper*': '100.00 %' });
    const withoutStates = table.shown.lines.slice(-4).map((line) => line[4]);
    expect(withoutStates).toEqual(['0/1', '0–79 %', '8.71 % (!)', '40.00 %']);
    const percents = { paperSuccessPercent: 8.71, paperSameTasksPercent: 40 };
    const paperSlip = 'printed 8.71 %, but the rows give 3/35 = 8.57 %';
    const row = { task: 'mean', level: 'hard', method: 'without_states', episodes: 1, successes: 0 };
    expect(table.rows).toContainEqual(expect.objectContaining({ ...row, ...percents, paperSlip }));
    expect(table.notes.filter((note) => note.includes('8.57 %'))).toHaveLength(1);
  });
});

it('tableTwo flags both percentages that no count of runs gives', () => {
  const table = tableTwo.content(RESULTS);
  const slips = table.rows.filter((row) => row['paperSlip'] !== null);
  expect(slips.map((row) => row['paperSuccessPercent'])).toEqual([8.71, 64.86]);
  expect(table.shown.lines.find(([method]) => method === 'Ours')?.slice(1)).toEqual([
    ...['2/3 66.7 % (4–99)', '92.5 %; of these 2 tasks 100.00 %'],
    ...['0/1 0.0 % (0–79)', '77.14 %; of this task 100.00 %'],
  ]);
});

it('tableTwo says that a printed mean is of all tasks, where fewer are recorded and the paper prints none by task', () => {
  const episodes = [episode('make_3_toasts', 'llm_state+summary=false', true, 20, 60)];
  const { lines } = tableTwo.content({ ...RESULTS, episodes }).shown;
  const cells = ['1/1 100.0 % (21–100)', '14.29 % of all 7 tasks'];
  expect(lines.find(([method]) => method === 'w/o Summary')?.slice(3)).toEqual(cells);
});

describe('tableThree', () => {
  const TASK = 'heat_food_and_bring_to_sofa';
  const results: SuiteResults = {
    episodes: [
      episode(TASK, 'llm_state+hands=1', true, 15),
      episode(TASK, 'llm_state+hands=1', false, 30),
      episode(TASK, 'llm_state', true, 20),
      episode(TASK, 'oracle', true, 13),
    ],
    instructions: new Map([[TASK, 'heat some food']]),
    model: 'm',
    provenance: [],
  };
  const table = tableThree.content(results);

  it('shows the printed figures, then planners that know of the one hand, and says that no answers are recorded', () => {
    const line = (method: string) => table.shown.lines.find(([first]) => first === method)?.slice(1);
    expect(line('ProgPrompt')).toEqual(['not recorded', '0/3', 'not recorded', '30.0']);
    expect(line('Ours')).toEqual(['1/1 100.0 % (21–100)', '3/3', '20.0', '21.0']);
    expect(line('Ours, told')).toEqual(['1/2 50.0 % (9–91)', '', '22.5 (15.0)', '']);
    expect(line('Oracle')).toEqual(['1/1 100.0 % (21–100)', '', '13.0', '']);
    expect(table.notes[0]).toBe('task: heat some food');
    const oneHand = table.rows.filter((row) => String(row['planner']).includes('hands=1'));
    expect(oneHand.at(-1)).toMatchObject({ method: 'llm_state+hands=1', successes: 1, paperSuccesses: null });
    expect(table.notes.join('\n')).toContain('no answers of model "m" are recorded');
  });
});
