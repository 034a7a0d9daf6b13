/** Metres and a unit quaternion. Matrices are 3 × 4, by rows; Euler angles turn about x, y, z of the turning frame. */
import { cos, sin } from '../../tabletop/motion/sin_cos.ts';

export type Pose = readonly [x: number, y: number, z: number, qx: number, qy: number, qz: number, qw: number];
export type Triple = readonly [number, number, number];

export const IDENTITY: Pose = [0, 0, 0, 0, 0, 0, 1];

export function compose(outer: Pose, inner: Pose): Pose {
  const [x, y, z] = rotate(outer, [inner[0], inner[1], inner[2]]);
  const [, , , ax, ay, az, aw] = outer;
  const [, , , bx, by, bz, bw] = inner;
  return [
    outer[0] + x,
    outer[1] + y,
    outer[2] + z,
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

export function inverse([x, y, z, qx, qy, qz, qw]: Pose): Pose {
  const back: Pose = [0, 0, 0, -qx, -qy, -qz, qw];
  const [ix, iy, iz] = rotate(back, [-x, -y, -z]);
  return [ix, iy, iz, -qx, -qy, -qz, qw];
}

function rotate([, , , qx, qy, qz, qw]: Pose, [x, y, z]: Triple): Triple {
  const tx = 2 * (qy * z - qz * y);
  const ty = 2 * (qz * x - qx * z);
  const tz = 2 * (qx * y - qy * x);
  return [x + qw * tx + qy * tz - qz * ty, y + qw * ty + qz * tx - qx * tz, z + qw * tz + qx * ty - qy * tx];
}

export function turn(axis: 0 | 1 | 2, angle: number): Pose {
  const s = sin(angle / 2);
  return [0, 0, 0, axis === 0 ? s : 0, axis === 1 ? s : 0, axis === 2 ? s : 0, cos(angle / 2)];
}

export function shift(x: number, y: number, z: number): Pose {
  return [x, y, z, 0, 0, 0, 1];
}

export function positionOf([x, y, z]: Pose): Triple {
  return [x, y, z];
}

export function withPosition([, , , qx, qy, qz, qw]: Pose, [x, y, z]: Triple): Pose {
  return [x, y, z, qx, qy, qz, qw];
}

export function withTurn([x, y, z]: Pose, [, , , qx, qy, qz, qw]: Pose): Pose {
  return [x, y, z, qx, qy, qz, qw];
}

export function angleBetween(a: Pose, b: Pose): number {
  return 2 * Math.acos(Math.min(1, Math.abs(dot(a, b))));
}

export function between(a: Pose, b: Pose, share: number): Pose {
  const half = angleBetween(a, b) / 2;
  const [x, y, z] = [0, 1, 2].map((axis) => a[axis]! + share * (b[axis]! - a[axis]!)) as [number, number, number];
  if (half < 1e-9) return withPosition(b, [x, y, z]);
  const sign = dot(a, b) < 0 ? -1 : 1;
  const [toA, toB] = [sin((1 - share) * half) / sin(half), (sign * sin(share * half)) / sin(half)];
  const turned = [3, 4, 5, 6].map((part) => toA * a[part]! + toB * b[part]!);
  return normalised([x, y, z, ...turned] as unknown as Pose);
}

function dot(a: Pose, b: Pose) {
  return [3, 4, 5, 6].reduce((sum, part) => sum + a[part]! * b[part]!, 0);
}

export function fromEuler([alpha, beta, gamma]: Triple): Pose {
  return compose(compose(turn(0, alpha), turn(1, beta)), turn(2, gamma));
}

export function toEuler(pose: Pose): Triple {
  const m = toMatrix(pose);
  const sine = Math.min(1, Math.max(-1, m[2]!));
  if (Math.abs(sine) > 1 - 1e-12) return [Math.atan2(m[4]!, m[5]!), (Math.sign(sine) * Math.PI) / 2, 0];
  return [Math.atan2(-m[6]!, m[10]!), Math.asin(sine), Math.atan2(-m[1]!, m[0]!)];
}

export function toMatrix(pose: Pose): number[] {
  const x = rotate(pose, [1, 0, 0]);
  const y = rotate(pose, [0, 1, 0]);
  const z = rotate(pose, [0, 0, 1]);
  return [0, 1, 2].flatMap((row) => [x[row]!, y[row]!, z[row]!, pose[row]!]);
}

export function fromMatrix(m: readonly number[]): Pose {
  const [xx, yy, zz] = [m[0]!, m[5]!, m[10]!];
  const candidates: [number, number, number, number][] = [
    [m[9]! - m[6]!, m[2]! - m[8]!, m[4]! - m[1]!, 1 + xx + yy + zz],
    [1 + xx - yy - zz, m[1]! + m[4]!, m[2]! + m[8]!, m[9]! - m[6]!],
    [m[1]! + m[4]!, 1 - xx + yy - zz, m[6]! + m[9]!, m[2]! - m[8]!],
    [m[2]! + m[8]!, m[6]! + m[9]!, 1 - xx - yy + zz, m[4]! - m[1]!],
  ];
  const longest = candidates.reduce((most, candidate) => (length(candidate) > length(most) ? candidate : most));
  return normalised([m[3]!, m[7]!, m[11]!, ...longest]);
}

function length([x, y, z, w]: readonly [number, number, number, number]) {
  return Math.hypot(x, y, z, w);
}

export function normalised([x, y, z, qx, qy, qz, qw]: Pose): Pose {
  const size = length([qx, qy, qz, qw]);
  if (!(size > 0)) return [x, y, z, 0, 0, 0, 1];
  return [x, y, z, qx / size, qy / size, qz / size, qw / size];
}
