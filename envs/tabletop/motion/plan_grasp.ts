import type { RandomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import { nameOf, type Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import type { TopGrasp } from './grasp.ts';
import { isSame, startOf } from './inverse_kinematics.ts';
import { distance } from './kinematics.ts';
import { ATTEMPTS_MAX, type MotionResult, planMotion } from './plan_motion.ts';
import { ITERATIONS_MAX } from './rrt_connect.ts';

export type Stance = {
  readonly grasp: TopGrasp;
  readonly goal: Configuration;
  /** The goal before it was rounded. */
  readonly exact: Configuration;
  readonly onward: readonly Configuration[];
};

export type GraspBounds = {
  /** For which a path is sought. */
  readonly posesMax: number;
  /** Starts of inverse kinematics per yaw. */
  readonly startsMax: number;
  /** Runs of RRT-Connect per pose. */
  readonly attemptsMax: number;
  /** Per run; see `rrtConnect`. */
  readonly iterationsMax: number;
};

/** The paper's release's, as are the runs per pose. */
export const POSES_MAX: Readonly<Record<'pick' | 'place', number>> = { pick: 10, place: 4 };
/** Starts are ours: four times the most that a solvable refusal was seen to take; see README, "How long the arm tries". */
export const GRASP_BOUNDS: GraspBounds = {
  posesMax: POSES_MAX.pick,
  startsMax: 200,
  attemptsMax: ATTEMPTS_MAX,
  iterationsMax: ITERATIONS_MAX,
};

export type GraspSearch = {
  readonly at: Configuration;
  readonly random: RandomNumbers;
  readonly bounds: GraspBounds;
  readonly checker: CollisionChecker;
  /** Null where inverse kinematics finds none. */
  readonly stanceFrom: (grasp: TopGrasp, start: Configuration) => Stance | null;
  readonly goOn?: (stance: Stance) => Stance | null;
  readonly obstacleOf: (stance: Stance) => Obstacle | null;
};

export type PlannedGrasp =
  | { readonly ok: true; readonly stance: Stance; readonly plan: Extract<MotionResult, { ok: true }> }
  | {
      readonly ok: false;
      /** `ik`: no solution, or all collide. `path`: solutions, but no path to them. */
      readonly level: 'ik' | 'path';
      /** The most frequent one; null where no solution could meet any. */
      readonly obstacle: Obstacle | null;
      /** The search ended at a bound; false only where the arm collides where it is, and so cannot move. */
      readonly isBounded: boolean;
    };

export function planGrasp(grasps: readonly TopGrasp[], search: GraspSearch): PlannedGrasp {
  const { at, bounds, random, checker, goOn = (stance) => stance } = search;
  const tried: Stance[] = [];
  const colliding: Obstacle[] = [];
  const blocking: Obstacle[] = [];
  for (let start = 0; start < bounds.startsMax && blocking.length < bounds.posesMax; start++) {
    const from = startOf(start, { near: at, random });
    for (const reached of nearestFirst(grasps, from, search)) {
      if (tried.some(({ goal }) => isSame(goal, reached.goal))) continue;
      const stance = goOn(reached);
      if (stance === null) continue;
      tried.push(stance);
      const obstacle = search.obstacleOf(stance);
      if (obstacle !== null) {
        colliding.push(obstacle);
        continue;
      }
      const ends = { start: Float64Array.from(at), goal: Float64Array.from(stance.goal) };
      const plan = planMotion(checker, { ...bounds, ...ends, random });
      if (plan.ok) return { ok: true, stance, plan };
      if (plan.reason === 'start') return { ok: false, level: 'path', obstacle: plan.obstacle, isBounded: false };
      blocking.push(plan.obstacle);
      if (blocking.length === bounds.posesMax) break;
    }
  }
  // A pose has infinitely many solutions, so this proves nothing.
  if (blocking.length > 0) return { ok: false, level: 'path', obstacle: mostFrequent(blocking), isBounded: true };
  return { ok: false, level: 'ik', obstacle: colliding.length > 0 ? mostFrequent(colliding) : null, isBounded: true };
}

function nearestFirst(grasps: readonly TopGrasp[], from: Configuration, search: GraspSearch): Stance[] {
  return grasps
    .map((grasp) => search.stanceFrom(grasp, from))
    .filter((stance) => stance !== null)
    .sort((a, b) => distance(a.goal, search.at) - distance(b.goal, search.at));
}

/** Of several, the one listed first. Throws a RangeError on an empty list. */
export function mostFrequent(obstacles: readonly Obstacle[]): Obstacle {
  const [first, ...others] = Map.groupBy(obstacles, nameOf).values();
  if (first === undefined) throw new RangeError('Cannot say which obstacle is the most frequent of none');
  return others.reduce((most, group) => (group.length > most.length ? group : most), first)[0]!;
}
