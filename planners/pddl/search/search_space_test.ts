import { describe, expect, it } from 'vitest';
import { packTask } from '../task/pack_task.ts';
import { smallTask } from '../testing/small_task.ts';
import { SearchSpace } from './search_space.ts';

const task = packTask(
  smallTask({ initial: 'a', goal: 'c', operators: ['one 1: a > +b -a', 'two 2: b > +c -b', 'back 4: c > +a -c'] }),
);

describe('SearchSpace', () => {
  it('numbers the states that operators lead to, and tells which way it came', () => {
    const space = new SearchSpace(task);
    space.reachInitial();
    const first = space.reach(0, 0);
    space.setParent(first, { state: 0, operator: 0, g: 1 });
    const second = space.reach(first, 1);
    space.setParent(second, { state: first, operator: 1, g: 3 });
    expect([first, second, space.reach(second, 2)]).toEqual([1, 2, 0]);
    expect(space.operatorsTo(second)).toEqual([0, 1]);
    expect(space.operatorsTo(0)).toEqual([]);
    expect([space.g(0), space.g(first), space.g(second)]).toEqual([0, 1, 3]);
  });

  it('closes a state until a cheaper way to it is found, and keeps its operator and its estimate', () => {
    const space = new SearchSpace(task);
    space.reachInitial();
    const next = space.reach(0, 0);
    space.setParent(next, { state: 0, operator: 0, g: 9 });
    space.setH(next, 7);
    expect(space.isClosed(next)).toBe(false);
    space.close(next);
    expect([space.isClosed(next), space.h(next), space.operatorsTo(next)]).toEqual([true, 7, [0]]);
    space.setParent(next, { state: 0, operator: 0, g: 1 });
    expect([space.isClosed(next), space.h(next), space.g(next)]).toEqual([false, 7, 1]);
    space.close(0);
    expect([space.isClosed(0), space.operatorsTo(0)]).toEqual([true, []]);
  });
});
