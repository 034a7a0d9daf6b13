/**
 * RRT-Connect plans whatever algorithm is named, bounded by iterations, not seconds.
 * With collision pairs the tabletop's planner tests lines every 2 mrad, whatever the resolution.
 */
import { z } from 'zod';
import { distance } from '../../../tabletop/motion/kinematics.ts';
import { JOINTS } from '../../../tabletop/motion/panda.ts';
import type { Simulation } from '../../scene/simulation.ts';
import { ApiError } from '../../wire/api_error.ts';
import { Real } from '../../wire/cbor.ts';
import {
  type ApiContext,
  type ApiFunction,
  apiFunction,
  type MotionTask,
  type Rounds,
  type StateSpace,
} from './api_function.ts';
import { SIM_OMPL_CONSTANTS } from './constants.ts';
import { isWithin, judgeOf, solve, spaceOf } from './motion_task.ts';

const TASKS_MAX = 100;
const SPACES_MAX = 1000;
const STATES_MAX = 10_000;
/** OMPL's default; the minimum limits the number of queries. */
const RESOLUTION = 0.01;
const RESOLUTION_MIN = 0.0005;
const ALGORITHMS = Object.values(SIM_OMPL_CONSTANTS.Algorithm);
const task = z.union([z.int(), z.string().max(0)]);
const state = z.array(z.number()).length(JOINTS);
const seconds = z.number();
const bounds = z.array(z.number()).max(10);
const flatPath = z
  .array(z.number())
  .max(JOINTS * STATES_MAX)
  .refine((path) => path.length % JOINTS === 0, 'a path has seven numbers a state');

function taskOf(handle: number | string, { tasks }: ApiContext): MotionTask {
  const found = tasks.get(Number(handle));
  if (found === undefined) throw new ApiError(`Motion planning task does not exist: handle ${handle}`);
  return found;
}

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

function setting(change: (task: MotionTask, value: readonly number[]) => void): ApiFunction {
  return apiFunction(z.tuple([task, state]), ([handle, value], context) => {
    change(taskOf(handle, context), value);
  });
}

const createStateSpace = apiFunction(
  z.tuple([z.string(), z.int(), z.int(), bounds.nullish(), bounds.nullish()]),
  ([, type, joint, lower, upper], { stateSpaces, simulation }) => {
    const { joint_position, cyclic_joint_position } = SIM_OMPL_CONSTANTS.StateSpaceType;
    if (type !== joint_position && type !== cyclic_joint_position) {
      throw new ApiError('This server plans for joints only (simOMPL.StateSpaceType.joint_position)');
    }
    if (stateSpaces.size >= SPACES_MAX) throw new ApiError(`There are ${SPACES_MAX} state spaces; destroy some`);
    const made = Math.max(0, ...stateSpaces.keys()) + 1;
    stateSpaces.set(made, withinLimits({ joint, lower: lower?.[0], upper: upper?.[0] }, simulation));
    return [made];
  },
);

type Bounds = { readonly joint: number; readonly lower?: number | undefined; readonly upper?: number | undefined };

function withinLimits({ joint, lower, upper }: Bounds, simulation: Simulation): StateSpace {
  const [least, most] = simulation.joint(joint).limits;
  return { joint, lower: Math.max(least, lower ?? least), upper: Math.min(most, upper ?? most) };
}

function setSpace(planned: MotionTask, space: readonly StateSpace[], { simulation }: ApiContext): void {
  const { joints } = simulation.scene;
  if (space.length !== joints.length || space.some(({ joint }, index) => joint !== joints[index])) {
    throw new ApiError('The joints must be the seven of the arm, base first');
  }
  planned.space = space;
}

const hasSolution = apiFunction(z.tuple([task]), ([handle], context) => [taskOf(handle, context).path !== null]);

function* solution(planned: MotionTask, context: ApiContext): Rounds {
  return [yield* solve(planned, context)];
}

function* computed(planned: MotionTask, statesMin: number, context: ApiContext): Rounds {
  if (!(yield* solve(planned, context))) return [false, []];
  planned.path = withStates(planned.path!, statesMin);
  return [true, flat(planned.path)];
}

function* validity(planned: MotionTask, q: readonly number[], context: ApiContext): Rounds {
  if (!isWithin(q, spaceOf(planned))) return [false];
  return [yield* judgeOf(planned, context)(Float64Array.from(q))];
}

export const SIM_OMPL: Readonly<Record<string, ApiFunction>> = {
  createTask: apiFunction(z.tuple([z.string()]), (_, { tasks }) => {
    if (tasks.size >= TASKS_MAX) throw new ApiError(`There are ${TASKS_MAX} motion planning tasks; destroy some`);
    const made = Math.max(0, ...tasks.keys()) + 1;
    const nothing = { pairs: [], space: null, validation: null, start: null, goals: [], path: null };
    tasks.set(made, { ...nothing, resolution: RESOLUTION });
    return [made];
  }),
  destroyTask: apiFunction(z.tuple([task]), ([handle], context) => {
    taskOf(handle, context);
    context.tasks.delete(Number(handle));
  }),
  createStateSpace,
  createStateSpaceForJoint: apiFunction(z.tuple([z.string(), z.int()]), ([name, joint], context) =>
    createStateSpace([name, SIM_OMPL_CONSTANTS.StateSpaceType.joint_position, joint], context),
  ),
  destroyStateSpace: apiFunction(z.tuple([z.int()]), ([handle], { stateSpaces }) => {
    if (!stateSpaces.delete(handle)) throw new ApiError(`State space does not exist: handle ${handle}`);
  }),
  setStateSpace: apiFunction(z.tuple([task, z.array(z.int()).max(100)]), ([handle, spaces], context) => {
    const components = spaces.map((space) => {
      const found = context.stateSpaces.get(space);
      if (found === undefined) throw new ApiError(`State space does not exist: handle ${space}`);
      return found;
    });
    setSpace(taskOf(handle, context), components, context);
  }),
  setStateSpaceForJoints: apiFunction(z.tuple([task, z.array(z.int()).max(100)]), ([handle, joints], context) => {
    const { simulation } = context;
    const known = new Set(simulation.scene.joints);
    const components = joints.filter((joint) => known.has(joint)).map((joint) => withinLimits({ joint }, simulation));
    setSpace(taskOf(handle, context), components.length === joints.length ? components : [], context);
  }),
  getStateSpaceDimension: apiFunction(z.tuple([task]), ([handle], context) => [
    spaceOf(taskOf(handle, context)).length,
  ]),
  setCollisionPairs: apiFunction(z.tuple([task, z.array(z.int()).max(1000)]), ([handle, pairs], context) => {
    if (pairs.length % 2 !== 0) throw new ApiError('Collision pairs are an even number of handles');
    taskOf(handle, context).pairs = pairs;
  }),
  setStartState: setting((planned, value) => {
    planned.start = value;
  }),
  setGoalState: setting((planned, value) => {
    planned.goals = [value];
  }),
  addGoalState: setting((planned, value) => {
    planned.goals = [...planned.goals, value].slice(0, 100);
  }),
  setGoalStates: apiFunction(z.tuple([task, z.array(state).min(1).max(100)]), ([handle, states], context) => {
    taskOf(handle, context).goals = states;
  }),
  setStateValidityCheckingResolution: apiFunction(z.tuple([task, z.number().gt(0)]), ([handle, share], context) => {
    taskOf(handle, context).resolution = Math.max(RESOLUTION_MIN, share);
  }),
  /** An empty name removes the callback. */
  setStateValidationCallback: apiFunction(z.tuple([task, z.string().max(1000)]), ([handle, validation], context) => {
    taskOf(handle, context).validation = validation === '' ? null : validation;
  }),
  readState: apiFunction(z.tuple([task]), ([handle], context) => {
    spaceOf(taskOf(handle, context));
    return [context.simulation.configuration];
  }),
  writeState: apiFunction(z.tuple([task, state]), ([handle, angles], context) => {
    for (const [index, { joint }] of spaceOf(taskOf(handle, context)).entries()) {
      context.simulation.turn(joint, angles[index]!);
    }
  }),
  isStateValid: apiFunction(z.tuple([task, state]), ([handle, q], context) => {
    const planned = taskOf(handle, context);
    return validity(planned, q, context);
  }),
  isStateWithinBounds: apiFunction(z.tuple([task, state]), ([handle, q], context) => [
    isWithin(q, spaceOf(taskOf(handle, context))),
  ]),
  enforceBounds: apiFunction(z.tuple([task, state]), ([handle, q], context) => [
    Float64Array.from(spaceOf(taskOf(handle, context)), ({ lower, upper }, joint) =>
      Math.min(upper, Math.max(lower, q[joint]!)),
    ),
  ]),
  stateDistance: apiFunction(z.tuple([task, state, state]), ([handle, a, b], context) => {
    taskOf(handle, context);
    return [new Real(distance(a, b))];
  }),
  getGoalDistance: apiFunction(z.tuple([task]), ([handle], context) => {
    const { path, goals } = taskOf(handle, context);
    const end = path?.at(-1);
    return [new Real(end === undefined ? -1 : Math.min(...goals.map((goal) => distance(end, goal))))];
  }),
  solve: apiFunction(z.tuple([task, seconds]), ([handle], context) => solution(taskOf(handle, context), context)),
  compute: apiFunction(
    z.tuple([task, seconds, seconds.nullish(), z.int().nullish()]),
    ([handle, , , statesMin], context) => computed(taskOf(handle, context), statesMin ?? 0, context),
  ),
  interpolatePath: apiFunction(z.tuple([task, z.int().nullish()]), ([handle, statesMin], context) => {
    const planned = taskOf(handle, context);
    if (planned.path !== null) planned.path = withStates(planned.path, statesMin ?? 0);
  }),
  getPath: apiFunction(z.tuple([task]), ([handle], context) => [flat(taskOf(handle, context).path ?? [])]),
  hasSolution,
  hasExactSolution: hasSolution,
  hasApproximateSolution: apiFunction(z.tuple([task]), ([handle], context) => {
    taskOf(handle, context);
    return [false];
  }),
  getPathStateCount: apiFunction(z.tuple([task, flatPath.nullish()]), ([handle, path], context) => {
    const planned = taskOf(handle, context);
    return [path === undefined || path === null ? (planned.path?.length ?? 0) : path.length / JOINTS];
  }),
  /** 1-based; -1 is the last. */
  getPathState: apiFunction(z.tuple([task, flatPath, z.int()]), ([handle, path, index], context) => {
    taskOf(handle, context);
    const at = index > 0 ? index - 1 : path.length / JOINTS + index;
    const found = path.slice(at * JOINTS, (at + 1) * JOINTS);
    if (index === 0 || at < 0 || found.length < JOINTS) throw new ApiError('invalid index');
    return [Float64Array.from(found)];
  }),
  getReversedPath: apiFunction(z.tuple([task, flatPath]), ([handle, path], context) => {
    taskOf(handle, context);
    const states = Array.from({ length: path.length / JOINTS }, (_, at) => path.slice(at * JOINTS, (at + 1) * JOINTS));
    return [Float64Array.from(states.toReversed().flat())];
  }),
};

export const SIM_OMPL_ACCEPTED: Readonly<Record<string, ApiFunction>> = {
  setAlgorithm: apiFunction(z.tuple([task, z.int()]), ([handle, algorithm], context) => {
    taskOf(handle, context);
    if (!ALGORITHMS.includes(algorithm))
      throw new ApiError(`There is no algorithm ${algorithm}; see simOMPL.Algorithm`);
  }),
  setup: apiFunction(z.tuple([task]), ([handle], context) => void taskOf(handle, context)),
  simplifyPath: apiFunction(z.tuple([task, seconds.nullish()]), ([handle], context) => void taskOf(handle, context)),
};
