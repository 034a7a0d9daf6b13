/**
 * RRT-Connect whatever the algorithm, bounded by iterations, not seconds.
 * For collision pairs the tabletop's planner, which checks lines every 2 mrad whatever the resolution.
 */
import { z } from 'zod';
import { randomNumbers } from '../../../random_numbers.ts';
import { CollisionChecker } from '../../../tabletop/motion/collision_checker.ts';
import { distance } from '../../../tabletop/motion/kinematics.ts';
import { EXTENT, JOINTS, LOWER_LIMITS, UPPER_LIMITS } from '../../../tabletop/motion/panda.ts';
import { planMotion } from '../../../tabletop/motion/plan_motion.ts';
import { judgedSearch } from '../../scene/judged_search.ts';
import type { SceneObject } from '../../scene/scene_objects.ts';
import { motionWorld, type Simulation } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/api_error.ts';
import { Real } from '../../wire/cbor.ts';
import {
  type ApiContext,
  apiFunction,
  clientCall,
  type Functions,
  functionsOf,
  type MotionTask,
  type Round,
  type StateSpace,
} from './api_function.ts';
import { SIM_OMPL_CONSTANTS } from './constants.ts';
import { touchableOf } from './sim_contact.ts';
import { requireArm } from './sim_ik.ts';

const JUDGED_MAX = 50_000;

function obstaclesOf({ pairs }: MotionTask, context: ApiContext): readonly SceneObject[] {
  const held = new Set(context.simulation.held);
  const obstacles = new Set<SceneObject>();
  for (let pair = 0; pair + 1 < pairs.length; pair += 2) {
    const [a, b] = [touchableOf(pairs[pair]!, context), touchableOf(pairs[pair + 1]!, context)];
    const armed = a.hasRobot || a.boxes.some((box) => held.has(box)) ? b : b.hasRobot ? a : null;
    for (const box of armed?.boxes ?? []) if (!held.has(box)) obstacles.add(box);
  }
  return [...obstacles];
}

type Ends = Readonly<{ start: Float64Array; goal: Float64Array }>;

function endsOf(task: MotionTask): readonly Ends[] {
  const { start, goals } = task;
  const within = spaceOf(task);
  if (start === null || goals.length === 0) throw new ApiError('The task needs a start state and a goal state');
  if (!isWithin(start, within)) return [];
  return goals
    .filter((goal) => isWithin(goal, within))
    .map((goal) => ({ start: Float64Array.from(start), goal: Float64Array.from(goal) }));
}

function* solve(planned: MotionTask, context: ApiContext): Generator<Round, boolean, readonly unknown[]> {
  planned.path = null;
  for (const ends of endsOf(planned)) {
    planned.path = isJudged(planned) ? yield* judgedPath(planned, ends, context) : plannedPath(planned, ends, context);
    if (planned.path !== null) return true;
  }
  return false;
}

function isJudged({ validation, space }: MotionTask): boolean {
  const isNarrow = (space ?? []).some(
    ({ lower, upper }, joint) => lower > LOWER_LIMITS[joint]! || upper < UPPER_LIMITS[joint]!,
  );
  return validation !== null || isNarrow;
}

function plannedPath(planned: MotionTask, ends: Ends, context: ApiContext): readonly Float64Array[] | null {
  const found = planMotion(checkerOf(planned, context), { ...ends, random: randomNumbers(0) });
  return found.ok ? found.path : null;
}

function* judgedPath(
  planned: MotionTask,
  ends: Ends,
  context: ApiContext,
): Generator<Round, readonly Float64Array[] | null, readonly unknown[]> {
  const space = planned.space!;
  const judge = judgeOf(planned, context);
  const search = judgedSearch({
    ...ends,
    lower: space.map(({ lower }) => lower),
    upper: space.map(({ upper }) => upper),
    stepMax: planned.resolution * EXTENT,
  });
  let next = search.next();
  for (let judged = 0; next.done !== true; judged++) {
    if (judged >= JUDGED_MAX) return null;
    next = search.next(yield* judge(next.value));
  }
  return next.value;
}

type Judge = (q: Float64Array) => Generator<Round, boolean, readonly unknown[]>;

function judgeOf(planned: MotionTask, context: ApiContext): Judge {
  const { validation } = planned;
  const checker = validation === null ? checkerOf(planned, context) : null;
  return function* judge(q) {
    if (validation === null) return checker?.collides(q) === false;
    const [isValid] = yield clientCall(validation, Float64Array.from(q), null);
    return isValid === true;
  };
}

function checkerOf(planned: MotionTask, context: ApiContext): CollisionChecker {
  return new CollisionChecker(motionWorld(context.simulation, obstaclesOf(planned, context)));
}

function isWithin(state: readonly number[], space: readonly StateSpace[]): boolean {
  return space.every(({ lower, upper }, joint) => state[joint]! >= lower && state[joint]! <= upper);
}

function spaceOf({ space }: MotionTask): readonly StateSpace[] {
  if (space === null) throw new ApiError('The state space is not set; call simOMPL.setStateSpaceForJoints');
  return space;
}

const STATES_MAX = 10_000;
/** OMPL's default. */
const RESOLUTION = 0.01;
const RESOLUTION_MIN = 0.0005;
const ALGORITHMS = Object.values(SIM_OMPL_CONSTANTS.Algorithm);
const task = z.union([z.int(), z.string().max(0)]);
const state = z.array(z.number()).length(JOINTS);
const seconds = z.number();
const handles = z.array(z.int()).max(100);
const bounds = z.array(z.number()).max(10);
const flatPath = z
  .array(z.number())
  .max(JOINTS * STATES_MAX)
  .refine((path) => path.length % JOINTS === 0, 'a path has seven numbers a state');

function withStates(path: readonly Float64Array[], statesMin: number): readonly Float64Array[] {
  const lines = path.length - 1;
  const perLine = Math.max(1, Math.ceil((Math.min(statesMin, STATES_MAX) - 1) / Math.max(1, lines)));
  const states = [path[0]!];
  for (let line = 0; line < lines; line++) {
    const [from, to] = [path[line]!, path[line + 1]!];
    for (let part = 1; part <= perLine; part++) {
      const share = part / perLine;
      states.push(part === perLine ? to : from.map((angle, joint) => angle + share * (to[joint]! - angle)));
    }
  }
  return states;
}

const flat = (states: readonly Float64Array[]) => Float64Array.from(states.flatMap((q) => Array.from(q)));

const onTask = functionsOf(task, (handle, { tasks }) => tasks.get(handle));

const createStateSpace = apiFunction(
  [z.string(), z.int(), z.int(), bounds.nullish(), bounds.nullish()],
  ([, type, joint, lower, upper], { stateSpaces, simulation }) => {
    const { joint_position, cyclic_joint_position } = SIM_OMPL_CONSTANTS.StateSpaceType;
    if (type !== joint_position && type !== cyclic_joint_position) {
      throw new ApiError('This server plans for joints only (simOMPL.StateSpaceType.joint_position)');
    }
    return [stateSpaces.add(withinLimits({ joint, lower: lower?.[0], upper: upper?.[0] }, simulation))];
  },
);

type Bounds = { joint: number; lower?: number | undefined; upper?: number | undefined };

function withinLimits({ joint, lower, upper }: Bounds, simulation: Simulation): StateSpace {
  const [least, most] = simulation.joint(joint).limits;
  return { joint, lower: Math.max(least, lower ?? least), upper: Math.min(most, upper ?? most) };
}

const hasSolution = onTask([], ({ path }) => [path !== null]);

export const SIM_OMPL: Functions = {
  createTask: apiFunction([z.string()], (_, { tasks }) => {
    const nothing = { pairs: [], space: null, validation: null, start: null, goals: [], path: null };
    return [tasks.add({ ...nothing, resolution: RESOLUTION })];
  }),
  destroyTask: apiFunction([task], ([handle], { tasks }) => void tasks.remove(handle)),
  createStateSpace,
  createStateSpaceForJoint: apiFunction([z.string(), z.int()], ([name, joint], context) =>
    createStateSpace([name, SIM_OMPL_CONSTANTS.StateSpaceType.joint_position, joint], context),
  ),
  destroyStateSpace: apiFunction([z.int()], ([handle], { stateSpaces }) => void stateSpaces.remove(handle)),
  setStateSpace: onTask([handles], (planned, [chosen], { simulation, stateSpaces }) => {
    const spaces = chosen.map((space) => stateSpaces.get(space));
    requireArm(
      spaces.map(({ joint }) => joint),
      simulation,
    );
    planned.space = spaces;
  }),
  setStateSpaceForJoints: onTask([handles], (planned, [joints], { simulation }) => {
    requireArm(joints, simulation);
    planned.space = joints.map((joint) => withinLimits({ joint }, simulation));
  }),
  getStateSpaceDimension: onTask([], (planned) => [spaceOf(planned).length]),
  setCollisionPairs: onTask([z.array(z.int()).max(1000)], (planned, [pairs]) => {
    if (pairs.length % 2 !== 0) throw new ApiError('Collision pairs are an even number of handles');
    planned.pairs = pairs;
  }),
  setStartState: onTask([state], (planned, [value]) => {
    planned.start = value;
  }),
  setGoalState: onTask([state], (planned, [value]) => {
    planned.goals = [value];
  }),
  addGoalState: onTask([state], (planned, [value]) => {
    planned.goals = [...planned.goals, value].slice(0, 100);
  }),
  setGoalStates: onTask([z.array(state).min(1).max(100)], (planned, [states]) => {
    planned.goals = states;
  }),
  setStateValidityCheckingResolution: onTask([z.number().gt(0)], (planned, [share]) => {
    planned.resolution = Math.max(RESOLUTION_MIN, share);
  }),
  setStateValidationCallback: onTask([z.string().max(1000)], (planned, [validation]) => {
    planned.validation = validation === '' ? null : validation;
  }),
  readState: onTask([], (planned, _, { simulation }) => {
    spaceOf(planned);
    return [simulation.configuration];
  }),
  writeState: onTask([state], (planned, [angles], { simulation }) => {
    for (const [index, { joint }] of spaceOf(planned).entries()) simulation.turn(joint, angles[index]!);
  }),
  isStateValid: onTask([state], function* (planned, [q], context) {
    if (!isWithin(q, spaceOf(planned))) return [false];
    return [yield* judgeOf(planned, context)(Float64Array.from(q))];
  }),
  isStateWithinBounds: onTask([state], (planned, [q]) => [isWithin(q, spaceOf(planned))]),
  enforceBounds: onTask([state], (planned, [q]) => [
    Float64Array.from(spaceOf(planned), ({ lower, upper }, joint) => Math.min(upper, Math.max(lower, q[joint]!))),
  ]),
  stateDistance: onTask([state, state], (_, [a, b]) => [new Real(distance(a, b))]),
  getGoalDistance: onTask([], ({ path, goals }) => {
    const end = path?.at(-1);
    return [new Real(end === undefined ? -1 : Math.min(...goals.map((goal) => distance(end, goal))))];
  }),
  solve: onTask([seconds], function* (planned, _, context) {
    return [yield* solve(planned, context)];
  }),
  compute: onTask([seconds, seconds.nullish(), z.int().nullish()], function* (planned, [, , statesMin], context) {
    if (!(yield* solve(planned, context))) return [false, []];
    planned.path = withStates(planned.path!, statesMin ?? 0);
    return [true, flat(planned.path)];
  }),
  interpolatePath: onTask([z.int().nullish()], (planned, [statesMin]) => {
    if (planned.path !== null) planned.path = withStates(planned.path, statesMin ?? 0);
  }),
  getPath: onTask([], ({ path }) => [flat(path ?? [])]),
  hasSolution,
  hasExactSolution: hasSolution,
  hasApproximateSolution: onTask([], () => [false]),
  getPathStateCount: onTask([flatPath.nullish()], (planned, [path]) => [
    path === undefined || path === null ? (planned.path?.length ?? 0) : path.length / JOINTS,
  ]),
  /** From 1; -1 is the last. */
  getPathState: onTask([flatPath, z.int()], (_, [path, index]) => {
    const at = index > 0 ? index - 1 : path.length / JOINTS + index;
    const found = path.slice(at * JOINTS, (at + 1) * JOINTS);
    if (index === 0 || at < 0 || found.length < JOINTS) throw new ApiError('invalid index');
    return [Float64Array.from(found)];
  }),
  getReversedPath: onTask([flatPath], (_, [path]) => {
    const states = Array.from({ length: path.length / JOINTS }, (_, at) => path.slice(at * JOINTS, (at + 1) * JOINTS));
    return [Float64Array.from(states.toReversed().flat())];
  }),
};

export const SIM_OMPL_NO_EFFECT: Functions = {
  setAlgorithm: onTask([z.int()], (_, [algorithm]) => {
    if (!ALGORITHMS.includes(algorithm))
      throw new ApiError(`There is no algorithm ${algorithm}; see simOMPL.Algorithm`);
  }),
  setup: onTask([], () => undefined),
  simplifyPath: onTask([seconds.nullish()], () => undefined),
};
