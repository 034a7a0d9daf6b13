import { describe, expect, it } from 'vitest';
import { groundTask } from '../task/ground_task.ts';
import { smallTask } from '../testing/small_task.ts';
import { row } from '../testing/task_lists.ts';
import { type RelaxedTask, relaxedTask } from './relaxed_task.ts';

function operators(task: RelaxedTask) {
  return [...task.costs.keys()].map((i) => ({ needs: row(task.preconditions, i), adds: row(task.adds, i) }));
}

describe('relaxedTask()', () => {
  it('takes any number of conditional effects', () => {
    const facts = 200_000;
    const effects = Array.from({ length: facts - 1 }, (_, fact) => {
      return { conditions: [fact], adds: [fact + 1], deletes: [] };
    });
    const operator = { name: '(go)', cost: 1, preconditions: [], effects };
    const names = Array.from({ length: facts }, (_, fact) => `(f${fact})`);
    const task = relaxedTask(groundTask({ facts: names, operators: [operator], initial: [0], goal: [facts - 1] }));
    expect(task.costs).toHaveLength(facts);
  });

  it('adds a fact that always holds, a fact for the goal, and the operator that leads there', () => {
    const task = relaxedTask(groundTask(smallTask({ initial: 'a', goal: 'a b', operators: ['go 2: > +b -a'] })));
    expect([task.always, task.goal, task.factCount]).toEqual([2, 3, 4]);
    expect(operators(task)).toEqual([
      { needs: [2], adds: [1] },
      { needs: [0, 1], adds: [3] },
    ]);
    expect([...task.costs]).toEqual([2, 0]);
    expect([...task.origins]).toEqual([0, 1]);
  });

  it('makes an operator of each conditional effect, one of all others, and keeps them together', () => {
    const effects = ['go 2: a > +b, +c, when a +d, when b +e, when c +a', 'no 1: > '];
    const task = relaxedTask(groundTask(smallTask({ initial: 'a', goal: 'e', operators: effects })));
    expect(operators(task)).toEqual([
      { needs: [0], adds: [1, 2, 3] },
      { needs: [0, 1], adds: [4] },
      { needs: [4], adds: [6] },
    ]);
    expect([...task.origins]).toEqual([0, 0, 2]);
    expect([...task.firstOf]).toEqual([0, 2, 2, 3]);
  });

  it('says which operators need a fact, and which add it', () => {
    const all = ['one 1: a > +b', 'two 1: > +a +b'];
    const task = relaxedTask(groundTask(smallTask({ initial: '', goal: 'b', operators: all })));
    expect([row(task.preconditionOf, 0), row(task.achievers, 1)]).toEqual([[0], [0, 1]]);
  });

  it('leads to an empty goal from what always holds', () => {
    const task = relaxedTask(groundTask({ facts: [], operators: [], initial: [], goal: [] }));
    expect(operators(task)).toEqual([{ needs: [0], adds: [1] }]);
  });
});
