import { z } from 'zod';
import { angleBetween, between, normalised, type Pose, toMatrix } from '../../scene/pose.ts';
import { WORLD } from '../../scene/scene_objects.ts';
import type { Simulation } from '../../scene/simulation.ts';
import { ApiError, Real } from '../../wire/cbor.ts';
import { type ApiContext, apiFunction, clientCall, type Functions, poseArgument, WAIT } from './api_function.ts';
import { configurationAt, requireTool } from './sim_ik.ts';

const ROUNDS_MAX = 72_000;

function roundsIn(seconds: number, { stepMs }: Simulation) {
  return Math.min(ROUNDS_MAX, Math.ceil((1000 * seconds) / stepMs - 1e-9));
}

const wait = apiFunction([z.number()], function* ([seconds], { simulation }) {
  const rounds = roundsIn(seconds, simulation);
  for (let round = 0; round < rounds; round++) {
    simulation.advance();
    yield WAIT;
  }
  return [new Real(Math.max(0, (rounds * simulation.stepMs) / 1000 - seconds))];
});

const step = apiFunction([], function* (_, { simulation, client }) {
  if (client.steppingLevel === 0 || simulation.state !== 'running') return [];
  simulation.advance();
  yield WAIT;
  return [];
});

const moveParameters = z.object({
  joints: z.array(z.int()).min(1).max(100),
  targetPos: z.array(z.number()).min(1).max(100),
  maxVel: z.array(z.number()).optional(),
  maxAccel: z.array(z.number()).optional(),
  maxJerk: z.array(z.number()).optional(),
  callback: z.string().optional(),
  auxData: z.unknown().optional(),
});

const moveToConfig = apiFunction([moveParameters], function* ([motion], { simulation }) {
  const { joints, targetPos, maxVel, callback, auxData } = motion;
  const limits = { maxVel, maxAccel: motion.maxAccel, maxJerk: motion.maxJerk };
  const isLimited = Object.values(limits).some((limit) => limit !== undefined);
  for (const [name, limit] of Object.entries(limits)) {
    if (isLimited && limit === undefined) throw new ApiError(`missing '${name}' field.`);
    if (limit !== undefined && limit.length !== joints.length) throw new ApiError(`invalid '${name}' field.`);
  }
  if (joints.length !== targetPos.length) throw new ApiError('targetPos must have one value for each joint');
  const from = joints.map((joint) => simulation.joint(joint).angle);
  const speeds = joints.map((_, index) => maxVel?.[index] ?? Infinity);
  if (speeds.some((speed) => !(speed > 0))) throw new ApiError('maxVel must be more than 0');
  const offsets = from.map((angle, index) => targetPos[index]! - angle);
  const seconds = Math.max(...offsets.map((length, index) => Math.abs(length) / speeds[index]!));
  const rounds = Math.max(1, roundsIn(seconds, simulation));
  const vel = Float64Array.from(offsets, (length) => length / ((rounds * simulation.stepMs) / 1000));
  const still = new Float64Array(joints.length);
  let reached: readonly number[] = from;
  for (let round = 1; round <= rounds; round++) {
    reached = round === rounds ? targetPos : from.map((angle, index) => angle + (round / rounds) * offsets[index]!);
    if (callback === undefined) {
      for (const [index, joint] of joints.entries()) simulation.turn(joint, reached[index]!);
      reached = joints.map((joint) => simulation.joint(joint).angle);
      simulation.advance();
      yield WAIT;
      continue;
    }
    const [isDone] = yield clientCall(callback, { pos: real(reached), vel, accel: still, auxData, joints }, null);
    simulation.advance();
    if (isDone === true) break;
  }
  return [{ pos: real(reached), vel: still, accel: still, joints, auxData, timeLeft: new Real(0) }];
});

const fourLimits = z.array(z.number().gt(0)).min(1).max(4).optional();

const poseParameters = z.object({
  ik: z
    .object({ tip: z.int(), target: z.int(), joints: z.array(z.int()).optional(), allowError: z.boolean().optional() })
    .optional(),
  object: z.int().optional(),
  relObject: z.int().default(WORLD),
  pose: poseArgument.optional(),
  targetPose: poseArgument,
  maxVel: fourLimits,
  maxAccel: fourLimits,
  maxJerk: fourLimits,
  metric: z.array(z.number()).length(4).optional(),
  callback: z.string().optional(),
  auxData: z.unknown().optional(),
});

type PoseMotion = z.output<typeof poseParameters>;

/** `maxVel` limits x, y, z and the rotation, or the metric's distance. */
function secondsOf({ maxVel, metric }: PoseMotion, from: Pose, to: Pose): number {
  if (maxVel === undefined) return 0;
  if (maxVel.length !== (metric === undefined ? 4 : 1)) throw new ApiError("missing or invalid 'maxVel' field.");
  const ways = [0, 1, 2].map((axis) => to[axis]! - from[axis]!);
  ways.push(angleBetween(from, to));
  if (metric !== undefined) return Math.hypot(...ways.map((way, index) => way * metric[index]!)) / maxVel[0]!;
  return Math.max(...ways.map((way, index) => Math.abs(way) / maxVel[index]!));
}

function setPose({ ik, object, relObject }: PoseMotion, pose: Pose, context: ApiContext) {
  const { simulation, objects, joints } = context;
  if (object !== undefined) objects.setPoseIn(object, relObject, pose);
  if (ik === undefined) return;
  objects.setPoseIn(ik.target, relObject, pose);
  const q = configurationAt(objects.worldPose(ik.target), simulation);
  if (q === null && ik.allowError !== true) throw new ApiError('The arm cannot reach the pose from its configuration');
  for (const [index, angle] of (q ?? []).entries()) simulation.turn(joints[index]!, angle);
}

const moveToPose = apiFunction([poseParameters], function* ([motion], context) {
  const { ik, object, relObject, callback, auxData } = motion;
  const { simulation, objects, joints } = context;
  if (ik === undefined && object === undefined && callback === undefined)
    throw new ApiError("missing 'object' or 'ik' field.");
  if (ik !== undefined) {
    requireTool(ik.tip, context);
    if (ik.joints?.some((joint) => !joints.includes(joint))) throw new ApiError('The joints must belong to the arm');
  }
  const subject = ik?.tip ?? object;
  if (motion.pose === undefined && subject === undefined) throw new ApiError("missing 'pose' field.");
  const from = motion.pose === undefined ? objects.poseIn(subject!, relObject) : normalised(motion.pose);
  const to = normalised(motion.targetPose);
  const rounds = Math.max(1, roundsIn(secondsOf(motion, from, to), simulation));
  const stateAt = (pose: Pose) => ({
    pose: real(pose),
    matrix: real(toMatrix(pose)),
    targetPose: real(to),
    auxData,
    timeLeft: new Real(0),
  });
  let pose = from;
  for (let round = 1; round <= rounds; round++) {
    pose = round === rounds ? to : between(from, to, round / rounds);
    if (callback === undefined) setPose(motion, pose, context);
    const [isDone] = yield callback === undefined ? WAIT : clientCall(callback, stateAt(pose), null);
    simulation.advance();
    if (isDone === true) break;
  }
  return [stateAt(pose)];
});

const real = (numbers: readonly number[]) => Float64Array.from(numbers);

export const SIM_MOTION: Functions = { step, yield: step, switchThread: step, wait, moveToConfig, moveToPose };
