/**
 * That a right tracker passes, that planted bugs are found and made small, and that what is no tracker is told so.
 *
 * @module
 */
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { arbitraryHouse } from '../../envs/household/kit/arbitrary_house.ts';
import { runCount } from '../testing/run_count.ts';
import { checkTracker } from './check_tracker.ts';
import { playTracker } from './play_tracker.ts';
import { PLANTED_BUGS, ReferenceTracker } from './testing/reference_tracker.ts';
import type { Tracker } from './tracker.ts';

const isLong = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5;

/** By default three, which between them break of each tracker the invariant that it is made to break. */
const SEEDS = isLong ? [1, 2, 3, 4, 5, 6] : [1, 4, 6];

const right = () => new ReferenceTracker();

describe('checkTracker()', () => {
  it('passes a right tracker, which knows nearly all that has changed', async () => {
    const asked = runCount(1000);
    const { counterExample, runs, steps, precision, recall } = await checkTracker(right, {
      runs: asked,
      floors: { precision: 1 },
    });
    expect(counterExample?.trace).toBeUndefined();
    expect({ runs, precision }).toEqual({ runs: asked, precision: 1 });
    expect(steps).toBeGreaterThan(10 * asked);
    // Nobody can know that what he has never seen is heated.
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

  it.each(Object.entries(PLANTED_BUGS))(
    'finds a tracker that %s, and makes it small',
    async (_, { make, invariant }) => {
      const found: (string | undefined)[] = [];
      for (const seed of SEEDS) {
        const { counterExample } = await checkTracker(make, { seed, floors: { precision: 1 } });
        expect(counterExample, `seed ${seed}`).not.toBeNull();
        expect(counterExample!.run).toBeLessThanOrEqual(100);
        expect(counterExample!.smallest.moves.length, counterExample!.trace).toBeLessThanOrEqual(6);
        found.push(counterExample!.invariant);
      }
      expect(found).toContain(invariant);
    },
  );

  it('gives a case that fails again, and prints it', async () => {
    const { make } = PLANTED_BUGS['forgets that a pick-up empties the surface']!;
    const { counterExample } = await checkTracker(make);
    const { smallest, steps, invariant, trace } = counterExample!;
    expect(playTracker(make, smallest)).toEqual(steps);
    expect(steps.at(-1)!.broken[0]).toMatchObject({ invariant });
    expect(trace).toMatchInlineSnapshot(`
      "start
         sees      breadslice1 ON kitchentable1, kitchentable1 IN bedroom1; holds nothing; in bedroom1
         believes  breadslice1: on kitchentable1, visible; kitchentable1: in bedroom1, visible; bedroom1: robot is here
         truth     kitchentable1 IN bedroom1, breadslice1 ON kitchentable1
      1. pickup(breadslice1)
         sees      kitchentable1 IN bedroom1; holds breadslice1; in bedroom1
         believes  kitchentable1: in bedroom1, visible; breadslice1: in_hand, on kitchentable1, visible; bedroom1: robot is here
         truth     kitchentable1 IN bedroom1, breadslice1 held
         breaks    held_is_nowhere_else: breadslice1: in_hand; on kitchentable1
         breaks    seen_is_believed: breadslice1: on kitchentable1, but breadslice1 is held"
    `);
  });

  it('does the same again with the same seed, and something else with another', async () => {
    const { make } = PLANTED_BUGS['sees through doors']!;
    const [once, again, other] = [
      await checkTracker(make, { seed: 3 }),
      await checkTracker(make, { seed: 3 }),
      await checkTracker(make, { seed: 4 }),
    ];
    expect(again).toEqual(once);
    expect(other.counterExample?.run).not.toBe(once.counterExample?.run);
  });

  it('lets a selective tracker forget, and one that keeps all not', async () => {
    const { make } = PLANTED_BUGS['forgets what is in another room']!;
    expect((await checkTracker(make, { selective: true })).counterExample).toBeNull();
    expect((await checkTracker(make)).counterExample).not.toBeNull();
  });

  it('holds recall to a floor, too', async () => {
    const silent = (): Tracker => ({ observe() {}, acted() {}, beliefs: () => ({ keyObjects: [] }) });
    const options = { selective: true, floors: { recall: 0.5 } };
    const { counterExample } = await checkTracker(silent, options);
    expect(counterExample?.invariant).toBe('recall_floor');
    expect(counterExample?.smallest.moves).toHaveLength(1);
    expect((await checkTracker(silent, { selective: true })).recall).toBe(0);
  });

  it.each<[string, string, () => Tracker]>([
    [
      'throws',
      'does_not_throw: TypeError: no idea',
      () => ({
        observe() {},
        acted() {
          throw new TypeError('no idea');
        },
        beliefs: () => ({ keyObjects: [] }),
      }),
    ],
    [
      'cannot be made',
      'does_not_throw: Error: not today',
      () => {
        throw new Error('not today');
      },
    ],
    [
      'tells no belief',
      'tells_beliefs: expected {"keyObjects": [{"name", "attributes": [text]}]}, found {"mug1":"in_hand"}',
      () => ({ observe() {}, acted() {}, beliefs: () => ({ mug1: 'in_hand' }) as never }),
    ],
    [
      'changes what it is given',
      'does_not_throw: TypeError: Cannot add property',
      () => ({
        observe({ rooms }) {
          (rooms as string[]).push('attic1');
        },
        acted() {},
        beliefs: () => ({ keyObjects: [] }),
      }),
    ],
  ])('finds a tracker that %s', async (_, broken, make) => {
    const { counterExample } = await checkTracker(make, { selective: true });
    const [first] = counterExample!.steps.at(-1)!.broken;
    expect(`${first!.invariant}: ${first!.text}`).toContain(broken);
    expect(counterExample!.smallest.moves.length).toBeLessThanOrEqual(1);
  });

  it('says so where a house cannot be read', async () => {
    await expect(checkTracker(right, { houses: fc.constant('{"house": 1}') })).rejects.toThrow('house.json');
  });
});
