import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { StateRegistry } from './state_registry.ts';

function add(store: StateRegistry, words: readonly number[]): number {
  const at = store.draft();
  store.words.set(words, at);
  return store.add();
}

describe('StateRegistry', () => {
  it('numbers states from 0 as they come, and finds them again', () => {
    const store = new StateRegistry(2);
    expect(add(store, [1, 2])).toBe(0);
    expect(add(store, [2, 1])).toBe(1);
    expect(add(store, [1, 2])).toBe(0);
    expect(store.count).toBe(2);
    expect([...store.words.subarray(0, 4)]).toEqual([1, 2, 2, 1]);
  });

  it('does what a map of texts does, over many growths', () => {
    const word = fc.integer({ min: -3, max: 3 });
    for (const wordsPerState of [1, 3, 5]) {
      const state = fc.array(word, { minLength: wordsPerState, maxLength: wordsPerState });
      fc.assert(
        fc.property(fc.array(state, { maxLength: 3_000, size: 'max' }), (states) => {
          const store = new StateRegistry(wordsPerState);
          const map = new Map<string, number>();
          for (const words of states) {
            const key = words.join();
            const number = map.get(key) ?? map.size;
            map.set(key, number);
            expect(add(store, words)).toBe(number);
          }
          expect(store.count).toBe(map.size);
        }),
        { numRuns: 20 },
      );
    }
  });

  it('keeps states that differ in one bit apart, and their bytes few', () => {
    const store = new StateRegistry(1);
    for (let i = 0; i < 100_000; i++) expect(add(store, [Math.imul(i, 0x10001)])).toBe(i);
    expect(store.bytes / store.count).toBeLessThan(4 + 4 * 4);
  });
});
