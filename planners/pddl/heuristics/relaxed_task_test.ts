import { describe, expect, it } from 'vitest';
import { groundTask, INFINITE_COST } from '../task/ground_task.ts';
import { smallTask } from '../testing/small_task.ts';
import { row } from '../testing/task_lists.ts';
import { ff } from './ff.ts';
import { hMax } from './h_max.ts';
import { lmCut } from './lm_cut.ts';
import { blind, type RelaxedTask, relaxedTask } from './relaxed_task.ts';

function operators(task: RelaxedTask) {
  return [...task.costs.keys()].map((i) => `${row(task.preconditions, i)} > ${row(task.adds, i)}`);
}

describe('relaxedTask()', () => {
  it('takes any number of conditional effects', () => {
    const facts = Array.from({ length: 200_000 }, (_, fact) => `(f${fact})`);
    const effects = facts.slice(1).map((_, fact) => ({ conditions: [fact], adds: [fact + 1], deletes: [] }));
    const operators = [{ name: '(go)', cost: 1, preconditions: [], effects }];
    const task = relaxedTask(groundTask({ facts, operators, initial: [0], goal: [199_999] }));
    expect(task.costs).toHaveLength(200_000);
  });

  it('adds a fact that always holds, a fact for the goal, and the operator that leads there', () => {
    const task = relaxedTask(groundTask(smallTask({ initial: 'a', goal: 'a b', operators: ['go 2: > +b -a'] })));
    expect([task.trueFact, task.goal, task.factCount]).toEqual([2, 3, 4]);
    expect(operators(task)).toEqual(['2 > 1', '0,1 > 3']);
    expect([...task.costs, ...task.origins]).toEqual([2, 0, 0, 1]);
  });

  it('makes an operator of each conditional effect, one of all others, and keeps them together', () => {
    const effects = ['go 2: a > +b, +c, when a +d, when b +e, when c +a', 'no 1: > '];
    const task = relaxedTask(groundTask(smallTask({ initial: 'a', goal: 'e', operators: effects })));
    expect(operators(task)).toEqual(['0 > 1,2,3', '0,1 > 4', '4 > 6']);
    expect([task.origins.join(), task.firstOf.join()]).toEqual(['0,0,2', '0,2,2,3']);
  });

  it('says which operators need a fact, and which add it', () => {
    const all = ['one 1: a > +b', 'two 1: > +a +b'];
    const task = relaxedTask(groundTask(smallTask({ initial: '', goal: 'b', operators: all })));
    expect([row(task.preconditionOf, 0), row(task.achievers, 1)]).toEqual([[0], [0, 1]]);
  });

  it('leads to an empty goal from what always holds', () => {
    const task = relaxedTask(groundTask({ facts: [], operators: [], initial: [], goal: [] }));
    expect(operators(task)).toEqual(['0 > 1']);
  });
});

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
  ['two goals behind one door', '', 'a b c', ['d 2: > +i', 'a 1: i > +a', 'b 1: i > +b', 'c 1: > +c'], 1, 3, 5, 5],
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
    ...[0, 2, 4, 7],
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
