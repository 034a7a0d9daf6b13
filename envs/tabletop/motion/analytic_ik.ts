/**
 * All configurations that hold the tool at a pose with the last joint given, at most eight. The free joint and the cases
 * of elbow, wrist and shoulder follow He and Liu 2021, "Analytical inverse kinematics for Franka Emika Panda"; departs
 * in that the elbow's angle comes from the triangle of shoulder, elbow and wrist.
 */
import type { Configuration } from '../table/arm.ts';
import type { Vector } from '../table/table.ts';
import type { ToolPose } from './inverse_kinematics.ts';
import { DENAVIT_HARTENBERG, FLANGE_Z, HAND_YAW, LOWER_LIMITS, TCP_Z, UPPER_LIMITS } from './panda.ts';
import { arctangent, sinCos } from './sin_cos.ts';

const SHOULDER_Z = DENAVIT_HARTENBERG[0]!.d;
const UPPER_ARM = DENAVIT_HARTENBERG[2]!.d;
const FOREARM = DENAVIT_HARTENBERG[4]!.d;
/** The elbow lies beside both. */
const BESIDE = DENAVIT_HARTENBERG[3]!.a;
const WRIST_BESIDE = DENAVIT_HARTENBERG[6]!.a;
const TOOL = FLANGE_Z + TCP_Z;
/** Twice the product of the triangle's two constant sides, and the sum of their squares. */
const PRODUCT = 2 * Math.hypot(UPPER_ARM * FOREARM - BESIDE ** 2, BESIDE * (UPPER_ARM + FOREARM));
const SQUARES = 2 * BESIDE ** 2 + UPPER_ARM ** 2 + FOREARM ** 2;
/** The elbow's joint with the triangle stretched to a line. */
const STRETCHED = -arctangent(BESIDE * (UPPER_ARM + FOREARM), UPPER_ARM * FOREARM - BESIDE ** 2);

const SIDES = [1, -1];
const UPRIGHT_SIDES = [1];

const ROUNDING = 1e-12;
/** As `jointOutsideLimits` in `panda.ts`. */
const LIMIT_ERROR = 1e-9;
/** The sine of the second joint; below, only the sum of the first and the third counts. */
const UPRIGHT = 1e-9;

const turn = new Float64Array(2);

/** Sine and cosine. */
function trigonometry(angle: number): readonly [number, number] {
  sinCos(angle, turn, 0);
  return [turn[0]!, turn[1]!];
}

/** Ignores the limits of the last joint. Where the upper arm is upright, `near` gives the first joint. */
export function configurationsAt(pose: ToolPose, q7: number, near: Configuration): Configuration[] {
  const [s, c] = trigonometry(-HAND_YAW - q7);
  const x6 = combination(c, pose.x, s, pose.y);
  const { position, z } = pose;
  const w: Vector = [
    position[0] - TOOL * z[0] - WRIST_BESIDE * x6[0],
    position[1] - TOOL * z[1] - WRIST_BESIDE * x6[1],
    position[2] - TOOL * z[2] - WRIST_BESIDE * x6[2] - SHOULDER_Z,
  ];
  const cosine = (dot(w, w) - SQUARES) / PRODUCT;
  if (!(Math.abs(cosine) <= 1 + ROUNDING)) return [];
  const bend = arccosine(cosine);
  const arm: Arm = { w, x6, y6: [-z[0], -z[1], -z[2]], q7, near, found: [] };
  bendElbow(STRETCHED - bend, arm);
  if (bend > 0) bendElbow(STRETCHED + bend, arm);
  return arm.found;
}

/** From the shoulder to the wrist `w`; the frame of the sixth joint but for its turn. */
type Arm = Readonly<{ w: Vector; x6: Vector; y6: Vector; q7: number; near: Configuration; found: Configuration[] }>;

function bendElbow(q4: number, arm: Arm): void {
  if (!isWithin(q4, 3)) return;
  const [s4, c4] = trigonometry(q4);
  const elbow = { q4, s4, c4, k: FOREARM + UPPER_ARM * c4 - BESIDE * s4, e: BESIDE * (c4 - 1) + UPPER_ARM * s4 };
  const [along, across] = [dot(arm.w, arm.x6), dot(arm.w, arm.y6)];
  const cosine = elbow.k / Math.sqrt(along * along + across * across);
  if (!(cosine <= 1 + ROUNDING)) return;
  const middle = arctangent(along, across);
  const aside = arccosine(cosine);
  turnWrist(middle + aside, elbow, arm);
  if (aside > 0) turnWrist(middle - aside, elbow, arm);
}

/** `k` and `e`: from the wrist to the shoulder, along the forearm and across it. */
type Elbow = Readonly<{ q4: number; s4: number; c4: number; k: number; e: number }>;

function turnWrist(angle: number, { q4, s4, c4, k, e }: Elbow, { w, x6, y6, q7, near, found }: Arm): void {
  const q6 = angle < LOWER_LIMITS[5]! - LIMIT_ERROR ? angle + 2 * Math.PI : angle;
  if (!isWithin(q6, 5)) return;
  const [s6, c6] = trigonometry(q6);
  const z5 = combination(s6, x6, c6, y6);
  const x5 = combination(c6, x6, -s6, y6);
  const x3 = combination(c4 / e, w, -(k * c4 + e * s4) / e, z5);
  const z3 = combination(s4 / e, w, (e * c4 - k * s4) / e, z5);
  const q5 = arctangent(dot(x5, cross(z3, x3)), dot(x5, combination(c4, x3, s4, z3)));
  if (!isWithin(q5, 4)) return;
  const beside = Math.sqrt(z3[0] * z3[0] + z3[1] * z3[1]);
  const isUpright = beside < UPRIGHT && z3[2] > 0;
  for (const side of isUpright ? UPRIGHT_SIDES : SIDES) {
    const q2 = isUpright ? 0 : side * arctangent(beside, z3[2]);
    if (!isWithin(q2, 1)) continue;
    const q1 = isUpright ? near[0]! : arctangent(side * z3[1], side * z3[0]);
    const [s1, c1] = trigonometry(q1);
    const [s2, c2] = trigonometry(q2);
    const q3 = arctangent(c1 * x3[1] - s1 * x3[0], c2 * (c1 * x3[0] + s1 * x3[1]) - s2 * x3[2]);
    if (!isWithin(q1, 0) || !isWithin(q3, 2)) continue;
    found.push([...[q1, q2, q3, q4, q5, q6].map(withinLimits), q7]);
  }
}

function isWithin(angle: number, joint: number): boolean {
  return angle >= LOWER_LIMITS[joint]! - LIMIT_ERROR && angle <= UPPER_LIMITS[joint]! + LIMIT_ERROR;
}

function withinLimits(angle: number, joint: number): number {
  return Math.min(UPPER_LIMITS[joint]!, Math.max(LOWER_LIMITS[joint]!, angle));
}

/** Takes cosines that rounding puts outside [-1, 1]. */
function arccosine(cosine: number): number {
  return arctangent(Math.sqrt(Math.max(0, (1 - cosine) * (1 + cosine))), cosine);
}

function dot(a: Vector, b: Vector): number {
  return a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function combination(p: number, a: Vector, q: number, b: Vector): Vector {
  return [p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]];
}
