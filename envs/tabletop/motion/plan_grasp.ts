import type { RandomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import { isTooFar, type Vector } from '../table/table.ts';
import { type MotionWorld, nameOf, type Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { handObstacles, type TopGrasp, topGrasps } from './grasp.ts';
import { isSame, startOf } from './inverse_kinematics.ts';
import { distance } from './kinematics.ts';
import { ATTEMPTS_MAX, type MotionResult, planMotion } from './plan_motion.ts';
import { ITERATIONS_MAX } from './rrt_connect.ts';

export type Stance = Readonly<{
  grasp: TopGrasp;
  goal: Configuration;
  /** `goal` before rounding. */
  exact: Configuration;
  /** From the goal down to the block. */
  descent: readonly Configuration[];
}>;

export type GraspBounds = Readonly<{ posesMax: number; startsMax: number; attemptsMax: number; iterationsMax: number }>;

/** From OLP's release, like the attempts. */
export const POSES_MAX: Readonly<Record<'pick' | 'place', number>> = { pick: 10, place: 4 };
/** See README, "How long the arm tries". */
export const GRASP_BOUNDS: GraspBounds = {
  posesMax: POSES_MAX.pick,
  startsMax: 200,
  attemptsMax: ATTEMPTS_MAX,
  iterationsMax: ITERATIONS_MAX,
};

export type GraspSearch = Readonly<{
  at: Configuration;
  random: RandomNumbers;
  bounds: GraspBounds;
  checker: CollisionChecker;
  stanceFrom: (grasp: TopGrasp, start: Configuration) => Stance | null;
  addDescent?: (stance: Stance) => Stance | null;
  obstacleOf: (stance: Stance) => Obstacle | null;
}>;

export type GraspFailure = Readonly<{
  ok: false;
  /** `ik`: there is no solution, or all collide. */
  level: 'grasp' | 'ik' | 'path';
  /** The most frequent. */
  obstacle: Obstacle | null;
  /** The search reached a bound, so nothing is proven. */
  isBounded: boolean;
}>;

export type PlannedGrasp =
  | Readonly<{ ok: true; stance: Stance; plan: Extract<MotionResult, { ok: true }> }>
  | GraspFailure;

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

export function planGrasp(grasps: readonly TopGrasp[], search: GraspSearch): PlannedGrasp {
  const { at, bounds, random, checker, addDescent = (stance) => stance } = search;
  const stances: Stance[] = [];
  const atGoals: Obstacle[] = [];
  const onPaths: Obstacle[] = [];
  for (let start = 0; start < bounds.startsMax && onPaths.length < bounds.posesMax; start++) {
    const from = startOf(start, { near: at, random });
    for (const above of nearestFirst(grasps, from, search)) {
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
      if (onPaths.length === bounds.posesMax) break;
    }
  }
  // A pose has infinitely many solutions, so this proves nothing.
  const [level, obstacles] = onPaths.length > 0 ? (['path', onPaths] as const) : (['ik', atGoals] as const);
  return { ok: false, level, obstacle: obstacles.length > 0 ? mostFrequent(obstacles) : null, isBounded: true };
}

function nearestFirst(grasps: readonly TopGrasp[], from: Configuration, search: GraspSearch): Stance[] {
  return grasps
    .map((grasp) => search.stanceFrom(grasp, from))
    .filter((stance) => stance !== null)
    .sort((a, b) => distance(a.goal, search.at) - distance(b.goal, search.at));
}

/** On a tie, the first. Throws a RangeError on an empty list. */
export function mostFrequent(obstacles: readonly Obstacle[]): Obstacle {
  const [first, ...others] = Map.groupBy(obstacles, nameOf).values();
  if (first === undefined) throw new RangeError('Cannot find the most frequent of no obstacles');
  return others.reduce((most, group) => (group.length > most.length ? group : most), first)[0]!;
}
