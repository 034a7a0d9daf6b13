import { expect, it } from 'vitest';
import { groundTask, INFINITE_COST } from '../task/ground_task.ts';
import { smallTask } from '../testing/small_task.ts';
import { ff } from './ff.ts';
import { hMax } from './h_max.ts';
import { blind } from './heuristic.ts';
import { lmCut } from './lm_cut.ts';

const big = ['one 200000000: > +a', 'two 300000000: a > +b', 'three 100000000: > +c'];

it.each([
  ['nothing at the goal', 'a', 'a', [], 0, 0, 0, 0],
  ['nothing along actions that cost nothing', '', 'b', ['one 0: > +a', 'two 0: a > +b'], 0, 0, 0, 0],
  ['what cannot be reached', '', 'b', ['one 1: a > +b'], 1, INFINITE_COST, INFINITE_COST, INFINITE_COST],
  ['goals one by one', '', 'a b c', ['one 2: > +a', 'two 3: > +b', 'three 4: b > +c'], 2, 7, 9, 9],
  ['a chain', '', 'e', ['one 5: > +a', 'two 5: a > +b', 'three 5: b > +c', 'four 5: c > +e'], 5, 20, 20, 20],
  ['deletes', '', 'b c', ['one 2: > +a -b', 'two 3: a > +b -a', 'three 4: a > +c -b'], 2, 6, 9, 9],
  ['an action for two goals once', '', 'a b', ['both 5: > +a +b'], 5, 5, 5, 5],
  ['conditional effects of an action once', 'x y', 'a b', ['both 5: > , when x +a, when y +b'], 5, 5, 5, 5],
  ['an action that is needed twice', '', 'b', ['again 1: > +a, when a +b'], 1, 2, 2, 1],
  ['great costs', '', 'b c', big, 100_000_000, 500_000_000, 600_000_000, 600_000_000],
  [
    'three goals, two behind one door',
    '',
    'a b c',
    ['d 2: > +i', 'a 1: i > +a', 'b 1: i > +b', 'c 1: > +c'],
    1,
    3,
    5,
    5,
  ],
  // The paper's example, of cost 7: cuts "o2, o3" for c, counted 4, then "o1, o3" for b, counted 1.
  [
    "the paper's example",
    'i',
    'g',
    ['o1 3: i > +a +b', 'o2 4: i > +a +c', 'o3 5: i > +b +c', 'o4 0: a b c > +g'],
    ...[0, 4, 5, 7],
  ],
  // By h_add "a" costs 4, so that ff takes "dear" for it, though "left" and "right" are needed anyway.
  [
    'a choice by h_add',
    '',
    'a b',
    ['left 2: > +l', 'right 2: > +r', 'dear 3: > +a', 'a 0: l r > +a', 'b 0: l r > +b'],
    0,
    2,
    4,
    7,
  ],
] as const)('%s: estimates by blind(), hMax(), lmCut() and ff()', (_, initial, goal, operators, ...estimates) => {
  const task = groundTask(smallTask({ initial, goal, operators }));
  const found = [blind, hMax, lmCut, ff].map((heuristic) => heuristic(task).evaluate(task.initial, 0));
  expect(found).toEqual(estimates);
});

it('blind() is 0 where there is no operator', () => {
  const task = groundTask({ facts: ['(a)'], operators: [], initial: [], goal: [0] });
  expect(blind(task).evaluate(task.initial, 0)).toBe(0);
});

it('hMax() reads the state from where it begins', () => {
  const task = groundTask(smallTask({ initial: 'a', goal: 'b', operators: ['one 6: a > +b'] }));
  expect([2, 1].map((at) => hMax(task).evaluate(Int32Array.of(0, 0, 1), at))).toEqual([6, INFINITE_COST]);
});
