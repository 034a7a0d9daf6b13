/** Every algorithm is RRT-Connect. */

import { z } from 'zod';
import { randomNumbers } from '../../../random_numbers.ts';
import { CollisionChecker } from '../../../tabletop/motion/collision_checker.ts';
import { distance } from '../../../tabletop/motion/kinematics.ts';
import { EXTENT, JOINTS, LOWER_LIMITS, UPPER_LIMITS } from '../../../tabletop/motion/panda.ts';
import { planMotion } from '../../../tabletop/motion/plan_motion.ts';
import { judgedSearch } from '../../scene/judged_search.ts';
import type { SceneObject } from '../../scene/scene_objects.ts';
import { motionWorld } from '../../scene/simulation.ts';
import { ApiError, Real } from '../../wire/cbor.ts';
import {
  type ApiContext,
  apiFunction,
  clientCall,
  type Functions,
  functionMakerFor,
  type MotionTask,
  type Rounds,
  type StateSpace,
} from './api_function.ts';
import { SIM_OMPL_CONSTANTS } from './constants.ts';
import { touchableOf } from './sim_contact.ts';
import { requireArm } from './sim_ik.ts';

const STATES_CHECKED_MAX = 50_000;

function obstaclesOf({ pairs }: MotionTask, context: ApiContext): readonly SceneObject[] {
  const held = new Set(context.simulation.held);
  const obstacles = new Set<SceneObject>();
  for (let pair = 0; pair + 1 < pairs.length; pair += 2) {
    const [a, b] = [touchableOf(pairs[pair]!, context), touchableOf(pairs[pair + 1]!, context)];
    const other = a.hasRobot || a.boxes.some((box) => held.has(box)) ? b : b.hasRobot ? a : null;
    for (const box of other?.boxes ?? []) if (!held.has(box)) obstacles.add(box);
  }
  return [...obstacles];
}

type Ends = Readonly<{ start: Float64Array; goal: Float64Array }>;

function endsOf(task: MotionTask): readonly Ends[] {
  const { start, goals } = task;
  const space = spaceOf(task);
  if (start === null || goals.length === 0) throw new ApiError('The task needs a start state and a goal state');
  if (!isWithin(start, space)) return [];
  return goals
    .filter((goal) => isWithin(goal, space))
    .map((goal) => ({ start: Float64Array.from(start), goal: Float64Array.from(goal) }));
}

function* solve(task: MotionTask, context: ApiContext): Rounds<boolean> {
  task.path = null;
  for (const ends of endsOf(task)) {
    task.path = needsJudge(task) ? yield* findJudgedPath(task, ends, context) : planPath(task, ends, context);
    if (task.path !== null) return true;
  }
  return false;
}

function needsJudge({ validation, space }: MotionTask): boolean {
  const isNarrow = ({ lower, upper }: StateSpace, joint: number) =>
    lower > LOWER_LIMITS[joint]! || upper < UPPER_LIMITS[joint]!;
  return validation !== null || space?.some(isNarrow) === true;
}

function planPath(task: MotionTask, ends: Ends, context: ApiContext): MotionTask['path'] {
  const found = planMotion(checkerOf(task, context), { ...ends, random: randomNumbers(0) });
  return found.ok ? found.path : null;
}

function* findJudgedPath(task: MotionTask, ends: Ends, context: ApiContext): Rounds<MotionTask['path']> {
  const space = task.space!;
  const judge = judgeOf(task, context);
  const search = judgedSearch({
    ...ends,
    lower: space.map(({ lower }) => lower),
    upper: space.map(({ upper }) => upper),
    stepMax: task.resolution * EXTENT,
  });
  let next = search.next();
  for (let checked = 0; next.done !== true; checked++) {
    if (checked >= STATES_CHECKED_MAX) return null;
    next = search.next(yield* judge(next.value));
  }
  return next.value;
}

function judgeOf(task: MotionTask, context: ApiContext): (q: Float64Array) => Rounds<boolean> {
  const { validation } = task;
  const checker = validation === null ? checkerOf(task, context) : null;
  return function* judge(q) {
    if (validation === null) return checker?.collides(q) === false;
    const [isValid] = yield clientCall(validation, Float64Array.from(q), null);
    return isValid === true;
  };
}

function checkerOf(task: MotionTask, context: ApiContext): CollisionChecker {
  return new CollisionChecker(motionWorld(context.simulation, obstaclesOf(task, context)));
}

function isWithin(state: readonly number[], space: readonly StateSpace[]) {
  return space.every(({ lower, upper }, joint) => state[joint]! >= lower && state[joint]! <= upper);
}

function spaceOf({ space }: MotionTask): readonly StateSpace[] {
  if (space === null) throw new ApiError('The task has no state space; call simOMPL.setStateSpaceForJoints');
  return space;
}

const STATES_MAX = 10_000;
/** OMPL's default. */
const RESOLUTION = 0.01;
const RESOLUTION_MIN = 0.0005;
const ALGORITHMS = Object.values(SIM_OMPL_CONSTANTS.Algorithm);
const taskArgument = z.union([z.int(), z.string().max(0)]);
const state = z.array(z.number()).length(JOINTS);
const seconds = z.number();
const handles = z.array(z.int()).max(100);
const bounds = z.array(z.number()).max(10);
const collisionPairs = z
  .array(z.int())
  .max(1000)
  .refine((pairs) => pairs.length % 2 === 0, 'collision pairs must have an even number of handles');
const flatPath = z
  .array(z.number())
  .max(JOINTS * STATES_MAX)
  .refine((path) => path.length % JOINTS === 0, 'a path must have seven numbers for each state');

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

const onTask = functionMakerFor(taskArgument, (handle, { tasks }) => tasks.get(handle));

const createStateSpace = apiFunction(
  [z.string(), z.int(), z.int(), bounds.nullish(), bounds.nullish()],
  ([, type, joint, lower, upper], { stateSpaces, simulation }) => {
    const { joint_position, cyclic_joint_position } = SIM_OMPL_CONSTANTS.StateSpaceType;
    if (type !== joint_position && type !== cyclic_joint_position) {
      throw new ApiError('This server plans only for joints (simOMPL.StateSpaceType.joint_position)');
    }
    const [least, most] = simulation.joint(joint).limits;
    const space = { joint, lower: Math.max(least, lower?.[0] ?? least), upper: Math.min(most, upper?.[0] ?? most) };
    return [stateSpaces.add(space)];
  },
);

function setter<K extends keyof MotionTask>(key: K, schema: z.ZodType<MotionTask[K]>) {
  return onTask([schema], (task, [value]) => {
    task[key] = value as MotionTask[K];
  });
}

const hasSolution = onTask([], ({ path }) => [path !== null]);

export const SIM_OMPL: Functions = {
  createTask: apiFunction([z.string()], (_, { tasks }) => {
    const empty = { pairs: [], space: null, validation: null, start: null, goals: [], path: null };
    return [tasks.add({ ...empty, resolution: RESOLUTION })];
  }),
  destroyTask: apiFunction([taskArgument], ([handle], { tasks }) => void tasks.remove(handle)),
  createStateSpace,
  createStateSpaceForJoint: apiFunction([z.string(), z.int()], ([name, joint], context) =>
    createStateSpace([name, SIM_OMPL_CONSTANTS.StateSpaceType.joint_position, joint], context),
  ),
  destroyStateSpace: apiFunction([z.int()], ([handle], { stateSpaces }) => void stateSpaces.remove(handle)),
  setStateSpace: onTask([handles], (task, [chosen], context) => {
    const spaces = chosen.map((space) => context.stateSpaces.get(space));
    requireArm(
      spaces.map(({ joint }) => joint),
      context,
    );
    task.space = spaces;
  }),
  setStateSpaceForJoints: onTask([handles], (task, [joints], context) => {
    requireArm(joints, context);
    task.space = joints.map((joint) => {
      const [lower, upper] = context.simulation.joint(joint).limits;
      return { joint, lower, upper };
    });
  }),
  getStateSpaceDimension: onTask([], (task) => [spaceOf(task).length]),
  setCollisionPairs: setter('pairs', collisionPairs),
  setStartState: setter('start', state),
  setGoalState: setter(
    'goals',
    state.transform((goal) => [goal]),
  ),
  addGoalState: onTask([state], (task, [goal]) => {
    task.goals = [...task.goals, goal].slice(0, 100);
  }),
  setGoalStates: setter('goals', z.array(state).min(1).max(100)),
  setStateValidityCheckingResolution: setter(
    'resolution',
    z
      .number()
      .gt(0)
      .transform((share) => Math.max(RESOLUTION_MIN, share)),
  ),
  setStateValidationCallback: setter(
    'validation',
    z
      .string()
      .max(1000)
      .transform((validation) => validation || null),
  ),
  readState: onTask([], (task, _, { simulation }) => {
    spaceOf(task);
    return [simulation.configuration];
  }),
  writeState: onTask([state], (task, [angles], { simulation }) => {
    for (const [index, { joint }] of spaceOf(task).entries()) simulation.turn(joint, angles[index]!);
  }),
  isStateValid: onTask([state], function* (task, [q], context) {
    if (!isWithin(q, spaceOf(task))) return [false];
    return [yield* judgeOf(task, context)(Float64Array.from(q))];
  }),
  isStateWithinBounds: onTask([state], (task, [q]) => [isWithin(q, spaceOf(task))]),
  enforceBounds: onTask([state], (task, [q]) => [
    Float64Array.from(spaceOf(task), ({ lower, upper }, joint) => Math.min(upper, Math.max(lower, q[joint]!))),
  ]),
  stateDistance: onTask([state, state], (_, [a, b]) => [new Real(distance(a, b))]),
  getGoalDistance: onTask([], ({ path, goals }) => {
    const end = path?.at(-1);
    return [new Real(end === undefined ? -1 : Math.min(...goals.map((goal) => distance(end, goal))))];
  }),
  solve: onTask([seconds], function* (task, _, context) {
    return [yield* solve(task, context)];
  }),
  compute: onTask([seconds, seconds.nullish(), z.int().nullish()], function* (task, [, , statesMin], context) {
    if (!(yield* solve(task, context))) return [false, []];
    task.path = withStates(task.path!, statesMin ?? 0);
    return [true, flat(task.path)];
  }),
  interpolatePath: onTask([z.int().nullish()], (task, [statesMin]) => {
    if (task.path !== null) task.path = withStates(task.path, statesMin ?? 0);
  }),
  getPath: onTask([], ({ path }) => [flat(path ?? [])]),
  hasSolution,
  hasExactSolution: hasSolution,
  hasApproximateSolution: onTask([], () => [false]),
  getPathStateCount: onTask([flatPath.nullish()], (task, [path]) => [
    path === undefined || path === null ? (task.path?.length ?? 0) : path.length / JOINTS,
  ]),
  /** Counted from 1; -1 is the last state. */
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
