/**
 * Frames: three axes, then origin; 0 is the base, 1 to 7 the links, 8 the hand, 9 the tool. Every α is a multiple of π/2,
 * so a joint swaps two axes and turns about the third.
 */
import type { Configuration } from '../table/arm.ts';
import type { Vector } from '../table/table.ts';
import { DENAVIT_HARTENBERG, FLANGE_Z, HAND_YAW, JOINTS, TCP_Z } from './panda.ts';
import { cos, sin, sinCos } from './sin_cos.ts';

export const FRAME = 12;
export const Z_AXIS = 6;
export const ORIGIN = 9;
export const HAND = 8;
export const HAND_AT = HAND * FRAME;
export const TCP_AT = 9 * FRAME;
const FRAMES = 10;

const HAND_COS = cos(HAND_YAW);
const HAND_SIN = sin(HAND_YAW);
const A = Float64Array.from(DENAVIT_HARTENBERG, ({ a }) => a);
const D = Float64Array.from(DENAVIT_HARTENBERG, ({ d }) => d);
const QUARTERS = Int8Array.from(DENAVIT_HARTENBERG, ({ quarters }) => quarters);

export function newFrames(): Float64Array {
  const frames = new Float64Array(FRAMES * FRAME);
  frames[0] = 1;
  frames[4] = 1;
  frames[8] = 1;
  return frames;
}

export function framesOf(q: ArrayLike<number>): Float64Array {
  const frames = newFrames();
  linkFrames(Float64Array.from(q), frames);
  return frames;
}

const trigonometry = new Float64Array(2);

export function linkFrames(q: Float64Array, frames: Float64Array) {
  for (let joint = 0; joint < JOINTS; joint++) {
    sinCos(q[joint]!, trigonometry, 0);
    const s = trigonometry[0]!;
    const c = trigonometry[1]!;
    const a = A[joint]!;
    const d = D[joint]!;
    const quarters = QUARTERS[joint]!;
    const from = joint * FRAME;
    const y = from + (quarters === 0 ? 3 : 6);
    const z = from + (quarters === 0 ? 6 : 3);
    const ySign = quarters === 0 ? 1 : quarters;
    const zSign = quarters === 0 ? 1 : -quarters;
    const xx = frames[from]!;
    const xy = frames[from + 1]!;
    const xz = frames[from + 2]!;
    const yx = ySign * frames[y]!;
    const yy = ySign * frames[y + 1]!;
    const yz = ySign * frames[y + 2]!;
    const zx = zSign * frames[z]!;
    const zy = zSign * frames[z + 1]!;
    const zz = zSign * frames[z + 2]!;
    const to = from + FRAME;
    frames[to] = c * xx + s * yx;
    frames[to + 1] = c * xy + s * yy;
    frames[to + 2] = c * xz + s * yz;
    frames[to + 3] = c * yx - s * xx;
    frames[to + 4] = c * yy - s * xy;
    frames[to + 5] = c * yz - s * xz;
    frames[to + 6] = zx;
    frames[to + 7] = zy;
    frames[to + 8] = zz;
    frames[to + 9] = frames[from + 9]! + a * xx + d * zx;
    frames[to + 10] = frames[from + 10]! + a * xy + d * zy;
    frames[to + 11] = frames[from + 11]! + a * xz + d * zz;
  }
  placeHand(frames);
}

export function pointIn(frames: Float64Array, link: number, [x, y, z]: Vector): Vector {
  const at = link * FRAME;
  const along = (axis: 0 | 1 | 2) =>
    frames[at + ORIGIN + axis]! + x * frames[at + axis]! + y * frames[at + 3 + axis]! + z * frames[at + 6 + axis]!;
  return [along(0), along(1), along(2)];
}

function placeHand(frames: Float64Array) {
  const from = JOINTS * FRAME;
  for (let axis = 0; axis < 3; axis++) {
    const x = frames[from + axis]!;
    const y = frames[from + 3 + axis]!;
    const z = frames[from + 6 + axis]!;
    const flange = frames[from + 9 + axis]! + FLANGE_Z * z;
    frames[HAND_AT + axis] = frames[TCP_AT + axis] = HAND_COS * x + HAND_SIN * y;
    frames[HAND_AT + 3 + axis] = frames[TCP_AT + 3 + axis] = HAND_COS * y - HAND_SIN * x;
    frames[HAND_AT + 6 + axis] = frames[TCP_AT + 6 + axis] = z;
    frames[HAND_AT + 9 + axis] = flange;
    frames[TCP_AT + 9 + axis] = flange + TCP_Z * z;
  }
}

/** Row-major: velocity, then angular velocity. */
export function tcpJacobian(frames: Float64Array, jacobian: Float64Array) {
  const x = frames[TCP_AT + ORIGIN]!;
  const y = frames[TCP_AT + ORIGIN + 1]!;
  const z = frames[TCP_AT + ORIGIN + 2]!;
  for (let joint = 0; joint < JOINTS; joint++) {
    const at = (joint + 1) * FRAME;
    const axisX = frames[at + Z_AXIS]!;
    const axisY = frames[at + Z_AXIS + 1]!;
    const axisZ = frames[at + Z_AXIS + 2]!;
    const armX = x - frames[at + ORIGIN]!;
    const armY = y - frames[at + ORIGIN + 1]!;
    const armZ = z - frames[at + ORIGIN + 2]!;
    jacobian[joint] = axisY * armZ - axisZ * armY;
    jacobian[JOINTS + joint] = axisZ * armX - axisX * armZ;
    jacobian[2 * JOINTS + joint] = axisX * armY - axisY * armX;
    jacobian[3 * JOINTS + joint] = axisX;
    jacobian[4 * JOINTS + joint] = axisY;
    jacobian[5 * JOINTS + joint] = axisZ;
  }
}

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

export function interpolate(from: Float64Array, to: Float64Array, share: number, out: Float64Array) {
  for (let joint = 0; joint < JOINTS; joint++) {
    const begin = from[joint]!;
    out[joint] = begin + share * (to[joint]! - begin);
  }
}

export function pathLength(path: readonly Float64Array[]): number {
  let length = 0;
  for (let vertex = 1; vertex < path.length; vertex++) {
    length += distance(path[vertex - 1]!, path[vertex]!);
  }
  return length;
}

export function roundAngles(q: Float64Array) {
  for (let joint = 0; joint < JOINTS; joint++) q[joint] = Math.round(q[joint]! * 1e4) / 1e4;
}

export function fourDecimals(q: ArrayLike<number>): Configuration {
  return Array.from(q, (angle) => Math.round(angle * 1e4) / 1e4 + 0);
}
