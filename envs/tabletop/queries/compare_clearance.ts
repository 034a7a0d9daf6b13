import { clearance, nameOf } from '../motion/clearance.ts';
import { framesOf, ORIGIN, TCP_AT } from '../motion/kinematics.ts';
import type { ClearanceSample, Problems } from './read_problems.ts';
import { worldOf } from './solve_queries.ts';

export type ComparedClearance = ReturnType<typeof compareClearances>[number];

/** Metres. */
export const CLEARANCE_DIFFERENCE_MAX = 1e-6;

/** Metres; rotations are row-major. */
export function compareClearances(samples: readonly ClearanceSample[], problems: Problems) {
  const worlds = new Map(problems.queries.map((query) => [query.id, worldOf(problems, query)]));
  return samples.map((sample) => {
    const world = worlds.get(sample.query);
    if (world === undefined) throw new RangeError(`No query has the id ${sample.query}`);
    const { distance, obstacle } = clearance(world, sample.q);
    const frames = framesOf(sample.q);
    const tcp = [...frames.subarray(TCP_AT + ORIGIN, TCP_AT + ORIGIN + 3)];
    // Frames are column-major.
    const rotation = [0, 1, 2].flatMap((row) => [0, 3, 6].map((column) => frames[TCP_AT + column + row]!));
    return {
      query: sample.query,
      clearance: distance,
      obstacle: nameOf(obstacle),
      tcp,
      rotation,
      expectedClearance: sample.clearance,
      clearanceDifference: sample.clearance === null ? null : Math.abs(distance - sample.clearance),
      tcpDifference: differenceOf(tcp, sample.tcp),
      rotationDifference: differenceOf(rotation, sample.rotation),
    };
  });
}

function differenceOf(ours: readonly number[], expected: readonly number[] | null): number | null {
  if (expected === null) return null;
  return Math.max(...ours.map((value, at) => Math.abs(value - expected[at]!)));
}
