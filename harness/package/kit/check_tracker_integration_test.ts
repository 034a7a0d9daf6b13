import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHouse } from '../../../envs/household/kit/arbitrary_house.ts';
import { isLong, runCount } from '../../testing/run_count.ts';
import { checkTracker } from './check_tracker.ts';
import { playTracker, type Tracker } from './play_tracker.ts';
import { ReferenceTracker } from './testing/reference_tracker.ts';
import { TRACKER_BUGS } from './testing/tracker_bugs.ts';

const SEEDS = isLong ? [1, 2, 3] : [1];
const BUGS = TRACKER_BUGS.filter((_, at) => isLong || at % 3 === 0);
const NIGHT_SEEDS = isLong ? [31, 32, 33, 34, 35] : [];

async function missedWith(seed: number): Promise<Readonly<{ missed: string[]; moves: number[] }>> {
  const [missed, moves]: [string[], number[]] = [[], []];
  for (const { name, make, foundBy } of BUGS) {
    const floors = foundBy === 'invariants' ? {} : { precision: 1 };
    const { counterExample } = await checkTracker(make, { seed, floors });
    if (counterExample === null) missed.push(name);
    else moves.push(counterExample.smallest.moves.length);
  }
  return { missed, moves: moves.sort((a, b) => a - b) };
}

function bugged(name: string): () => Tracker {
  return TRACKER_BUGS.find((bug) => bug.name === name)!.make;
}

const right = () => new ReferenceTracker();

function tracker(own: Partial<Tracker>): Tracker {
  return { observe() {}, acted() {}, beliefs: () => ({ keyObjects: [] }), ...own };
}

const throwing = (error: Error) => (): never => {
  throw error;
};

describe('checkTracker()', () => {
  it('passes a right tracker, which knows nearly all that has changed', { timeout: 1_200_000 }, async () => {
    const asked = isLong ? 10_000 : 400;
    const report = await checkTracker(right, { runs: asked, floors: { precision: 1 } });
    const { counterExample, runs, steps, precision, recall } = report;
    expect(counterExample?.trace).toBeUndefined();
    expect({ runs, precision }).toEqual({ runs: asked, precision: 1 });
    expect(steps).toBeGreaterThan(10 * asked);
    expect(recall).toBeGreaterThan(0.97);
  });

  it.each([
    ['of a robot with one hand', { world: { hands: 1 } as const, floors: { precision: 1 } }],
    ['in any house', { houses: arbitraryHouse }],
    ['that says less than it knows', { selective: true }],
  ])('passes a right tracker %s', async (_, more) => {
    const { counterExample } = await checkTracker(right, { runs: runCount(300), ...more });
    expect(counterExample?.trace).toBeUndefined();
  });

  it.each(SEEDS)(
    'finds all bugs with an effect, and makes their cases small: seed %i',
    { timeout: 600_000 },
    async (seed) => {
      const { missed, moves } = await missedWith(seed);
      expect(missed).toEqual(BUGS.filter(({ foundBy }) => foundBy === 'nothing').map(({ name }) => name));
      expect(moves.at(-1)).toBeLessThanOrEqual(15);
      expect(moves[Math.floor(moves.length / 2)]).toBeLessThanOrEqual(3);
    },
  );

  it.each(NIGHT_SEEDS)('finds nearly all with a seed that tuned nothing: %i', { timeout: 600_000 }, async (seed) => {
    const { missed } = await missedWith(seed);
    expect(missed.length, missed.join('; ')).toBeLessThanOrEqual(4);
  });

  it('gives a case that fails again, and prints it', async () => {
    const make = bugged('forgets that a pick-up empties the surface');
    const { counterExample } = await checkTracker(make);
    const { smallest, steps, invariant, trace } = counterExample!;
    expect(playTracker(make, smallest)).toEqual(steps);
    expect(steps.at(-1)!.broken[0]).toMatchObject({ invariant });
    expect(trace).toMatchInlineSnapshot(`
      "start
         sees      mug1 ON fridge1, fridge1 IN bathroom1; holds nothing; in bathroom1
         believes  mug1: on fridge1, in bathroom1, visible; fridge1: in bathroom1, contains mug1, visible; bathroom1: robot is here
         truth     mug1 ON fridge1, fridge1 IN bathroom1 (CLOSED, OFF)
      1. pickup(mug1)
         sees      fridge1 IN bathroom1; holds mug1; in bathroom1
         believes  fridge1: in bathroom1, contains mug1, visible; mug1: in_hand, on fridge1, in bathroom1, visible; bathroom1: robot is here
         truth     mug1 held, fridge1 IN bathroom1 (CLOSED, OFF)
         breaks    held_is_nowhere_else: mug1: in_hand; on fridge1; fridge1: contains mug1
         breaks    seen_is_believed: mug1: on fridge1, but mug1 is held"
    `);
  });

  it('does the same again with the same seed, and something else with another', async () => {
    const make = bugged('sees through doors');
    const [once, again, other] = await Promise.all([3, 3, 4].map((seed) => checkTracker(make, { seed })));
    expect(again).toEqual(once);
    expect(other?.counterExample?.run).not.toBe(once?.counterExample?.run);
  });

  it('lets a selective tracker forget, and one that keeps all not, and refuses an unreadable house', async () => {
    const make = bugged('forgets what is in another room');
    expect((await checkTracker(make, { selective: true })).counterExample).toBeNull();
    expect((await checkTracker(make)).counterExample).not.toBeNull();
    await expect(checkTracker(make, { houses: fc.constant('{"house": 1}') })).rejects.toThrow('house.json');
  });

  it('holds recall to a floor, too', async () => {
    const silent = () => tracker({});
    const { counterExample } = await checkTracker(silent, { selective: true, floors: { recall: 0.5 } });
    expect(counterExample?.invariant).toBe('recall_floor');
    expect(counterExample?.smallest.moves).toHaveLength(1);
    expect((await checkTracker(silent, { selective: true })).recall).toBe(0);
  });

  it.each<[string, string, () => Tracker]>([
    ['throws', 'does_not_throw: TypeError: no idea', () => tracker({ acted: throwing(new TypeError('no idea')) })],
    ['cannot be made', 'does_not_throw: Error: not today', throwing(new Error('not today'))],
    [
      'tells no belief',
      'tells_beliefs: expected {"keyObjects": [{"name", "attributes": [text]}]}, found {"mug1":"in_hand"}',
      () => tracker({ beliefs: () => ({ mug1: 'in_hand' }) as never }),
    ],
    [
      'changes an observation',
      'does_not_throw: TypeError: Cannot add property',
      () => tracker({ observe: ({ rooms }) => void (rooms as string[]).push('attic1') }),
    ],
  ])('finds a tracker that %s', async (_, broken, make) => {
    const { counterExample } = await checkTracker(make, { selective: true });
    const [first] = counterExample!.steps.at(-1)!.broken;
    expect(`${first!.invariant}: ${first!.text}`).toContain(broken);
    expect(counterExample!.smallest.moves.length).toBeLessThanOrEqual(1);
  });
});
