import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import { tcpOf, topGrasps } from '../motion/grasp.ts';
import { HOME } from '../motion/panda.ts';
import { findConfigurations } from '../motion/testing/find_configurations.ts';
import { isWithinReach } from './reach.ts';
import { SPOTS } from './table.ts';

/** Whether inverse kinematics finds a way to hold a block that is lifted by 0.03 m there. */
function isReached([x, y, z]: readonly [number, number, number]): boolean {
  const random = randomNumbers(1);
  return topGrasps(tcpOf([x, y, z + 0.03])).some(({ pose }) => findConfigurations(pose, HOME, { random }).length > 0);
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
