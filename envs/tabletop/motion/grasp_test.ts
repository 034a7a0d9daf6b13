import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, blockBox, TABLE, type Vector } from '../table/table.ts';
import { above, inTheWayOfHand, tcpOf, topGrasps } from './grasp.ts';
import type { ToolPose } from './inverse_kinematics.ts';
import { HAND_CAPSULES, TCP_Z } from './panda.ts';

const GRASP_PROBLEMS = new URL('../../../../shared/motion/grasp-problems.json', import.meta.url);

const freeYaws = (tcp: Vector, blocks: readonly Box[]) =>
  topGrasps(tcp).map(({ pose }) => inTheWayOfHand(pose, { table: TABLE, blocks }).length === 0);

describe('topGrasps()', () => {
  it('points straight down at four yaws, with right-handed axes', () => {
    const grasps = topGrasps([0.5, 0, 0.04]);
    expect(grasps.map(({ yaw }) => yaw)).toEqual([0, Math.PI / 2, Math.PI, (3 * Math.PI) / 2]);
    for (const { yaw, pose } of grasps) {
      const { x, y, z } = pose;
      expect(x[0]).toBeCloseTo(Math.cos(yaw));
      expect(x[1]).toBeCloseTo(Math.sin(yaw));
      const cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
      expect(cross.map((value) => value + 0)).toEqual([...z]);
    }
  });

  it('grips 15 mm below the top', () => {
    expect(tcpOf([0.5, 0, 0.0275])[2]).toBeCloseTo(0.055 - 0.015, 12);
    expect(above(topGrasps([0.5, 0, 0.04])[0]?.pose as ToolPose, 0.03).position).toEqual([0.5, 0, 0.07]);
  });
});

describe('inTheWayOfHand()', () => {
  const target = blockBox([0.5, 0, 0.0275]);
  const tcp = tcpOf([0.5, 0, 0.0275]);

  it('is free around a block that stands alone', () => {
    expect(freeYaws(tcp, [target])).toEqual([true, true, true, true]);
  });

  it('needs room for the fingers to the left and right at yaw 0, in front and behind at a quarter turn', () => {
    const left = blockBox([0.5, 0.08, 0.0275]);
    expect(freeYaws(tcp, [target, left])).toEqual([false, true, false, true]);
    const behind = blockBox([0.58, 0, 0.0275]);
    expect(freeYaws(tcp, [target, behind])).toEqual([true, false, true, false]);
  });

  it('names what it meets, deepest first', () => {
    const near = blockBox([0.5, 0.08, 0.0275]);
    const nearer = blockBox([0.5, -0.07, 0.0275]);
    const [yaw0] = topGrasps(tcp);
    const met = inTheWayOfHand((yaw0 as { pose: ToolPose }).pose, { table: TABLE, blocks: [target, near, nearer] });
    expect(met.map(({ obstacle }) => obstacle)).toEqual([
      { kind: 'block', index: 2 },
      { kind: 'block', index: 1 },
    ]);
    for (const { distance } of met) expect(distance).toBeLessThanOrEqual(0);
  });

  it('meets the table when it is too low', () => {
    const [yaw0] = topGrasps([0.5, 0, 0.005]);
    expect(inTheWayOfHand((yaw0 as { pose: ToolPose }).pose, { table: TABLE, blocks: [] })[0]?.obstacle).toEqual({
      kind: 'table',
    });
  });

  it('agrees with points along the capsules', () => {
    const shifts = fc.double({ min: -0.15, max: 0.15, noNaN: true });
    const heights = fc.double({ min: -0.12, max: 0.12, noNaN: true });
    fc.assert(
      fc.property(shifts, shifts, heights, fc.nat(3), (x, y, z, quarter) => {
        const { pose } = topGrasps([0.5, 0, 0.3])[quarter] as { pose: ToolPose };
        const block = blockBox([0.5 + x, y, 0.3 + z]);
        const met = inTheWayOfHand(pose, { table: TABLE, blocks: [block] });
        const sampled = sampledClearance(pose, block);
        // Points 0.5 mm apart miss the nearest one by at most half of that.
        if (met.length > 0) expect(sampled).toBeLessThanOrEqual(0.00025);
        else expect(sampled).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it.skipIf(!existsSync(GRASP_PROBLEMS))(
    "agrees with every query of the motion reference's grasp problems (skipped where ../shared/motion is absent)",
    () => {
      const { queries } = JSON.parse(readFileSync(GRASP_PROBLEMS, 'utf8'));
      expect(queries.length).toBeGreaterThan(0);
      for (const { id, tcp, blocks, handFree } of queries) expect([id, freeYaws(tcp, blocks)]).toEqual([id, handFree]);
    },
  );
});

function sampledClearance(pose: ToolPose, box: Box): number {
  let least = Number.POSITIVE_INFINITY;
  for (const { from, to, radius } of HAND_CAPSULES.open) {
    for (let share = 0; share <= 1; share += 0.005) {
      const [x, y, z] = [0, 1, 2].map((axis) => {
        const [begin, end] = [from[axis]!, to[axis]!];
        return begin + share * (end - begin);
      }) as [number, number, number];
      const gaps = [0, 1, 2].map((axis) => {
        const point = pose.position[axis]! + x * pose.x[axis]! + y * pose.y[axis]! + (z - TCP_Z) * pose.z[axis]!;
        return Math.max(0, box.min[axis]! - point, point - box.max[axis]!);
      });
      least = Math.min(least, Math.hypot(...gaps) - radius);
    }
  }
  return least;
}
