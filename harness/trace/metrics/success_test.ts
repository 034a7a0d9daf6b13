import { expect, it } from 'vitest';
import { poolOver } from './pooling.ts';
import { passAll } from './success.ts';

const cell = (task: string, ...successes: boolean[]) => successes.map((success) => ({ scene: 'house', task, success }));
const over = (...cells: ReturnType<typeof cell>[]) => poolOver(passAll.pooled, cells.flat());

it('passAll is the share of tasks of which every trial succeeds', () => {
  // Of two tasks, a quarter of the draws has either twice.
  const expected = { passAll: 0.5, passAllLow: 0, passAllHigh: 1, trials: 3 };
  expect(over(cell('a', true, true, true), cell('b', true, false, true))).toEqual(expected);
});

it('passAll of more trials than k is the share of choices of k, as τ-bench estimates it', () => {
  // C(3, 2) / C(4, 2) = 1/2 of one task, 1 of the other
  expect(over(cell('a', true, true, true, false), cell('b', true, true))).toMatchObject({ passAll: 0.75, trials: 2 });
});

const NOTHING = { passAll: null, passAllLow: null, passAllHigh: null, trials: null };

it('passAll says nothing of single trials, or of none', () => {
  expect(over(cell('a', true), cell('b', true, true))).toEqual(NOTHING);
  expect(over()).toEqual(NOTHING);
});
