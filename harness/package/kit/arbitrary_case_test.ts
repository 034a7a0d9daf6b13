import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryCase, arbitraryFurnishedHouse } from './arbitrary_case.ts';
import { type HouseOptions, moveText, playTracker, type Tracker, type WatchedStep } from './play_tracker.ts';

const silent = (): Tracker => ({ observe() {}, acted() {}, beliefs: () => ({ keyObjects: [] }) });

function played(houses: fc.Arbitrary<string>, world: HouseOptions = {}): (readonly WatchedStep[])[] {
  const cases = fc.sample(arbitraryCase(houses, world), { numRuns: 60, seed: 1 });
  return cases.map((each) => playTracker(silent, each, { selective: true, world }));
}

function most(steps: readonly WatchedStep[], pattern: RegExp): number {
  return Math.max(...steps.map(({ truth }) => truth.filter((text) => pattern.test(text)).length));
}

const TEMPTATIONS: Readonly<Record<string, (steps: readonly WatchedStep[]) => boolean>> = {
  'three doors open': (steps) => most(steps, /\bOPEN\b/) >= 3,
  'both hands full': (steps) => most(steps, / held/) === 2,
  'two doors of a class moved': (steps) => {
    const moved = steps.flatMap(({ move, refused }) =>
      move !== null && move !== 'look' && refused === null && move.verb === 'open' ? move.args : [],
    );
    return [...new Set(moved)].some((name) => moved.includes(name.replace(/1$/, '2')) && name.endsWith('1'));
  },
  'two things heated': (steps) => most(steps, /heated|toasted/) >= 2,
  'the room left and entered again': (steps) =>
    steps.filter(({ observation }, at) => at > 0 && observation.room !== steps[at - 1]!.observation.room).length >= 2,
  'a second look': (steps) => steps.some(({ move }) => move === 'look'),
  'a refused action': (steps) => steps.some(({ refused }) => refused !== null),
};

describe('arbitraryCase()', () => {
  const cases = played(arbitraryFurnishedHouse);

  it.each(Object.entries(TEMPTATIONS))('brings about, in one case of twelve at least: %s', (_, isThere) => {
    expect(cases.filter(isThere).length).toBeGreaterThanOrEqual(cases.length / 12);
  });

  it('heeds the options of the world', () => {
    expect(Math.max(...played(arbitraryFurnishedHouse, { hands: 1 }).map((steps) => most(steps, / held/)))).toBe(1);
  });

  it('ends in a house in which there is nothing to do', () => {
    const rooms = [{ is: 'kitchen1', anchor: [0, 0] }];
    const house = JSON.stringify({ house: 'bare', robot: 'kitchen1', rooms, things: [] });
    for (const [, ...steps] of played(fc.constant(house)))
      expect(steps.map(({ move }) => moveText(move!))).not.toEqual([]);
  });
});
