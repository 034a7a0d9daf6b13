import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { tcpOf, topGrasps } from '../motion/grasp.ts';
import { findConfiguration } from '../motion/testing/find_configurations.ts';
import {
  ALL_SPOTS,
  isWithinReach,
  letterOf,
  onSpot,
  onTopOf,
  overlap,
  SPOTS,
  spotsTaken,
  type Vector,
} from './table.ts';

const off = fc.integer({ min: -26, max: 26 }).map((mm) => mm / 1000);

it.each<[Vector, boolean]>([
  [[0.455, 0, 0.0275], false],
  [[0.454, 0, 0.0275], true],
  [[0.4, 0, 0.0825], false],
  [[0.41, 0.02, 0.08], true],
])('overlap() tells blocks that share room with one at 0.4, 0 from those that touch it: %o, %s', (other, isShared) => {
  expect(overlap([0.4, 0, 0.0275], other)).toBe(isShared);
});

describe('spotsTaken()', () => {
  it('takes exactly the spot on which a block stands, even where it stands badly', () => {
    fc.assert(
      fc.property(fc.nat({ max: SPOTS.length - 1 }), off, off, (spot, dx, dy) => {
        const [x, y, z] = onSpot(SPOTS[spot]!);
        expect(spotsTaken([x + dx, y + dy, z])).toBe(1 << spot);
      }),
    );
  });

  it('takes no spot for a block upon another, or on the floor', () => {
    const [x, y, z] = onSpot(SPOTS[0]!);
    expect(spotsTaken(onTopOf([x, y, z]))).toBe(0);
    expect(spotsTaken([x, y, z - 0.4])).toBe(0);
  });

  it('has a bit for every spot', () => {
    expect(SPOTS.reduce((bits, spot) => bits | spotsTaken(onSpot(spot)), 0)).toBe(ALL_SPOTS);
  });
});

it('onTopOf() has no rounding errors, as high as one stacks', () => {
  let centre = onSpot([0.39, 0.11]);
  for (const z of [0.0825, 0.1375, 0.1925, 0.2475, 0.3025, 0.3575, 0.4125]) {
    centre = onTopOf(centre);
    expect(centre).toEqual([0.39, 0.11, z]);
  }
});

function isReached([x, y, z]: Vector): boolean {
  return topGrasps(tcpOf([x, y, z + 0.03])).some(({ pose }) => findConfiguration(pose, 12) !== null);
}

describe('isWithinReach()', () => {
  it('lets nine blocks stand on any spot', () => {
    for (const [x, y] of SPOTS) expect(isWithinReach([x, y, 0.0275 + 8 * 0.055])).toBe(true);
  });

  it('leaves out only what inverse kinematics does not reach, near the base aside', () => {
    const radius = fc.integer({ min: 250, max: 1000 });
    fc.assert(
      fc.property(radius, fc.integer({ min: 0, max: 10 }), (millimetres, layer) => {
        const block = [millimetres / 1000, 0, 0.0275 + 0.055 * layer] as const;
        if (!isWithinReach(block)) expect(isReached(block)).toBe(false);
      }),
      { numRuns: 100 },
    );
  });

  it('leaves in hardly anything that inverse kinematics does not reach', () => {
    for (const layer of [0, 3, 6]) {
      const z = 0.0275 + 0.055 * layer;
      let last = 0.3;
      while (isWithinReach([last + 0.01, 0, z])) last += 0.01;
      expect(isReached([last - 0.02, 0, z])).toBe(true);
    }
  });
});

it('letterOf() is the part before the first _', () => {
  expect(['K_block_1', 'k_block_1', 'red_block_2', 'K', 'K-1'].map(letterOf)).toEqual(['K', 'K', 'RED', 'K', 'K-1']);
});
