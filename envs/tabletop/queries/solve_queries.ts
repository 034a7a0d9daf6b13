import { randomNumbers, seedOf } from '../../random_numbers.ts';
import { type MotionWorld, nameOf } from '../motion/clearance.ts';
import { CollisionChecker } from '../motion/collision_checker.ts';
import { handsAt } from '../motion/grasp.ts';
import { reachFrom } from '../motion/inverse_kinematics.ts';
import { type GraspBounds, mostFrequent, type PlannedGrasp, planGrasp } from '../motion/plan_grasp.ts';
import { type MotionResult, planMotion } from '../motion/plan_motion.ts';
import { isTooFar } from '../table/table.ts';
import type { GraspQuery, PathQuery, Problems } from './read_problems.ts';

export type SolveOptions = {
  readonly seed: number;
  readonly bounds: GraspBounds;
  /** Milliseconds. */
  readonly clock: () => number;
};

/** Lengths are Euclidean, in radians. */
type Answer = {
  id: number;
  solved: boolean;
  /** `table`, `robot`, `reach` (too far) or `block 3`, from 0. */
  obstacle: string | null;
  ms: number;
  checks: number;
  iterations: number | null;
  rawLength: number | null;
  simplifiedLength: number | null;
  path: readonly (readonly number[])[] | null;
};

export type PathAnswer = Answer & {
  readonly kind: string | null;
  readonly set: string | null;
  /** `iterations`: no attempt found a path; else the end that collides. */
  readonly reason: 'start' | 'goal' | 'iterations' | null;
};

export type GraspAnswer = Answer & {
  /** By yaw: 0, π/2, π, 3π/2. */
  readonly handFree: readonly boolean[];
  readonly expectedHandFree: readonly boolean[] | null;
  readonly yaw: number | null;
  readonly level: 'grasp' | 'ik' | 'path' | null;
  readonly isBounded: boolean;
};

export function worldOf(problems: Problems, query: PathQuery | GraspQuery): MotionWorld {
  const { table } = problems;
  if ('tcp' in query) return { table, blocks: query.blocks, hand: 'open', carried: null };
  return { table, blocks: query.blocks, hand: 'closed', carried: query.attached ? { offsetZ: 0 } : null };
}

/** Chance depends on the seed and the query's id only. */
export function solvePath(query: PathQuery, world: MotionWorld, options: SolveOptions): PathAnswer {
  const { id, kind, set } = query;
  const { seed, bounds, clock } = options;
  const [start, goal] = [Float64Array.from(query.start), Float64Array.from(query.goal)];
  const begin = clock();
  const checker = new CollisionChecker(world);
  const result = planMotion(checker, { ...bounds, start, goal, random: randomNumbers(seedOf(seed, id)) });
  const ms = clock() - begin;
  const reason = result.ok ? null : result.reason;
  const obstacle = result.ok ? null : nameOf(result.obstacle);
  return { id, kind, set, solved: result.ok, reason, obstacle, ms, checks: checker.checks, ...figuresOf(result) };
}

export function solveGrasp(query: GraspQuery, world: MotionWorld, options: SolveOptions): GraspAnswer {
  const { id, tcp, start } = query;
  const begin = options.clock();
  const checker = new CollisionChecker(world);
  const hands = handsAt(tcp, world);
  const free = hands.filter(({ met }) => met.length === 0).map(({ grasp }) => grasp);
  const planned: PlannedGrasp | null =
    free.length === 0 || isTooFar(tcp)
      ? null
      : planGrasp(free, {
          at: start,
          random: randomNumbers(seedOf(options.seed, id)),
          bounds: options.bounds,
          checker,
          stanceFrom: (grasp, from) => {
            const goal = reachFrom(from, grasp.pose);
            return goal === null ? null : { grasp, goal, exact: goal, onward: [] };
          },
          obstacleOf: ({ goal }) => {
            const q = Float64Array.from(goal);
            return checker.collides(q) ? checker.nearestObstacle(q) : null;
          },
        });
  const ms = options.clock() - begin;
  const handFree = hands.map(({ met }) => met.length === 0);
  const common = { id, handFree, expectedHandFree: query.handFree, ms, checks: checker.checks };
  if (planned?.ok) {
    const { yaw } = planned.stance.grasp;
    return { ...common, solved: true, level: null, obstacle: null, isBounded: false, yaw, ...figuresOf(planned.plan) };
  }
  const failure =
    planned ?? (free.length > 0 ? TOO_FAR : { ...NO_GRASP, obstacle: mostFrequent(hands.flatMap(({ met }) => met)) });
  const { level, obstacle, isBounded } = failure;
  const name = obstacle === null || obstacle === 'reach' ? obstacle : nameOf(obstacle);
  return { ...common, solved: false, level, obstacle: name, isBounded, yaw: null, ...figuresOf(null) };
}

const TOO_FAR = { level: 'ik', obstacle: 'reach', isBounded: false } as const;
const NO_GRASP = { level: 'grasp', isBounded: false } as const;

function figuresOf(result: MotionResult | null) {
  const iterations = result?.iterations ?? null;
  if (result === null || !result.ok) return { iterations, rawLength: null, simplifiedLength: null, path: null };
  const { rawLength, length, path } = result;
  return { iterations, rawLength, simplifiedLength: length, path: path.map((q) => Array.from(q)) };
}
