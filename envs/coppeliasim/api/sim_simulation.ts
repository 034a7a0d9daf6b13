/**
 * `sim`: the simulation's clock and states, stepping, signals, joints and motions that take time.
 *
 * Nothing waits for a wall clock. While a client is stepping, time passes with its steps; while none is, with every call.
 *
 * @module
 */

import { z } from 'zod';
import { type Simulation, STEP_S } from '../scene/simulation.ts';
import { ApiError } from '../wire/api_error.ts';
import { Real } from '../wire/cbor.ts';
import type { ApiContext } from './api_context.ts';
import {
  type ApiFunction,
  apiFunction,
  handleArgument as handle,
  numberArgument,
  type Rounds,
  WAIT,
} from './api_function.ts';
import { SIM_CONSTANTS as SIM } from './constants.ts';

const STATES = {
  stopped: SIM.simulation_stopped,
  paused: SIM.simulation_paused,
  running: SIM.simulation_advancing_running,
};
/** An hour of simulated time in one call. */
const ROUNDS_MAX = 72_000;

/** Of a signal's text. */
const TEXT_MAX = 2 ** 20;

const nothing = z.tuple([]);

function jointOf(simulation: Simulation, joint: number) {
  const object = simulation.scene.objects.get(joint);
  if (object.angle === undefined || object.limits === undefined) throw new ApiError(`Object ${joint} is no joint`);
  return object as typeof object & { angle: number; limits: readonly [number, number] };
}

function setAngle(simulation: Simulation, joint: number, angle: number): void {
  const object = jointOf(simulation, joint);
  const [lower, upper] = object.limits;
  object.angle = Math.min(upper, Math.max(lower, angle));
}

function* wait(seconds: number, { simulation }: ApiContext): Rounds {
  const rounds = Math.min(ROUNDS_MAX, Math.ceil(seconds / STEP_S - 1e-9));
  for (let round = 0; round < rounds; round++) {
    simulation.advance();
    yield WAIT;
  }
  return [new Real(Math.max(0, rounds * STEP_S - seconds))];
}

function* step({ simulation, client }: ApiContext): Rounds {
  if (client.steppingLevel === 0 || simulation.state !== 'running') return [];
  simulation.advance();
  yield WAIT;
  return [];
}

const moveParameters = z.object({
  joints: z.array(z.int()).min(1).max(100),
  targetPos: z.array(z.number()).min(1).max(100),
  maxVel: z.array(z.number()).optional(),
  maxAccel: z.array(z.number()).optional(),
  maxJerk: z.array(z.number()).optional(),
  callback: z.string().optional(),
  auxData: z.unknown().optional(),
});

/**
 * All joints arrive together, along a straight line of joint space, the slowest at its speed; without limits in one step. Who names a
 * function moves the joints in it himself, as with CoppeliaSim.
 */
function* moveToConfig(given: z.output<typeof moveParameters>, { simulation }: ApiContext): Rounds {
  const { joints, targetPos, maxVel, callback, auxData } = given;
  for (const [other, limits] of Object.entries({ maxVel, maxAccel: given.maxAccel, maxJerk: given.maxJerk })) {
    const isLimited = (maxVel ?? given.maxAccel ?? given.maxJerk) !== undefined;
    if (isLimited && limits === undefined) throw new ApiError(`missing '${other}' field.`);
    if (limits !== undefined && limits.length !== joints.length) throw new ApiError(`invalid '${other}' field.`);
  }
  if (joints.length !== targetPos.length) throw new ApiError('There must be as many targets as joints');
  const from = joints.map((joint) => jointOf(simulation, joint).angle);
  const speeds = joints.map((_, index) => maxVel?.[index] ?? Number.POSITIVE_INFINITY);
  if (speeds.some((speed) => !(speed > 0))) throw new ApiError('Velocities must be above 0');
  const seconds = Math.max(...from.map((angle, index) => Math.abs(targetPos[index]! - angle) / speeds[index]!));
  const rounds = Math.max(1, Math.min(ROUNDS_MAX, Math.ceil(seconds / STEP_S - 1e-9)));
  let reached: readonly number[] = from;
  for (let round = 1; round <= rounds; round++) {
    const share = round / rounds;
    const at = from.map((angle, index) =>
      round === rounds ? targetPos[index]! : angle + share * (targetPos[index]! - angle),
    );
    reached = at;
    if (callback === undefined) {
      for (const [index, joint] of joints.entries()) setAngle(simulation, joint, at[index]!);
      reached = joints.map((joint) => jointOf(simulation, joint).angle);
      simulation.advance();
      yield WAIT;
      continue;
    }
    const velocities = Float64Array.from(from, (angle, index) => (targetPos[index]! - angle) / (rounds * STEP_S));
    const told = { pos: Float64Array.from(at), vel: velocities, accel: new Float64Array(at.length), auxData, joints };
    const [isEnough] = yield { func: callback, args: [told] };
    simulation.advance();
    if (isEnough === true) break;
  }
  const still = new Float64Array(reached.length);
  return [{ pos: Float64Array.from(reached), vel: still, accel: still, joints, auxData, timeLeft: new Real(0) }];
}

function signals(type: string, schema: z.ZodType, write: (value: unknown) => unknown): [string, ApiFunction][] {
  return [
    [
      `set${type}Signal`,
      apiFunction(z.tuple([z.string().max(1000), schema]), ([name, value], { simulation }) => {
        simulation.setSignal(name, value);
      }),
    ],
    [
      `get${type}Signal`,
      apiFunction(z.tuple([z.string()]), ([name], { simulation }) => [write(simulation.signals.get(name) ?? null)]),
    ],
    [
      `clear${type}Signal`,
      apiFunction(z.tuple([z.string()]), ([name], { simulation }) => {
        simulation.setSignal(name, null);
      }),
    ],
  ];
}

const stepping = apiFunction(nothing, (_, context) => step(context));

const getJointPosition = apiFunction(z.tuple([handle]), ([joint], { simulation }) => [
  new Real(jointOf(simulation, joint).angle),
]);

const setJointPosition = apiFunction(z.tuple([handle, numberArgument]), ([joint, angle], { simulation }) => {
  setAngle(simulation, joint, angle);
});

export const SIM_SIMULATION: Readonly<Record<string, ApiFunction>> = {
  startSimulation: apiFunction(nothing, (_, { simulation }) => {
    simulation.start();
  }),
  pauseSimulation: apiFunction(nothing, (_, { simulation }) => {
    simulation.pause();
  }),
  stopSimulation: apiFunction(nothing, (_, { simulation, clients }) => {
    simulation.stop();
    for (const client of clients()) client.steppingLevel = 0;
  }),
  getSimulationState: apiFunction(nothing, (_, { simulation }) => [STATES[simulation.state]]),
  getSimulationTime: apiFunction(nothing, (_, { simulation }) => [new Real(simulation.seconds)]),
  getSimulationTimeStep: apiFunction(nothing, () => [new Real(STEP_S)]),
  setStepping: apiFunction(z.tuple([z.union([z.boolean(), z.int()])]), ([isOn], { client }) => {
    const before = client.steppingLevel;
    client.steppingLevel =
      isOn === true || (typeof isOn === 'number' && isOn > 0) ? before + 1 : Math.max(0, before - 1);
    return [before];
  }),
  step: stepping,
  yield: stepping,
  switchThread: stepping,
  wait: apiFunction(z.tuple([numberArgument]), ([seconds], context) => wait(seconds, context)),
  /** A scene's file is on the simulator's disk; here there is one scene, and loading it is to have it as it was at first. */
  loadScene: apiFunction(z.tuple([z.string()]), (_, { simulation }) => {
    simulation.reload();
  }),
  /** What a client names is not written to. */
  saveScene: apiFunction(z.tuple([z.string()]), () => []),
  closeScene: apiFunction(nothing, (_, { simulation }) => {
    simulation.reload();
    return [1];
  }),
  getJointPosition,
  setJointPosition,
  /** A joint is where it was sent. */
  getJointTargetPosition: getJointPosition,
  setJointTargetPosition: setJointPosition,
  getJointInterval: apiFunction(z.tuple([handle]), ([joint], { simulation }) => {
    const [lower, upper] = jointOf(simulation, joint).limits;
    return [false, Float64Array.of(lower, upper - lower)];
  }),
  moveToConfig: apiFunction(z.tuple([moveParameters]), ([given], context) => moveToConfig(given, context)),
  ...Object.fromEntries([
    ...signals('Int32', z.int(), (value) => value),
    ...signals('String', z.string().max(TEXT_MAX), (value) => value),
    ...signals('Float', z.number(), (value) => (typeof value === 'number' ? new Real(value) : value)),
  ]),
};
