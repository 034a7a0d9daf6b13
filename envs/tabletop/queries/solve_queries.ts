import { randomNumbers, seedOf } from '../../random_numbers.ts';
import { clearance, type MotionWorld, nameOf } from '../motion/clearance.ts';
import { CollisionChecker } from '../motion/collision_checker.ts';
import { framesOf, ORIGIN, TCP_AT } from '../motion/kinematics.ts';
import { type GraspBounds, graspsAt, planGrasp } from '../motion/plan_grasp.ts';
import { type MotionResult, planMotion } from '../motion/plan_motion.ts';
import type { ClearanceSample, GraspQuery, PathQuery, Problems } from './read_problems.ts';

export type ComparedClearance = ReturnType<typeof compareClearances>[number];

export const CLEARANCE_DIFFERENCE_MAX = 1e-6;

export function compareClearances(samples: readonly ClearanceSample[], problems: Problems) {
  const worlds = new Map(problems.queries.map((query) => [query.id, worldOf(problems, query)]));
  return samples.map((sample) => {
    const world = worlds.get(sample.query);
    if (world === undefined) throw new RangeError(`No query has the id ${sample.query}`);
    const { distance, obstacle } = clearance(world, sample.q);
    const frames = framesOf(sample.q);
    const tcp = [...frames.subarray(TCP_AT + ORIGIN, TCP_AT + ORIGIN + 3)];
    // Frames are column-major.
    const rotation = [0, 1, 2].flatMap((row) => [0, 3, 6].map((column) => frames[TCP_AT + column + row]!));
    return {
      query: sample.query,
      clearance: distance,
      obstacle: nameOf(obstacle),
      tcp,
      rotation,
      expectedClearance: sample.clearance,
      clearanceDifference: sample.clearance === null ? null : Math.abs(distance - sample.clearance),
      tcpDifference: differenceOf(tcp, sample.tcp),
      rotationDifference: differenceOf(rotation, sample.rotation),
    };
  });
}

function differenceOf(ours: readonly number[], expected: readonly number[] | null): number | null {
  if (expected === null) return null;
  return Math.max(...ours.map((value, at) => Math.abs(value - expected[at]!)));
}

export type SolveOptions = Readonly<{ seed: number; bounds: GraspBounds; clock: () => number }>;

export type PathAnswer = ReturnType<typeof solvePath>;

export type GraspAnswer = ReturnType<typeof solveGrasp>;

export function worldOf(problems: Problems, query: PathQuery | GraspQuery): MotionWorld {
  const { table } = problems;
  if ('tcp' in query) return { table, blocks: query.blocks, hand: 'open', carried: null };
  return { table, blocks: query.blocks, hand: 'closed', carried: query.attached ? { offsetZ: 0 } : null };
}

export function solvePath(query: PathQuery, world: MotionWorld, options: SolveOptions) {
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

export function solveGrasp(query: GraspQuery, world: MotionWorld, options: SolveOptions) {
  const { id, tcp, start, handFree: expectedHandFree } = query;
  const { seed, bounds, clock } = options;
  const begin = clock();
  const checker = new CollisionChecker(world);
  const { handFree, grasps, failure } = graspsAt([tcp], world);
  const planned =
    failure ??
    planGrasp(grasps, {
      at: start,
      random: randomNumbers(seedOf(seed, id)),
      bounds,
      checker,
      lift: 0,
      obstacleOf: ({ goal }) => {
        const q = Float64Array.from(goal);
        return checker.collides(q) ? checker.nearestObstacle(q) : null;
      },
    });
  const ms = clock() - begin;
  const { level, obstacle, isBounded } = planned.ok ? NO_FAILURE : planned;
  return {
    id,
    handFree,
    expectedHandFree,
    ms,
    checks: checker.checks,
    solved: planned.ok,
    level,
    obstacle: obstacle && nameOf(obstacle),
    isBounded,
    yaw: planned.ok ? planned.stance.grasp.yaw : null,
    ...figuresOf(planned.ok ? planned.plan : null),
  };
}

const NO_FAILURE = { level: null, obstacle: null, isBounded: false };

function figuresOf(result: MotionResult | null) {
  const solution = result?.ok ? result : null;
  return {
    iterations: result?.iterations ?? null,
    rawLength: solution?.rawLength ?? null,
    simplifiedLength: solution?.length ?? null,
    path: solution?.path.map((q) => Array.from(q)) ?? null,
  };
}
