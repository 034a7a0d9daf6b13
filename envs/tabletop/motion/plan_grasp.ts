/** From where the arm is to one of several grasps: inverse kinematics, then a path to the nearest solution that has one. */
import type { RandomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import type { Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import type { TopGrasp } from './grasp.ts';
import { isSame, startOf } from './inverse_kinematics.ts';
import { distance } from './kinematics.ts';
import { type MotionResult, planMotion } from './plan_motion.ts';
import { ITERATIONS_MAX } from './rrt_connect.ts';

/** Where a planned path is to end, and how the arm goes on from there. */
export type Stance = {
  readonly grasp: TopGrasp;
  readonly goal: Configuration;
  /** Further configurations, between which it moves along straight lines; without `goal` itself. */
  readonly onward: readonly Configuration[];
};

export type GraspBounds = {
  /** To how many stances a path is looked for. */
  readonly posesMax: number;
  /** From how many configurations inverse kinematics starts at most, for each grasp: no more than it takes. */
  readonly startsMax: number;
  /** How often RRT-Connect is begun for each stance, and how long it grows its trees; see `planMotion`. */
  readonly attemptsMax: number;
  readonly iterationsMax: number;
};

/** At most ten poses a pick and four a place, and five attempts, are the paper's release's. */
export const POSES_MAX: Readonly<Record<'pick' | 'place', number>> = { pick: 10, place: 4 };
const ATTEMPTS_MAX = 5;
/** Ours: four times what any refusal that more starts can solve was seen to take; see README, "How long the arm tries". */
const STARTS_MAX = 200;
export const GRASP_BOUNDS: GraspBounds = {
  posesMax: POSES_MAX.pick,
  startsMax: STARTS_MAX,
  attemptsMax: ATTEMPTS_MAX,
  iterationsMax: ITERATIONS_MAX,
};

export type GraspSearch<S extends Stance = Stance> = {
  readonly at: Configuration;
  readonly random: RandomNumbers;
  readonly bounds: GraspBounds;
  /** What a path must not collide with. */
  readonly checker: CollisionChecker;
  /** The stance that inverse kinematics finds from a start; null where it finds none. */
  readonly stanceFrom: (grasp: TopGrasp, start: Configuration) => S | null;
  /** The stance with its way onward, asked for when its turn has come; null where there is none. Without, stances have theirs. */
  readonly goOn?: (stance: S) => S | null;
  /** What the arm collides with in a stance or on its way onward. */
  readonly obstacleOf: (stance: S) => Obstacle | null;
};

export type PlannedGrasp =
  | { readonly ok: true; readonly stance: Stance; readonly plan: Extract<MotionResult, { ok: true }> }
  | {
      readonly ok: false;
      /** `ik`: no solution was found, or all collide. `path`: there are solutions, but no path to them was found. */
      readonly level: 'ik' | 'path';
      /** The most frequent one; null where no solution was found that could meet any. */
      readonly obstacle: Obstacle | null;
      /** The search ended at a bound; false only where the arm collides where it is, and so cannot move at all. */
      readonly isBounded: boolean;
    };

/** Every start is tried on all grasps before the next; of its stances the nearest to where the arm is comes first. */
export function planGrasp<S extends Stance>(grasps: readonly TopGrasp[], search: GraspSearch<S>): PlannedGrasp {
  const { at, bounds, random, checker, goOn = (stance: S) => stance } = search;
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
      const { attemptsMax, iterationsMax } = bounds;
      const plan = planMotion(checker, {
        start: Float64Array.from(at),
        goal: Float64Array.from(stance.goal),
        random,
        attemptsMax,
        iterationsMax,
      });
      if (plan.ok) return { ok: true, stance, plan };
      if (plan.reason === 'start') return { ok: false, level: 'path', obstacle: plan.obstacle, isBounded: false };
      blocking.push(plan.obstacle);
      if (blocking.length === bounds.posesMax) break;
    }
  }
  // A pose has infinitely many solutions, of which these are some: none of this proves that there is no way.
  if (blocking.length > 0) return { ok: false, level: 'path', obstacle: mostFrequent(blocking), isBounded: true };
  return { ok: false, level: 'ik', obstacle: colliding.length > 0 ? mostFrequent(colliding) : null, isBounded: true };
}

function nearestFirst<S extends Stance>(grasps: readonly TopGrasp[], from: Configuration, search: GraspSearch<S>): S[] {
  return grasps
    .map((grasp) => search.stanceFrom(grasp, from))
    .filter((stance) => stance !== null)
    .sort((a, b) => distance(a.goal, search.at) - distance(b.goal, search.at));
}

/** The obstacle that is listed most often; of several, the one listed first. Throws a RangeError where none is listed. */
export function mostFrequent(obstacles: readonly Obstacle[]): Obstacle {
  const counts = new Map<string, { readonly obstacle: Obstacle; count: number }>();
  for (const obstacle of obstacles) {
    const key = obstacle.kind === 'block' ? `block ${obstacle.index}` : obstacle.kind;
    const entry = counts.get(key) ?? { obstacle, count: 0 };
    entry.count++;
    counts.set(key, entry);
  }
  const [first, ...others] = counts.values();
  if (first === undefined) throw new RangeError('Cannot say which obstacle is the most frequent of none');
  return others.reduce((most, entry) => (entry.count > most.count ? entry : most), first).obstacle;
}
