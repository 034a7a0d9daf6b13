/** Time passes with the steps of a stepping client; without one, with every call and with the clock. */
import { z } from 'zod';
import { ApiError } from '../../wire/api_error.ts';
import { Real } from '../../wire/cbor.ts';
import { type ApiContext, type ApiFunction, apiFunction, handleArgument as handle } from './api_function.ts';
import { SIM_CONSTANTS as SIM } from './constants.ts';

const STATES = {
  stopped: SIM.simulation_stopped,
  paused: SIM.simulation_paused,
  running: SIM.simulation_advancing_running,
};
/** Characters of a signal. */
const TEXT_MAX = 2 ** 20;

const nothing = z.tuple([]);

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

const asReal = (value: unknown) => (typeof value === 'number' ? new Real(value) : value);

const PARAMETERS_MAX = 1000;

function keep(parameter: string, value: unknown, { parameters }: ApiContext): undefined {
  if (parameters.size >= PARAMETERS_MAX && !parameters.has(parameter)) {
    throw new ApiError(`There are ${PARAMETERS_MAX} parameters, and no more`);
  }
  parameters.set(parameter, value);
}

type Parameter = {
  readonly initial: (parameter: number) => unknown;
  readonly write?: (value: unknown) => unknown;
};

function parameters(
  type: string,
  schema: z.ZodType,
  { initial, write = (value) => value }: Parameter,
): [string, ApiFunction][] {
  return [
    [
      `get${type}Param`,
      apiFunction(z.tuple([z.int()]), ([parameter], { parameters }) => [
        write(parameters.get(`${type} ${parameter}`) ?? initial(parameter)),
      ]),
    ],
    [
      `set${type}Param`,
      apiFunction(z.tuple([z.int(), schema]), ([parameter, value], context) =>
        keep(`${type} ${parameter}`, value, context),
      ),
    ],
  ];
}

/** Values of CoppeliaSim 4.6 on Linux. */
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

const PARAMETERS: readonly (readonly [string, ApiFunction])[] = [
  ...parameters('Bool', z.boolean(), { initial: () => false }),
  ...parameters('Int32', z.int(), { initial: (parameter) => INTEGERS.get(parameter) ?? 0 }),
  ...parameters('String', z.string().max(TEXT_MAX), { initial: () => '' }),
  ...parameters('Array', z.array(z.number()).max(100), {
    initial: (parameter) => (parameter === SIM.arrayparam_gravity ? [0, 0, -9.81] : [0, 0, 0]),
    write: (value) => Float64Array.from(value as readonly number[]),
  }),
];

export const SIM_SIMULATION_ACCEPTED: Readonly<Record<string, ApiFunction>> = Object.fromEntries(
  PARAMETERS.filter(([name]) => name.startsWith('set')),
);

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
    return [1];
  }),
  getSimulationState: apiFunction(nothing, (_, { simulation }) => [STATES[simulation.state]]),
  getSimulationTime: apiFunction(nothing, (_, { simulation }) => [new Real(simulation.seconds)]),
  getSimulationTimeStep: apiFunction(nothing, (_, { simulation }) => [new Real(simulation.stepMs / 1000)]),
  getRealTimeSimulation: apiFunction(nothing, () => [0]),
  setStepping: apiFunction(z.tuple([z.union([z.boolean(), z.int()])]), ([isOn], { client }) => {
    const before = client.steppingLevel;
    client.steppingLevel =
      isOn === true || (typeof isOn === 'number' && isOn > 0) ? before + 1 : Math.max(0, before - 1);
    return [before];
  }),
  /** There is one scene; loading any file resets it. */
  loadScene: apiFunction(z.tuple([z.string().max(TEXT_MAX)]), ([path], { simulation, parameters }) => {
    simulation.reload();
    parameters.set(`String ${SIM.stringparam_scene_path_and_name}`, path);
    return [1];
  }),
  closeScene: apiFunction(nothing, (_, { simulation }) => {
    simulation.reload();
    return [1];
  }),
  getFloatParam: apiFunction(z.tuple([z.int()]), ([parameter], { simulation, parameters }) => {
    if (parameter === SIM.floatparam_simulation_time_step) return [new Real(simulation.stepMs / 1000)];
    return [asReal(parameters.get(`Float ${parameter}`) ?? 0)];
  }),
  setFloatParam: apiFunction(z.tuple([z.int(), z.number()]), ([parameter, value], context) => {
    if (parameter !== SIM.floatparam_simulation_time_step) return keep(`Float ${parameter}`, value, context);
    if (!(value >= STEP_MIN_S && value <= STEP_MAX_S)) {
      throw new ApiError(`A time step is from ${STEP_MIN_S} to ${STEP_MAX_S} s long`);
    }
    context.simulation.stepMs = value * 1000;
  }),
  /** The scene has the simulator's scripts only, no user scripts. */
  getScript: apiFunction(z.tuple([z.int(), z.union([handle, z.string()]).nullish()]), ([type, of], { simulation }) => {
    const { objects } = simulation.scene;
    if (typeof of === 'string' && of !== '' && objects.find(of) === null) {
      throw new ApiError(`Object does not exist: ${JSON.stringify(of.slice(0, 200))}`);
    }
    if (typeof of === 'number' && of >= 0) objects.get(of);
    return [SCRIPTS.get(type) ?? -1];
  }),
  ...Object.fromEntries([
    ...PARAMETERS.filter(([name]) => name.startsWith('get')),
    ...signals('Int32', z.int(), (value) => value),
    ...signals('String', z.string().max(TEXT_MAX), (value) => value),
    ...signals('Float', z.number(), asReal),
  ]),
};
