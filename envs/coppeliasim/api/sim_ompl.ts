/**
 * `simOMPL`: paths of the Panda, planned by the tabletop's own RRT-Connect, whatever algorithm is named.
 *
 * It is bounded by iterations instead of seconds, and tests a line every 2 mrad instead of at the resolution that is asked for.
 *
 * @module
 */

import { z } from 'zod';
import { randomNumbers } from '../../random_numbers.ts';
import { CollisionChecker } from '../../tabletop/motion/collision_checker.ts';
import { jointOutsideLimits } from '../../tabletop/motion/panda.ts';
import { planMotion } from '../../tabletop/motion/plan_motion.ts';
import { motionWorld } from '../scene/motion_world.ts';
import type { SceneObject } from '../scene/scene_objects.ts';
import { ApiError } from '../wire/api_error.ts';
import type { ApiContext, MotionTask } from './api_context.ts';
import { type ApiFunction, apiFunction } from './api_function.ts';
import { SIM_OMPL_CONSTANTS } from './constants.ts';
import { touchableOf } from './sim_contact.ts';

const TASKS_MAX = 100;
const STATES_MAX = 10_000;
const ALGORITHMS = Object.values(SIM_OMPL_CONSTANTS.Algorithm);
const task = z.union([z.int(), z.string().max(0)]);
const state = z.array(z.number()).length(7);
const seconds = z.number();

function taskOf(handle: number | string, { tasks }: ApiContext): MotionTask {
  const found = tasks.get(Number(handle));
  if (found === undefined) throw new ApiError(`Motion planning task does not exist: handle ${handle}`);
  return found;
}

/** Every box that some pair sets against the arm; the pairs' second entity is an object, a collection or all. */
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

/** Whether a path to one of the goals was found; the first goal to which there is one counts. */
function solve(planned: MotionTask, context: ApiContext): boolean {
  planned.path = null;
  const { start, goals, isForJoints } = planned;
  if (!isForJoints) throw new ApiError('The state space is not set; call simOMPL.setStateSpaceForJoints');
  if (start === null || goals.length === 0) throw new ApiError('The task needs a start state and a goal state');
  const checker = new CollisionChecker(motionWorld(context.simulation, obstaclesOf(planned, context)));
  for (const goal of goals) {
    if (jointOutsideLimits(start) !== null || jointOutsideLimits(goal) !== null) continue;
    const query = { start: Float64Array.from(start), goal: Float64Array.from(goal), random: randomNumbers(0) };
    const found = planMotion(checker, query);
    if (found.ok) {
      planned.path = found.path;
      return true;
    }
  }
  return false;
}

/** At least so many states, spread evenly over the lines of the path; its vertices are among them. */
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

const hasSolution = apiFunction(z.tuple([task]), ([handle], context) => [taskOf(handle, context).path !== null]);

export const SIM_OMPL: Readonly<Record<string, ApiFunction>> = {
  createTask: apiFunction(z.tuple([z.string()]), (_, { tasks }) => {
    if (tasks.size >= TASKS_MAX) throw new ApiError(`There are ${TASKS_MAX} motion planning tasks; destroy some`);
    const made = Math.max(0, ...tasks.keys()) + 1;
    tasks.set(made, { pairs: [], isForJoints: false, start: null, goals: [], path: null });
    return [made];
  }),
  destroyTask: apiFunction(z.tuple([task]), ([handle], context) => {
    taskOf(handle, context);
    context.tasks.delete(Number(handle));
  }),
  setAlgorithm: apiFunction(z.tuple([task, z.int()]), ([handle, algorithm], context) => {
    taskOf(handle, context);
    if (!ALGORITHMS.includes(algorithm))
      throw new ApiError(`There is no algorithm ${algorithm}; see simOMPL.Algorithm`);
  }),
  setStateSpaceForJoints: apiFunction(z.tuple([task, z.array(z.int())]), ([handle, joints], context) => {
    const { joints: own } = context.simulation.scene;
    if (joints.length !== own.length || joints.some((joint, index) => joint !== own[index])) {
      throw new ApiError('The joints must be the seven of the arm, base first');
    }
    taskOf(handle, context).isForJoints = true;
  }),
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
  setStateValidityCheckingResolution: apiFunction(z.tuple([task, z.number().gt(0)]), ([handle], context) => {
    taskOf(handle, context);
  }),
  setStateValidationCallback: apiFunction(z.tuple([task]), ([handle], context) => {
    taskOf(handle, context);
    throw new ApiError('This server asks no client whether states are valid; name collision pairs instead');
  }),
  setup: apiFunction(z.tuple([task]), ([handle], context) => void taskOf(handle, context)),
  solve: apiFunction(z.tuple([task, seconds]), ([handle], context) => [solve(taskOf(handle, context), context)]),
  /** Paths are short when they are found. */
  simplifyPath: apiFunction(z.tuple([task, seconds.nullish()]), ([handle], context) => void taskOf(handle, context)),
  compute: apiFunction(
    z.tuple([task, seconds, seconds.nullish(), z.int().nullish()]),
    ([handle, , , statesMin], context) => {
      const planned = taskOf(handle, context);
      if (!solve(planned, context)) return [false, []];
      planned.path = withStates(planned.path!, statesMin ?? 0);
      return [true, flat(planned.path)];
    },
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
  getPathStateCount: apiFunction(z.tuple([task]), ([handle], context) => [taskOf(handle, context).path?.length ?? 0]),
};
