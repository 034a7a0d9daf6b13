/**
 * Tables I and II from made-up episodes: what a cell, a mean and a missing recording look like.
 *
 * @module
 */
import { describe, expect, it } from 'vitest';
import type { EpisodeMetrics } from '../../metrics/metrics.ts';
import { episodeMetrics } from '../../metrics/testing/episode_metrics.ts';
import type { SuiteResults } from '../../tables/suite_results.ts';
import { tableOne } from './table_1.ts';
import { tableTwo } from './table_2.ts';
import { tableThree } from './table_3.ts';

function episode(task: string, planner: string, success: boolean, steps: number, cap: number): EpisodeMetrics {
  return episodeMetrics({
    episode: `household/house_1/${task}/${planner}/1`,
    suite: 'household',
    scene: 'house_1',
    task,
    planner,
    trial: 1,
    end: success ? 'goal' : 'step_limit',
    complete: true,
    success,
    steps,
    stepsImputed: success ? steps : cap,
    failedSteps: 0,
    goalConditionRecall: success ? 1 : 0,
    calls: 3,
    promptTokens: null,
    completionTokens: null,
  });
}

const RESULTS: SuiteResults = {
  episodes: [
    episode('make_toast', 'llm_state', true, 8, 30),
    episode('make_toast', 'llm_state', false, 12, 30),
    episode('open_fridge', 'llm_state', true, 2, 30),
    episode('make_3_toasts', 'llm_state', false, 60, 60),
    episode('make_3_toasts', 'llm_state+states=false', false, 60, 60),
  ],
  instructions: new Map([['make_toast', 'Make toast.']]),
  model: 'm',
  provenance: ['nobody, a test'],
};

describe('tableOne', () => {
  const table = tableOne.content(RESULTS);
  const line = (task: string) => table.shown.lines.find(([first]) => first === task);

  it('shows capped steps, with the successes’ own in brackets where some failed', () => {
    expect(line('Make toast.')?.slice(-4, -2)).toEqual(['1/2 19.0 (8.0)', '5/5 8.6']);
    expect(line('open_fridge')?.slice(-4, -2)).toEqual(['1/1 2.0', '5/5 4.4']);
    expect(line('make_3_toasts')?.slice(-6, -2)).toEqual([
      '0/1 60.0 (no success)',
      '2/5 55.8',
      '0/1 60.0 (no success)',
      '5/5 40.0',
    ]);
    expect(line('heat_milk')?.slice(-4, -2)).toEqual(['not recorded', '4/5 17.6']);
  });

  it('has means over what is recorded, in the lines and in the rows, with the paper’s slip', () => {
    // Wilson's interval of 0/1 is 0 to 79.3 %, of 1/1 20.7 to 100 %.
    // Of make toast and open the fridge the paper's own method does 5/5 and 5/5; of three toasts, w/o States does 2/5.
    expect(line('Mean, simple')?.slice(-4, -2)).toEqual(['66.67 % (2/3, 4–99 %)', '92.5 %; of these 2 tasks 100.00 %']);
    expect(line('Mean, hard')?.slice(5, 7)).toEqual(['0.00 % (0/1, 0–79 %)', '8.71 % (!); of this task 40.00 %']);
    const row = table.rows.find(
      (each) => each['task'] === 'mean' && each['level'] === 'hard' && each['method'] === 'without_states',
    );
    expect(row).toMatchObject({
      episodes: 1,
      successes: 0,
      paperSuccessPercent: 8.71,
      paperSameTasksPercent: 40,
      paperSlip: 'printed 8.71 %, but the rows give 3/35 = 8.57 %',
    });
    expect(table.notes.filter((note) => note.includes('8.57 %'))).toHaveLength(1);
  });

  it('has a row for every task, method and mean', () => {
    expect(table.rows).toHaveLength((15 + 2) * 6);
    expect(new Set(table.rows.map((row) => Object.keys(row).join())).size).toBe(1);
  });
});

describe('tableTwo', () => {
  it('flags both percentages that no count of runs gives', () => {
    const table = tableTwo.content(RESULTS);
    const slips = table.rows.filter((row) => row['paperSlip'] !== null);
    expect(slips.map((row) => row['paperSuccessPercent'])).toEqual([8.71, 64.86]);
    expect(table.shown.lines.map((cells) => cells.at(-4))).toEqual(['66.67 % (2/3, 4–99 %)', '0.00 % (0/1, 0–79 %)']);
  });

  it('says that a printed mean is of all tasks, where fewer are recorded and the paper prints none by task', () => {
    const episodes = [episode('make_3_toasts', 'llm_state+summary=false', true, 20, 60)];
    const [, hard] = tableTwo.content({ ...RESULTS, episodes }).shown.lines;
    expect(hard?.slice(3, 5)).toEqual(['100.00 % (1/1, 21–100 %)', '14.29 % of all 7 tasks']);
  });

  it('says which maps are not recorded, while the paper has all', () => {
    const elsewhere = { ...episode('make_toast', 'oracle', true, 5, 30), scene: 'house_2' };
    const { notes } = tableTwo.content({ ...RESULTS, episodes: [...RESULTS.episodes, elsewhere] });
    expect(notes[0]).toBe(
      '"here" is over the recorded episodes only (w/o States, Ours: house_1 only); the paper prints no figure by map',
    );
    expect(tableTwo.content(RESULTS).notes[0]).toBe('"here" is over the recorded episodes only');
  });
});

describe('tableThree', () => {
  const TASK = 'heat_food_and_bring_to_sofa';
  const results: SuiteResults = {
    episodes: [
      episode(TASK, 'llm_state+hands=1', true, 15, 30),
      episode(TASK, 'llm_state+hands=1', false, 30, 30),
      episode(TASK, 'llm_state', true, 20, 30),
      episode(TASK, 'oracle', true, 13, 30),
    ],
    instructions: new Map([[TASK, 'heat some food']]),
    model: 'm',
    provenance: [],
  };
  const table = tableThree.content(results);

  it('shows what Listing 5 tells beside the printed figures, then planners that are told of the one hand', () => {
    expect(table.shown.header.slice(-7)).toEqual([
      'Ours, here',
      'Ours, paper',
      'ProgPrompt, told, here',
      'w/o States, told, here',
      'Ours, told, here',
      'Random, here',
      'Oracle, here',
    ]);
    expect(table.shown.lines[0]).toEqual([
      'heat some food',
      'not recorded',
      '0/3 30.0',
      'not recorded',
      '0/3 30.0',
      '1/1 20.0',
      '3/3 21.0',
      'not recorded',
      'not recorded',
      '1/2 22.5 (15.0)',
      'not recorded',
      '1/1 13.0',
    ]);
  });

  it('has a row and a note for those that are told', () => {
    const told = table.rows.filter((row) => String(row['planner']).includes('hands=1'));
    expect(told).toHaveLength(3);
    expect(told.at(-1)).toMatchObject({ method: 'llm_state+hands=1', successes: 1, paperSuccesses: null });
    expect(table.notes.join('\n')).toContain('"told": the same methods, told of the one hand (hands=1)');
  });

  it('says that no answers are recorded, where none are', () => {
    expect(table.notes.join('\n')).toContain('no answers of model "m" are recorded');
  });
});
