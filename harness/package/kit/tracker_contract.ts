/**
 * The state-tracking invariants as a test: `trackerContract` in a test file of one's own.
 *
 * @module
 */
import { type CounterExample, checkTracker, type TrackerCheck } from './check_tracker.ts';
import type { Tracker } from './tracker.ts';

export type TrackerContract = TrackerCheck & {
  /** Of the test runner that is used. */
  readonly describe: (title: string, body: () => void) => unknown;
  readonly it: (title: string, body: () => Promise<void>) => unknown;
};

/**
 * Registers a test that fails where a tracker breaks an invariant, with the smallest case that does as its message.
 *
 * ```ts
 * import { describe, it } from 'node:test';
 * import { type Tracker, trackerContract } from 'tapedeck/testing';
 *
 * // Believes what it sees and holds.
 * function observant(): Tracker {
 *   const places = new Map<string, string>();
 *   return {
 *     observe({ objects, containers, surfaces, holding }) {
 *       for (const { name, relation, place } of [...objects, ...containers, ...surfaces])
 *         places.set(name, `${relation.toLowerCase()} ${place}`);
 *       for (const name of holding) places.set(name, 'in_hand');
 *     },
 *     acted() {},
 *     beliefs: () => ({ keyObjects: [...places].map(([name, place]) => ({ name, attributes: [place] })) }),
 *   };
 * }
 *
 * trackerContract('observant()', observant, { describe, it, floors: { precision: 1 } });
 * ```
 */
export function trackerContract(title: string, make: () => Tracker, contract: TrackerContract): void {
  const { describe, it, ...check } = contract;
  describe(`state-tracking invariants: ${title}`, () => {
    it('it believes nothing that no right belief does', async () => {
      const { counterExample, seed } = await checkTracker(make, check);
      if (counterExample !== null) throw new Error(failureText(counterExample, seed));
    });
  });
}

/** Names the invariant, and how to see it again. */
export function failureText({ invariant, run, trace }: CounterExample, seed: number): string {
  return `Breaks "${invariant}" (run ${run} with seed ${seed}, made as small as possible):\n\n${trace}\n`;
}
