import type { RandomNumbers } from '../../random_numbers.ts';
import type { Configuration } from '../table/arm.ts';
import { isTooFar, type Vector } from '../table/table.ts';
import { type MotionWorld, nameOf, type Obstacle } from './clearance.ts';
import type { CollisionChecker } from './collision_checker.ts';
import { inTheWayOfHand, type TopGrasp, topGrasps } from './grasp.ts';
import { isSame, startOf } from './inverse_kinematics.ts';
import { distance } from './kinematics.ts';
import { ATTEMPTS_MAX, type MotionResult, planMotion } from './plan_motion.ts';
import { ITERATIONS_MAX } from './rrt_connect.ts';

export type Stance = Readonly<{
  grasp: TopGrasp;
  goal: Configuration;
  /** `goal` before rounding. */
  exact: Configuration;
  onward: readonly Configuration[];
}>;

export type GraspBounds = Readonly<{
  posesMax: number;
  startsMax: number;
  attemptsMax: number;
  iterationsMax: number;
}>;

/** OLP's release has these and the attempts. */
export const POSES_MAX: Readonly<Record<'pick' | 'place', number>> = { pick: 10, place: 4 };
/** Starts: four times the most that any solvable refusal took; see README, "How long the arm tries". */
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
  goOn?: (stance: Stance) => Stance | null;
  obstacleOf: (stance: Stance) => Obstacle | null;
}>;

export type GraspFailure = Readonly<{
  ok: false;
  /** `ik`: no solution, or all collide. */
  level: 'grasp' | 'ik' | 'path';
  /** The most frequent; null for none. */
  obstacle: Obstacle | null;
  /** The failure is not proven. */
  isBounded: boolean;
}>;

export type PlannedGrasp =
  | Readonly<{ ok: true; stance: Stance; plan: Extract<MotionResult, { ok: true }> }>
  | GraspFailure;

export function graspsAt(points: readonly Vector[], world: Pick<MotionWorld, 'table' | 'blocks'>) {
  const hands = topGrasps(points[0]!).map((grasp) => ({ grasp, met: inTheWayOfHand(grasp.pose, world) }));
  const handFree = hands.map(({ met }) => met.length === 0);
  const grasps = hands.filter((_, hand) => handFree[hand]).map(({ grasp }) => grasp);
  const failure = (level: 'grasp' | 'ik', obstacle: Obstacle): GraspFailure => {
    return { ok: false, level, obstacle, isBounded: false };
  };
  if (grasps.length > 0) {
    return { handFree, grasps, failure: points.some(isTooFar) ? failure('ik', { kind: 'reach' }) : null };
  }
  const obstacles = hands.flatMap(({ met }) => met.map(({ obstacle }) => obstacle));
  return { handFree, grasps, failure: failure('grasp', mostFrequent(obstacles)) };
}

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

/** On a tie, the first. Throws a RangeError on an empty list. */
export function mostFrequent(obstacles: readonly Obstacle[]): Obstacle {
  const [first, ...others] = Map.groupBy(obstacles, nameOf).values();
  if (first === undefined) throw new RangeError('Cannot say which obstacle is the most frequent of none');
  return others.reduce((most, group) => (group.length > most.length ? group : most), first)[0]!;
}
