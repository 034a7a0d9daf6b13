import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { groundTask } from '../task/ground_task.ts';
import { smallTask } from '../testing/small_task.ts';
import { StateSpace } from './state_space.ts';

const operators = ['one 1: a > +b -a', 'two 2: b > +c -b', 'back 4: c > +a -c'];
const task = groundTask(smallTask({ initial: 'a', goal: 'c', operators }));

describe('StateSpace', () => {
  it('numbers the states that operators lead to, and tells which way it came', () => {
    const space = new StateSpace(task);
    space.reachInitial();
    const first = space.reach(0, 0);
    space.setParent(first, { state: 0, operator: 0, g: 1 });
    const second = space.reach(first, 1);
    space.setParent(second, { state: first, operator: 1, g: 3 });
    expect([first, second, space.reach(second, 2)]).toEqual([1, 2, 0]);
    expect([space.operatorsTo(second), space.operatorsTo(0)]).toEqual([[0, 1], []]);
    expect([0, first, second].map((state) => space.g(state))).toEqual([0, 1, 3]);
  });

  it('closes a state until a cheaper way to it is found, and keeps its operator and its estimate', () => {
    const space = new StateSpace(task);
    space.reachInitial();
    const next = space.reach(0, 0);
    const shown = () => [space.isClosed(next), space.h(next), space.g(next), space.operatorsTo(next)];
    space.setParent(next, { state: 0, operator: 0, g: 9 });
    space.setH(next, 7);
    expect(shown()).toEqual([false, 7, 9, [0]]);
    space.close(next);
    expect(shown()).toEqual([true, 7, 9, [0]]);
    space.setParent(next, { state: 0, operator: 0, g: 1 });
    expect(shown()).toEqual([false, 7, 1, [0]]);
    space.close(0);
    expect([space.isClosed(0), space.operatorsTo(0)]).toEqual([true, []]);
  });
});

function spaceOf(wordsPerState: number): StateSpace {
  const facts: string[] = Array(32 * wordsPerState).fill('(f)');
  return new StateSpace(groundTask({ facts, operators: [], initial: [], goal: [] }));
}

function add(store: StateSpace, words: readonly number[]): number {
  const at = store.reserve();
  store.words.set(words, at);
  return store.add();
}

describe('StateSpace', () => {
  it('does what a map of texts does, over many growths', () => {
    const word = fc.integer({ min: -3, max: 3 });
    for (const wordsPerState of [1, 3, 5]) {
      const state = fc.array(word, { minLength: wordsPerState, maxLength: wordsPerState });
      const property = fc.property(fc.array(state, { maxLength: 3_000, size: 'max' }), (states) => {
        const store = spaceOf(wordsPerState);
        const map = new Map<string, number>();
        for (const words of states) {
          const key = words.join();
          const number = map.get(key) ?? map.size;
          map.set(key, number);
          expect(add(store, words)).toBe(number);
        }
        expect(store.count).toBe(map.size);
        expect([...store.words.subarray(0, wordsPerState)]).toEqual(states[0] ?? Array(wordsPerState).fill(0));
      });
      fc.assert(property, { numRuns: 20 });
    }
  });

  it('keeps states that differ in one bit apart, and their bytes few', () => {
    const store = spaceOf(1);
    for (let i = 0; i < 100_000; i++) expect(add(store, [Math.imul(i, 0x10001)])).toBe(i);
    expect(store.bytes / store.count).toBeLessThan(4 + 4 * 4 + 4 * 4);
  });
});
