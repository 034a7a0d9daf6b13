import { existsSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, blockBox, TABLE, type Vector } from '../table/table.ts';
import { above, handObstacles, tcpOf, topGrasps } from './grasp.ts';
import type { ToolPose } from './inverse_kinematics.ts';
import { HAND_CAPSULES, TCP_Z } from './panda.ts';

const GRASP_PROBLEMS = new URL('../../../../shared/motion/grasp-problems.json', import.meta.url);

const poseAt = (tcp: Vector, quarter = 0) => topGrasps(tcp)[quarter]!.pose;
const meetings = (pose: ToolPose, ...blocks: Box[]) => handObstacles(pose, { table: TABLE, blocks });
const freeYaws = (tcp: Vector, blocks: readonly Box[]) =>
  topGrasps(tcp).map(({ pose }) => meetings(pose, ...blocks).length === 0);

describe('topGrasps()', () => {
  it('points straight down at four yaws, with right-handed axes', () => {
    const grasps = topGrasps([0.5, 0, 0.04]);
    expect(grasps.map(({ yaw }) => yaw)).toEqual([0, Math.PI / 2, Math.PI, (3 * Math.PI) / 2]);
    for (const { yaw, pose } of grasps) {
      const { x, y, z } = pose;
      expect(x).toEqual([expect.closeTo(Math.cos(yaw)), expect.closeTo(Math.sin(yaw)), 0]);
      const cross = [x[1] * y[2] - x[2] * y[1], x[2] * y[0] - x[0] * y[2], x[0] * y[1] - x[1] * y[0]];
      expect(cross.map((value) => value + 0)).toEqual([...z]);
    }
  });

  it('grips 15 mm below the top', () => {
    expect(tcpOf([0.5, 0, 0.0275])[2]).toBeCloseTo(0.055 - 0.015, 12);
    expect(above(poseAt([0.5, 0, 0.04]), 0.03).position).toEqual([0.5, 0, 0.07]);
  });
});

describe('handObstacles()', () => {
  const beside = (x: number, y: number) => blockBox([0.5 + x, y, 0.0275]);
  const tcp = tcpOf([0.5, 0, 0.0275]);

  it.each([
    ['alone', [], [true, true, true, true]],
    ['with a block on the left', [beside(0, 0.08)], [false, true, false, true]],
    ['with a block behind', [beside(0.08, 0)], [true, false, true, false]],
  ])('needs room for both fingers around a block %s', (_, others, free) => {
    expect(freeYaws(tcp, [beside(0, 0), ...others])).toEqual(free);
  });

  it('names what it meets, deepest first', () => {
    const met = meetings(poseAt(tcp), beside(0, 0), beside(0, 0.08), beside(0, -0.07));
    expect(met.map(({ obstacle }) => obstacle)).toEqual([
      { kind: 'block', index: 2 },
      { kind: 'block', index: 1 },
    ]);
    for (const { distance } of met) expect(distance).toBeLessThanOrEqual(0);
    expect(meetings(poseAt([0.5, 0, 0.005]))[0]?.obstacle).toEqual({ kind: 'table' });
  });

  it('agrees with points along the capsules', () => {
    const shifts = fc.double({ min: -0.15, max: 0.15, noNaN: true });
    const heights = fc.double({ min: -0.12, max: 0.12, noNaN: true });
    fc.assert(
      fc.property(shifts, shifts, heights, fc.nat(3), (x, y, z, quarter) => {
        const pose = poseAt([0.5, 0, 0.3], quarter);
        const block = blockBox([0.5 + x, y, 0.3 + z]);
        const sampled = sampledClearance(pose, block);
        // Points 0.5 mm apart miss the nearest one by at most half of that.
        if (meetings(pose, block).length > 0) expect(sampled).toBeLessThanOrEqual(0.00025);
        else expect(sampled).toBeGreaterThan(0);
      }),
      { numRuns: 300 },
    );
  });

  it.skipIf(!existsSync(GRASP_PROBLEMS))('agrees with the motion reference (skipped without ../shared)', () => {
    const { queries } = JSON.parse(readFileSync(GRASP_PROBLEMS, 'utf8'));
    expect(queries.length).toBeGreaterThan(0);
    for (const { id, tcp, blocks, handFree } of queries) expect([id, freeYaws(tcp, blocks)]).toEqual([id, handFree]);
  });
});

function sampledClearance(pose: ToolPose, box: Box): number {
  let least = Infinity;
  for (const { from, to, radius } of HAND_CAPSULES.open) {
    for (let share = 0; share <= 1; share += 0.005) {
      const [x, y, z] = from.map((begin, axis) => begin + share * (to[axis]! - begin)) as [number, number, number];
      const gaps = pose.position.map((tool, axis) => {
        const point = tool + x * pose.x[axis]! + y * pose.y[axis]! + (z - TCP_Z) * pose.z[axis]!;
        return Math.max(0, box.min[axis]! - point, point - box.max[axis]!);
      });
      least = Math.min(least, Math.hypot(...gaps) - radius);
    }
  }
  return least;
}
