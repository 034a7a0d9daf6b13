import { randomNumbers } from '../../../random_numbers.ts';
import { CollisionChecker } from '../../../tabletop/motion/collision_checker.ts';
import { EXTENT, LOWER_LIMITS, UPPER_LIMITS } from '../../../tabletop/motion/panda.ts';
import { planMotion } from '../../../tabletop/motion/plan_motion.ts';
import { judgedSearch } from '../../scene/judged_search.ts';
import { motionWorld } from '../../scene/motion_world.ts';
import type { SceneObject } from '../../scene/scene_objects.ts';
import { ApiError } from '../../wire/api_error.ts';
import { type ApiContext, called, type MotionTask, type Round, type StateSpace } from './api_function.ts';
import { touchableOf } from './sim_contact.ts';

const JUDGED_MAX = 50_000;

/** Boxes paired with the arm; a pair's second entity is an object, a collection or all. */
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

type Ends = { readonly start: Float64Array; readonly goal: Float64Array };

/** Keeps states within the bounds; the first reachable goal counts. */
function endsOf({ start, goals, space }: MotionTask): readonly Ends[] {
  if (space === null) throw new ApiError('The state space is not set; call simOMPL.setStateSpaceForJoints');
  if (start === null || goals.length === 0) throw new ApiError('The task needs a start state and a goal state');
  if (!isWithin(start, space)) return [];
  return goals
    .filter((goal) => isWithin(goal, space))
    .map((goal) => ({ start: Float64Array.from(start), goal: Float64Array.from(goal) }));
}

export function* solve(planned: MotionTask, context: ApiContext): Generator<Round, boolean, readonly unknown[]> {
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

/** A client's function replaces the collision pairs, as in OMPL. */
export function judgeOf(planned: MotionTask, context: ApiContext): Judge {
  const { validation } = planned;
  const checker = validation === null ? checkerOf(planned, context) : null;
  return function* judge(q) {
    if (validation === null) return checker?.collides(q) === false;
    const [isValid] = yield called(validation, Float64Array.from(q), null);
    return isValid === true;
  };
}

function checkerOf(planned: MotionTask, context: ApiContext): CollisionChecker {
  return new CollisionChecker(motionWorld(context.simulation, obstaclesOf(planned, context)));
}

export function isWithin(state: readonly number[], space: readonly StateSpace[]): boolean {
  return space.every(({ lower, upper }, joint) => state[joint]! >= lower && state[joint]! <= upper);
}

export function spaceOf({ space }: MotionTask): readonly StateSpace[] {
  if (space === null) throw new ApiError('The state space is not set; call simOMPL.setStateSpaceForJoints');
  return space;
}
