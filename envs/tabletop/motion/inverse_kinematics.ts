/**
 * Damped least squares with damping proportional to the squared error (Sugihara 2011, "Solvability-unconcerned inverse
 * kinematics by the Levenberg-Marquardt method"), but joints stop at their limits.
 */
import type { RandomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import type { Vector } from '../table/table.ts';
import { linkFrames, newFrames, ORIGIN, TCP_AT, tcpJacobian } from './kinematics.ts';
import { HOME, JOINTS, LOWER_LIMITS, UPPER_LIMITS } from './panda.ts';

export type ToolPose = Readonly<{ position: Vector; x: Vector; y: Vector; z: Vector }>;

const ITERATIONS_MAX = 40;

/** Metres, and the sine of the angle. */
const ERROR_MAX = 1e-7;
/** Radians per joint. */
const SAME_ANGLE = 1e-3;
const STEP_MAX = 0.6;
/** For singular configurations. */
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

/** Null if `iterationsMax` steps do not reach the pose. */
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

function withinLimits(angle: number, joint: number): number {
  return Math.min(UPPER[joint]!, Math.max(LOWER[joint]!, angle));
}

/**
 * Fills `error`, returns its length. The turn is the mean of the axes' cross products, of length sin(angle); it is scaled
 * beyond a right angle, where the sine falls.
 */
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
  // The trace is 1 + 2 cos(angle). A half turn has no axis, so the arm turns about z.
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

function chooseStep(damping: number): void {
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

/** step = Jᵀ (J Jᵀ + damping · I)⁻¹ error for the free joints, by Cholesky's decomposition. */
function solveStep(damping: number): void {
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

/** Unrolled, since it takes most of the time. */
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
