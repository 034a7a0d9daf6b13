/** Configurations as points: distances, points between, and the decimals of a path. */
import { JOINTS } from './panda.ts';

/** Euclidean, in radians. */
export function distance(from: ArrayLike<number>, to: ArrayLike<number>): number {
  return Math.sqrt(distanceSquared(from, to));
}

export function distanceSquared(from: ArrayLike<number>, to: ArrayLike<number>): number {
  let sum = 0;
  for (let joint = 0; joint < JOINTS; joint++) {
    const difference = to[joint]! - from[joint]!;
    sum += difference * difference;
  }
  return sum;
}

/** Writes to `out` the configuration at `share` (0 to 1) of the way. */
export function interpolate(from: Float64Array, to: Float64Array, share: number, out: Float64Array): void {
  for (let joint = 0; joint < JOINTS; joint++) {
    const begin = from[joint]!;
    out[joint] = begin + share * (to[joint]! - begin);
  }
}

/** The sum of the lengths of a path's lines, in radians. */
export function pathLength(path: readonly Float64Array[]): number {
  let length = 0;
  for (let vertex = 1; vertex < path.length; vertex++) {
    length += distance(path[vertex - 1]!, path[vertex]!);
  }
  return length;
}

/** Rounds to the four decimals with which paths are written down; limits have no more, so none is passed. */
export function roundAngles(q: Float64Array): void {
  for (let joint = 0; joint < JOINTS; joint++) q[joint] = Math.round(q[joint]! * 1e4) / 1e4;
}
