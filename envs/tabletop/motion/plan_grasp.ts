import type { RandomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import { isTooFar, type Vector } from '../table/table.ts';
import { type MotionWorld, nameOf, type Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { above, handObstacles, type TopGrasp, topGrasps } from './grasp.ts';
import { configurationsAt, isSame, reachFrom, type ToolPose } from './inverse_kinematics.ts';
import { distanceSquared, fourDecimals } from './kinematics.ts';
import { HOME, JOINTS, UPPER_LIMITS } from './panda.ts';
import { ATTEMPTS_MAX, type MotionResult, planMotion } from './plan_motion.ts';
import { ITERATIONS_MAX } from './rrt_connect.ts';

const LAST = JOINTS - 1;
const TURN = 2 * Math.PI;

export type Stance = Readonly<{
  grasp: TopGrasp;
  goal: Configuration;
  /** `goal` before rounding. */
  exact: Configuration;
  descent: readonly Configuration[];
}>;

export type GraspBounds = Readonly<{ posesMax: number; anglesMax: number; attemptsMax: number; iterationsMax: number }>;

/** From OLP's release. */
export const POSES_MAX: Readonly<Record<'pick' | 'place', number>> = { pick: 10, place: 4 };
/** For angles, see README, "How long the arm tries". */
export const GRASP_BOUNDS: GraspBounds = {
  posesMax: POSES_MAX.pick,
  anglesMax: 256,
  attemptsMax: ATTEMPTS_MAX,
  iterationsMax: ITERATIONS_MAX,
};

export type GraspSearch = Readonly<{
  at: Configuration;
  random: RandomNumbers;
  bounds: GraspBounds;
  checker: CollisionChecker;
  lift: number;
  addDescent?: (stance: Stance) => Stance | null;
  obstacleOf: (stance: Stance) => Obstacle | null;
}>;

export type GraspFailure = Readonly<{
  ok: false;
  /** `ik`: no solution, or all collide. */
  level: 'grasp' | 'ik' | 'path';
  obstacle: Obstacle | null;
  /** If true, nothing is proven. */
  isBounded: boolean;
}>;

export function graspsAt(points: readonly Vector[], world: Pick<MotionWorld, 'table' | 'blocks'>) {
  const all = topGrasps(points[0]!);
  const obstacles = all.map(({ pose }) => handObstacles(pose, world).map(({ obstacle }) => obstacle));
  const handFree = obstacles.map(({ length }) => length === 0);
  const grasps = all.filter((_, index) => handFree[index]);
  let failure: GraspFailure | null = null;
  if (grasps.length === 0) failure = proven('grasp', mostFrequent(obstacles.flat()));
  else if (points.some(isTooFar)) failure = proven('ik', { kind: 'reach' });
  return { handFree, grasps, failure };
}

function proven(level: GraspFailure['level'], obstacle: Obstacle): GraspFailure {
  return { ok: false, level, obstacle, isBounded: false };
}

export function planGrasp(
  grasps: readonly TopGrasp[],
  search: GraspSearch,
): Readonly<{ ok: true; stance: Stance; plan: Extract<MotionResult, { ok: true }> }> | GraspFailure {
  const { at, bounds, random, checker, addDescent = (stance) => stance } = search;
  const stances: Stance[] = [];
  const atGoals: Obstacle[] = [];
  const onPaths: Obstacle[] = [];
  for (const above of stancesAbove(grasps, search)) {
    if (onPaths.length === bounds.posesMax) break;
    if (stances.some(({ goal }) => isSame(goal, above.goal))) continue;
    const stance = addDescent(above);
    if (stance === null) continue;
    stances.push(stance);
    const obstacle = search.obstacleOf(stance);
    if (obstacle !== null) {
      atGoals.push(obstacle);
      continue;
    }
    const ends = { start: Float64Array.from(at), goal: Float64Array.from(stance.goal) };
    const plan = planMotion(checker, { ...bounds, ...ends, random });
    if (plan.ok) return { ok: true, stance, plan };
    if (plan.reason === 'start') return proven('path', plan.obstacle);
    onPaths.push(plan.obstacle);
  }
  const [level, obstacles] = onPaths.length > 0 ? (['path', onPaths] as const) : (['ik', atGoals] as const);
  return { ok: false, level, obstacle: obstacles.length > 0 ? mostFrequent(obstacles) : null, isBounded: true };
}

type Found = Readonly<{ grasp: TopGrasp; exact: Configuration }>;

/** The first two mostly suffice. */
function* stancesAbove(grasps: readonly TopGrasp[], { at, bounds, lift }: GraspSearch): Generator<Stance> {
  const lifted = grasps.map((grasp) => ({ grasp, pose: above(grasp.pose, lift) }));
  const reached = (from: Configuration) =>
    lifted.flatMap(({ grasp, pose }): Found[] => {
      const exact = reachFrom(from, pose);
      return exact === null ? [] : [{ grasp, exact }];
    });
  for (const find of [() => reached(at), () => reached(HOME), () => swept(lifted, at, bounds.anglesMax)]) {
    const found = find().map(({ grasp, exact }) => ({ grasp, exact, far: distanceSquared(exact, at) }));
    for (const { grasp, exact } of found.sort((a, b) => a.far - b.far)) {
      yield { grasp, exact, goal: fourDecimals(exact), descent: [] };
    }
  }
}

/** A yaw only turns the last joint. */
function swept(
  grasps: readonly Readonly<{ grasp: TopGrasp; pose: ToolPose }>[],
  at: Configuration,
  anglesMax: number,
): Found[] {
  const first = grasps[0];
  const turns = Array.from({ length: first === undefined ? 0 : anglesMax }, (_, turn) => (turn * TURN) / anglesMax);
  return turns.flatMap((turn) =>
    configurationsAt(first!.pose, at[LAST]! + turn, at).flatMap((exact) =>
      grasps.flatMap(({ grasp }) => {
        const angle = nearestTurn(exact[LAST]! + grasp.yaw - first!.grasp.yaw);
        return Math.abs(angle) > UPPER_LIMITS[LAST]! ? [] : [{ grasp, exact: exact.with(LAST, angle) }];
      }),
    ),
  );
}

function nearestTurn(angle: number): number {
  return angle - TURN * Math.round(angle / TURN);
}

export function mostFrequent(obstacles: readonly Obstacle[]): Obstacle {
  const [first, ...others] = Map.groupBy(obstacles, nameOf).values();
  if (first === undefined) throw new RangeError('Cannot find the most frequent of no obstacles');
  return others.reduce((most, group) => (group.length > most.length ? group : most), first)[0]!;
}
