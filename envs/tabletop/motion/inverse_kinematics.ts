import type { RandomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import { dot, type Vector } from '../table/table.ts';
import { linkFrames, newFrames, ORIGIN, TCP_AT, tcpJacobian } from './kinematics.ts';
import { DENAVIT_HARTENBERG, FLANGE_Z, HAND_YAW, HOME, JOINTS, LOWER_LIMITS, TCP_Z, UPPER_LIMITS } from './panda.ts';
import { arctangent, sinCos } from './sin_cos.ts';

export type ToolPose = Readonly<{ position: Vector; x: Vector; y: Vector; z: Vector }>;

const SHOULDER_Z = DENAVIT_HARTENBERG[0]!.d;
const UPPER_ARM = DENAVIT_HARTENBERG[2]!.d;
const FOREARM = DENAVIT_HARTENBERG[4]!.d;
const BESIDE = DENAVIT_HARTENBERG[3]!.a;
const WRIST_BESIDE = DENAVIT_HARTENBERG[6]!.a;
const TOOL = FLANGE_Z + TCP_Z;
/** Twice the product of the triangle's constant sides, and the sum of their squares. */
const PRODUCT = 2 * Math.hypot(UPPER_ARM * FOREARM - BESIDE ** 2, BESIDE * (UPPER_ARM + FOREARM));
const SQUARES = 2 * BESIDE ** 2 + UPPER_ARM ** 2 + FOREARM ** 2;
const STRETCHED = -arctangent(BESIDE * (UPPER_ARM + FOREARM), UPPER_ARM * FOREARM - BESIDE ** 2);

const ROUNDING = 1e-12;
const LIMIT_ERROR = 1e-9;
/** Below it, only the sum of the first and the third joint counts. */
const UPRIGHT = 1e-9;

const turn = new Float64Array(2);

function trigonometry(angle: number): readonly [number, number] {
  sinCos(angle, turn, 0);
  return [turn[0]!, turn[1]!];
}

/**
 * At most eight. He and Liu 2021, "Analytical inverse kinematics for Franka Emika Panda", but the elbow's angle comes from
 * the triangle of shoulder, elbow and wrist. If the upper arm is upright, `near` gives the first joint.
 */
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

/** `w`: shoulder to wrist. `x6`, `y6`: the sixth frame without its turn. */
type Arm = Readonly<{ w: Vector; x6: Vector; y6: Vector; q7: number; near: Configuration; found: Configuration[] }>;

function bendElbow(q4: number, arm: Arm) {
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

/** `k`, `e`: wrist to shoulder, along the forearm and across it. */
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
  for (const side of isUpright ? [1] : [1, -1]) {
    const q2 = isUpright ? 0 : side * arctangent(beside, z3[2]);
    if (!isWithin(q2, 1)) continue;
    const q1 = isUpright ? near[0]! : arctangent(side * z3[1], side * z3[0]);
    const [s1, c1] = trigonometry(q1);
    const [s2, c2] = trigonometry(q2);
    const q3 = arctangent(c1 * x3[1] - s1 * x3[0], c2 * (c1 * x3[0] + s1 * x3[1]) - s2 * x3[2]);
    if (!isWithin(q1, 0) || !isWithin(q3, 2)) continue;
    found.push([...[q1, q2, q3, q4, q5, q6].map((angle, joint) => withinLimits(angle, joint)), q7]);
  }
}

function isWithin(angle: number, joint: number): boolean {
  return angle >= LOWER_LIMITS[joint]! - LIMIT_ERROR && angle <= UPPER_LIMITS[joint]! + LIMIT_ERROR;
}

function arccosine(cosine: number): number {
  return arctangent(Math.sqrt(Math.max(0, (1 - cosine) * (1 + cosine))), cosine);
}

function cross(a: Vector, b: Vector): Vector {
  return [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
}

function combination(p: number, a: Vector, q: number, b: Vector): Vector {
  return [p * a[0] + q * b[0], p * a[1] + q * b[1], p * a[2] + q * b[2]];
}

const ITERATIONS_MAX = 40;

/** Metres, and the sine of the angle. */
const ERROR_MAX = 1e-7;
const SAME_ANGLE = 1e-3;
const STEP_MAX = 0.6;
const DAMPING_MIN = 1e-9;
const ROWS = 6;

const LOWER = Float64Array.from(LOWER_LIMITS);
const UPPER = Float64Array.from(UPPER_LIMITS);

export function startOf(
  start: number,
  { near, random }: { near: Configuration; random: RandomNumbers },
): Configuration {
  if (start === 0) return near;
  if (start === 1) return HOME;
  return LOWER_LIMITS.map((lower, joint) => lower + random.uniform() * (UPPER_LIMITS[joint]! - lower));
}

export function isSame(a: Configuration, b: Configuration): boolean {
  return a.every((angle, joint) => Math.abs(angle - b[joint]!) < SAME_ANGLE);
}

const q = new Float64Array(JOINTS);
const frames = newFrames();
const jacobian = new Float64Array(ROWS * JOINTS);
const moving = new Float64Array(ROWS * JOINTS);
const error = new Float64Array(ROWS);
const matrix = new Float64Array(ROWS * ROWS);
const solution = new Float64Array(ROWS);
const step = new Float64Array(JOINTS);
const held = new Uint8Array(JOINTS);

/**
 * Sugihara 2011, "Solvability-unconcerned inverse kinematics by the Levenberg-Marquardt method", but joints stop at limits.
 */
export function reachFrom(
  start: Configuration,
  pose: ToolPose,
  { iterationsMax = ITERATIONS_MAX }: { iterationsMax?: number } = {},
): Configuration | null {
  for (let joint = 0; joint < JOINTS; joint++) q[joint] = withinLimits(start[joint]!, joint);
  for (let iteration = 0; iteration <= iterationsMax; iteration++) {
    linkFrames(q, frames);
    const size = measureError(pose);
    if (size <= ERROR_MAX) return Array.from(q);
    if (iteration === iterationsMax) break;
    tcpJacobian(frames, jacobian);
    chooseStep(0.5 * size * size + DAMPING_MIN);
    let largest = STEP_MAX;
    for (let joint = 0; joint < JOINTS; joint++) largest = Math.max(largest, Math.abs(step[joint]!));
    const scale = STEP_MAX / largest;
    for (let joint = 0; joint < JOINTS; joint++) {
      q[joint] = withinLimits(q[joint]! + scale * step[joint]!, joint);
    }
  }
  return null;
}

export function withinLimits(angle: number, joint: number): number {
  return Math.min(UPPER[joint]!, Math.max(LOWER[joint]!, angle));
}

/** The turn is the mean of the axes' cross products, of length sin(angle), scaled where the sine falls. */
function measureError(pose: ToolPose): number {
  const axes = [pose.x, pose.y, pose.z];
  let trace = 0;
  let turnX = 0;
  let turnY = 0;
  let turnZ = 0;
  for (let axis = 0; axis < 3; axis++) {
    const at = TCP_AT + 3 * axis;
    const x = frames[at]!;
    const y = frames[at + 1]!;
    const z = frames[at + 2]!;
    const [goalX, goalY, goalZ] = axes[axis]!;
    trace += x * goalX + y * goalY + z * goalZ;
    turnX += 0.5 * (y * goalZ - z * goalY);
    turnY += 0.5 * (z * goalX - x * goalZ);
    turnZ += 0.5 * (x * goalY - y * goalX);
  }
  const sine = Math.sqrt(turnX * turnX + turnY * turnY + turnZ * turnZ);
  // The trace is 1 + 2 cos(angle). A half turn has no axis: z serves.
  const isFar = trace < 1;
  const scale = isFar && sine > 1e-6 ? 1.5 / sine : 1;
  for (let axis = 0; axis < 3; axis++) {
    error[axis] = pose.position[axis]! - frames[TCP_AT + ORIGIN + axis]!;
  }
  error[3] = scale * turnX;
  error[4] = scale * turnY;
  error[5] = scale * turnZ + (isFar && sine <= 1e-6 ? 1 : 0);
  let sum = 0;
  for (let row = 0; row < ROWS; row++) sum += error[row]! ** 2;
  return Math.sqrt(sum);
}

function chooseStep(damping: number) {
  held.fill(0);
  for (let round = 0; round < JOINTS; round++) {
    solveStep(damping);
    let isDone = true;
    for (let joint = 0; joint < JOINTS; joint++) {
      const angle = q[joint]!;
      const turn = step[joint]!;
      if (held[joint] === 1 || !((angle <= LOWER[joint]! && turn < 0) || (angle >= UPPER[joint]! && turn > 0)))
        continue;
      held[joint] = 1;
      isDone = false;
    }
    if (isDone) return;
  }
}

/** Jᵀ (J Jᵀ + damping · I)⁻¹ error, by Cholesky's decomposition. */
function solveStep(damping: number) {
  for (let joint = 0; joint < JOINTS; joint++) {
    for (let row = 0; row < ROWS; row++) {
      moving[row * JOINTS + joint] = held[joint] === 1 ? 0 : jacobian[row * JOINTS + joint]!;
    }
  }
  for (let row = 0; row < ROWS; row++) {
    for (let column = 0; column <= row; column++) {
      let sum = rowsProduct(row * JOINTS, column * JOINTS, row === column ? damping : 0);
      for (let before = 0; before < column; before++) {
        sum -= matrix[row * ROWS + before]! * matrix[column * ROWS + before]!;
      }
      if (row === column) matrix[row * ROWS + row] = Math.sqrt(Math.max(sum, DAMPING_MIN * DAMPING_MIN));
      else matrix[row * ROWS + column] = sum / matrix[column * ROWS + column]!;
    }
  }
  for (let row = 0; row < ROWS; row++) {
    let sum = error[row]!;
    for (let before = 0; before < row; before++) {
      sum -= matrix[row * ROWS + before]! * solution[before]!;
    }
    solution[row] = sum / matrix[row * ROWS + row]!;
  }
  for (let row = ROWS - 1; row >= 0; row--) {
    let sum = solution[row]!;
    for (let after = row + 1; after < ROWS; after++) {
      sum -= matrix[after * ROWS + row]! * solution[after]!;
    }
    solution[row] = sum / matrix[row * ROWS + row]!;
  }
  for (let joint = 0; joint < JOINTS; joint++) {
    let sum = 0;
    for (let row = 0; row < ROWS; row++) sum += moving[row * JOINTS + joint]! * solution[row]!;
    step[joint] = sum;
  }
}

/** Unrolled: takes most of the time. */
function rowsProduct(row: number, other: number, sum: number): number {
  return (
    sum +
    moving[row]! * moving[other]! +
    moving[row + 1]! * moving[other + 1]! +
    moving[row + 2]! * moving[other + 2]! +
    moving[row + 3]! * moving[other + 3]! +
    moving[row + 4]! * moving[other + 4]! +
    moving[row + 5]! * moving[other + 5]! +
    moving[row + 6]! * moving[other + 6]!
  );
}
