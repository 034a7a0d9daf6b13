/** Time passes with steps; if no client steps, with every call and the clock. */

import { z } from 'zod';
import { ApiError, Real } from '../../wire/cbor.ts';
import { type ApiContext, apiFunction, type Functions, handleArgument as handle } from './api_function.ts';
import { SIM_CONSTANTS as SIM } from './constants.ts';

const STATES = {
  stopped: SIM.simulation_stopped,
  paused: SIM.simulation_paused,
  running: SIM.simulation_advancing_running,
};
const TEXT_MAX = 2 ** 20;

function signals(type: string, schema: z.ZodType, write = (value: unknown) => value): Functions {
  return {
    [`set${type}Signal`]: apiFunction([z.string().max(1000), schema], ([name, value], { simulation }) => {
      simulation.setSignal(name, value);
    }),
    [`get${type}Signal`]: apiFunction([z.string()], ([name], { simulation }) => [
      write(simulation.signals.get(name) ?? null),
    ]),
    [`clear${type}Signal`]: apiFunction([z.string()], ([name], { simulation }) => {
      simulation.setSignal(name, null);
    }),
  };
}

const toReal = (value: unknown) => (typeof value === 'number' ? new Real(value) : value);

const PARAMETERS_MAX = 1000;

function setParameter(parameter: string, value: unknown, { parameters }: ApiContext): undefined {
  if (parameters.size >= PARAMETERS_MAX && !parameters.has(parameter)) {
    throw new ApiError(`The limit of ${PARAMETERS_MAX} parameters is reached`);
  }
  parameters.set(parameter, value);
}

function numbered(type: string, schema: z.ZodType, initial: (parameter: number) => unknown) {
  const get = apiFunction([z.int()], ([parameter], { parameters }) => [
    parameters.get(`${type} ${parameter}`) ?? initial(parameter),
  ]);
  const set = apiFunction([z.int(), schema], ([parameter, value], context) => {
    setParameter(`${type} ${parameter}`, value, context);
  });
  return { get, set };
}

/** CoppeliaSim 4.6 on Linux. */
const INTEGERS: ReadonlyMap<number, number> = new Map([
  [SIM.intparam_program_version, 40_600],
  [SIM.intparam_platform, 2],
  [SIM.intparam_idle_fps, 8],
]);

const STEP_MIN_S = 0.0001;
const STEP_MAX_S = 10;

const SCRIPTS: ReadonlyMap<number, number> = new Map([
  [SIM.scripttype_main, 1_010_000],
  [SIM.scripttype_sandbox, 1_010_001],
]);

export function isScript(handleOrType: number): boolean {
  return SCRIPTS.has(handleOrType) || [...SCRIPTS.values()].includes(handleOrType);
}

const realsSchema = z
  .array(z.number())
  .max(100)
  .transform((numbers) => Float64Array.from(numbers));

const BOOL = numbered('Bool', z.boolean(), () => false);
const INT32 = numbered('Int32', z.int(), (parameter) => INTEGERS.get(parameter) ?? 0);
const STRING = numbered('String', z.string().max(TEXT_MAX), () => '');
const ARRAY = numbered('Array', realsSchema, (parameter) =>
  Float64Array.from(parameter === SIM.arrayparam_gravity ? [0, 0, -9.81] : [0, 0, 0]),
);

export const SIM_SIMULATION_NO_EFFECT: Functions = {
  setBoolParam: BOOL.set,
  setInt32Param: INT32.set,
  setStringParam: STRING.set,
  setArrayParam: ARRAY.set,
};

export const SIM_SIMULATION: Functions = {
  startSimulation: apiFunction([], (_, { simulation }) => void simulation.start()),
  pauseSimulation: apiFunction([], (_, { simulation }) => void simulation.pause()),
  stopSimulation: apiFunction([], (_, { simulation, clients }) => {
    simulation.stop();
    for (const client of clients.values()) client.steppingLevel = 0;
    return [1];
  }),
  getSimulationState: apiFunction([], (_, { simulation }) => [STATES[simulation.state]]),
  getSimulationTime: apiFunction([], (_, { simulation }) => [new Real(simulation.seconds)]),
  getSimulationTimeStep: apiFunction([], (_, { simulation }) => [new Real(simulation.stepMs / 1000)]),
  getRealTimeSimulation: apiFunction([], () => [0]),
  setStepping: apiFunction([z.union([z.boolean(), z.int()])], ([isOn], { client }) => {
    const before = client.steppingLevel;
    client.steppingLevel = Number(isOn) > 0 ? before + 1 : Math.max(0, before - 1);
    return [before];
  }),
  loadScene: apiFunction([z.string().max(TEXT_MAX)], ([path], { simulation, parameters }) => {
    simulation.reload();
    parameters.set(`String ${SIM.stringparam_scene_path_and_name}`, path);
    return [1];
  }),
  closeScene: apiFunction([], (_, { simulation }) => {
    simulation.reload();
    return [1];
  }),
  getFloatParam: apiFunction([z.int()], ([parameter], { simulation, parameters }) => {
    if (parameter === SIM.floatparam_simulation_time_step) return [new Real(simulation.stepMs / 1000)];
    return [toReal(parameters.get(`Float ${parameter}`) ?? 0)];
  }),
  setFloatParam: apiFunction([z.int(), z.number()], ([parameter, value], context) => {
    if (parameter !== SIM.floatparam_simulation_time_step) return setParameter(`Float ${parameter}`, value, context);
    if (!(value >= STEP_MIN_S && value <= STEP_MAX_S)) {
      throw new ApiError(`The time step must be from ${STEP_MIN_S} to ${STEP_MAX_S} s`);
    }
    context.simulation.stepMs = value * 1000;
  }),
  getScript: apiFunction([z.int(), z.union([handle, z.string()]).nullish()], ([type, object], { objects }) => {
    if (typeof object === 'string' && object !== '' && objects.find(object) === null) {
      throw new ApiError(`Object does not exist: ${JSON.stringify(object.slice(0, 200))}`);
    }
    if (typeof object === 'number' && object >= 0) objects.get(object);
    return [SCRIPTS.get(type) ?? -1];
  }),
  getBoolParam: BOOL.get,
  getInt32Param: INT32.get,
  getStringParam: STRING.get,
  getArrayParam: ARRAY.get,
  ...signals('Int32', z.int()),
  ...signals('String', z.string().max(TEXT_MAX)),
  ...signals('Float', z.number(), toReal),
};
