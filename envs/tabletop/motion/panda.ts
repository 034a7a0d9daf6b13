/**
 * Metres and radians. Sources: franka_description; Franka's "Denavit-Hartenberg parameters" and "Necessary conditions"; for
 * checked pairs, fingers and carried balls, the motion reference.
 */
import type { Vector } from '../table/table.ts';

export const JOINTS = 7;

/** Craig's convention: RotX(quarters · π/2) TransX(a) RotZ(q) TransZ(d). */
export const DENAVIT_HARTENBERG: readonly Readonly<{ a: number; d: number; quarters: -1 | 0 | 1 }>[] = [
  { a: 0, d: 0.333, quarters: 0 },
  { a: 0, d: 0, quarters: -1 },
  { a: 0, d: 0.316, quarters: 1 },
  { a: 0.0825, d: 0, quarters: 1 },
  { a: -0.0825, d: 0.384, quarters: -1 },
  { a: 0, d: 0, quarters: 1 },
  { a: 0.088, d: 0, quarters: 1 },
];

/** From the last joint. */
export const FLANGE_Z = 0.107;
/** From the flange. */
export const HAND_YAW = -Math.PI / 4;
/** From the hand. */
export const TCP_Z = 0.1034;

export const LOWER_LIMITS: readonly number[] = [-2.8973, -1.7628, -2.8973, -3.0718, -2.8973, -0.0175, -2.8973];
export const UPPER_LIMITS: readonly number[] = [2.8973, 1.7628, 2.8973, -0.0698, 2.8973, 3.7525, 2.8973];

export const EXTENT = Math.hypot(...UPPER_LIMITS.map((upper, joint) => upper - LOWER_LIMITS[joint]!));

export const HOME: readonly number[] = [0, -Math.PI / 4, 0, (-3 * Math.PI) / 4, 0, Math.PI / 2, Math.PI / 4];

/** In its link's frame: 0 is the base, 8 the hand. */
export type Capsule = Readonly<{ link: number; from: Vector; to: Vector; radius: number }>;

export type Hand = 'closed' | 'open';

const ARM: readonly Capsule[] = [
  { link: 0, from: [-0.09, 0, 0.06], to: [-0.06, 0, 0.06], radius: 0.06 },
  { link: 1, from: [0, 0, -0.333], to: [0, 0, -0.05], radius: 0.06 },
  { link: 2, from: [0, 0, -0.06], to: [0, 0, 0.06], radius: 0.06 },
  { link: 3, from: [0, 0, -0.22], to: [0, 0, -0.07], radius: 0.06 },
  { link: 4, from: [0, 0, -0.06], to: [0, 0, 0.06], radius: 0.06 },
  { link: 5, from: [0, 0, -0.31], to: [0, 0, -0.21], radius: 0.06 },
  { link: 5, from: [0, 0.08, -0.2], to: [0, 0.08, -0.06], radius: 0.025 },
  { link: 6, from: [0, 0, -0.07], to: [0, 0, 0.01], radius: 0.05 },
  { link: 7, from: [0, 0, -0.06], to: [0, 0, 0.08], radius: 0.04 },
  { link: 7, from: [0.038890873, 0.038890873, 0.082], to: [0.0459619408, 0.0459619408, 0.082], radius: 0.03 },
];

export const HAND_CAPSULES: Readonly<Record<Hand, readonly Capsule[]>> = {
  closed: [
    { link: 8, from: [0, -0.05, 0.04], to: [0, 0.05, 0.04], radius: 0.04 },
    { link: 8, from: [0, -0.05, 0.1], to: [0, 0.05, 0.1], radius: 0.02 },
  ],
  open: [
    { link: 8, from: [0, -0.05, 0.04], to: [0, 0.05, 0.04], radius: 0.04 },
    { link: 8, from: [0, -0.0515, 0.0704], to: [0, -0.0515, 0.1034], radius: 0.0115 },
    { link: 8, from: [0, 0.0515, 0.0704], to: [0, 0.0515, 0.1034], radius: 0.0115 },
  ],
};

export const CAPSULES: Readonly<Record<Hand, readonly Capsule[]>> = {
  closed: [...ARM, ...HAND_CAPSULES.closed],
  open: [...ARM, ...HAND_CAPSULES.open],
};

export const TABLE_LINK_FIRST = 2;
/** Links up to `near` are checked against links from `far`. */
export const SELF_LINKS: Readonly<{ near: number; far: number }> = { near: 2, far: 5 };

/** Eight balls; links up to `linkLast` are checked. */
export const CARRIED: Readonly<{ offset: number; radius: number; linkLast: number }> = {
  offset: 0.01375,
  radius: 0.0239,
  linkLast: 4,
};

export function carriedBalls(offsetZ: number): readonly Capsule[] {
  const { offset, radius } = CARRIED;
  const signs = [-offset, offset];
  const centres = signs.flatMap((x) => signs.flatMap((y) => signs.map((z): Vector => [x, y, TCP_Z + offsetZ + z])));
  return centres.map((centre) => ({ link: 8, from: centre, to: centre, radius }));
}

export function jointOutsideLimits(q: ArrayLike<number>): number | null {
  for (let joint = 0; joint < JOINTS; joint++) {
    const angle = q[joint]!;
    if (!(angle >= LOWER_LIMITS[joint]! - 1e-9 && angle <= UPPER_LIMITS[joint]! + 1e-9)) return joint;
  }
  return null;
}
