import { z } from 'zod';
import { ApiError } from '../wire/api_error.ts';
import { type ApiFunction, apiFunction, type Functions } from './functions/api_function.ts';
import { SIM_CONSTANTS, SIM_IK_CONSTANTS, SIM_OMPL_CONSTANTS } from './functions/constants.ts';
import { NO_EFFECT, REFUSED } from './functions/not_simulated.ts';
import { SIM_CONTACT } from './functions/sim_contact.ts';
import { SIM_IK, SIM_IK_NO_EFFECT } from './functions/sim_ik.ts';
import { SIM_JOINTS, SIM_JOINTS_NO_EFFECT } from './functions/sim_joints.ts';
import { SIM_MOTION } from './functions/sim_motion.ts';
import { SIM_OBJECTS, SIM_OBJECTS_NO_EFFECT } from './functions/sim_objects.ts';
import { SIM_OMPL, SIM_OMPL_NO_EFFECT } from './functions/sim_ompl.ts';
import { SIM_POSES } from './functions/sim_poses.ts';
import { isScript, SIM_SIMULATION, SIM_SIMULATION_NO_EFFECT } from './functions/sim_simulation.ts';

type Constants = { readonly [name: string]: number | Constants };

type Module = Readonly<{ functions: Functions; constants: Constants }>;

const callScriptFunction = apiFunction([z.string(), z.int()], ([name, script, ...args], context) => {
  if (!isScript(script)) throw new ApiError(`Script does not exist: handle ${script}`);
  const run = FUNCTIONS.get(name.split('@', 1)[0]!);
  if (run === undefined) throw new ApiError(`The script has no function ${JSON.stringify(name.slice(0, 200))}`);
  return run(args, context);
});

export const SERVED = {
  sim: {
    ...SIM_OBJECTS,
    ...SIM_POSES,
    ...SIM_JOINTS,
    ...SIM_MOTION,
    ...SIM_SIMULATION,
    ...SIM_CONTACT,
    callScriptFunction,
  },
  simIK: SIM_IK,
  simOMPL: SIM_OMPL,
} as const;

export const WITHOUT_EFFECT = {
  sim: { ...SIM_OBJECTS_NO_EFFECT, ...SIM_JOINTS_NO_EFFECT, ...SIM_SIMULATION_NO_EFFECT, ...NO_EFFECT.sim },
  simIK: SIM_IK_NO_EFFECT,
  simOMPL: { ...SIM_OMPL_NO_EFFECT, ...NO_EFFECT.simOMPL },
} as const;

const MODULES: ReadonlyMap<string, Module> = new Map(
  Object.entries({ sim: SIM_CONSTANTS, simIK: SIM_IK_CONSTANTS, simOMPL: SIM_OMPL_CONSTANTS }).map(
    ([module, constants]) => {
      const name = module as keyof typeof SERVED;
      return [name, { functions: { ...SERVED[name], ...WITHOUT_EFFECT[name], ...REFUSED[name] }, constants }] as const;
    },
  ),
);

const FUNCTIONS: ReadonlyMap<string, ApiFunction> = new Map([
  ...[...MODULES].flatMap(([module, { functions }]) =>
    Object.entries(functions).map(([name, run]) => [`${module}.${name}`, run] as const),
  ),
  ['zmqRemoteApi.require', apiFunction([z.unknown()], ([name]) => void moduleOf(name))],
  ['zmqRemoteApi.info', ([name]) => [infoOf(name)]],
]);

export function functionNamed(name: string): ApiFunction {
  const entry = FUNCTIONS.get(name.replace(/^(sim\w*)-\d{1,3}\./, '$1.'));
  if (entry === undefined) throw new ApiError(`No such function: ${name.slice(0, 200)}`);
  return entry;
}

/** `sim-2` is version 2 of module `sim`. */
function moduleOf(name: unknown): Module {
  const entry = typeof name === 'string' ? MODULES.get(name.replace(/^(sim\w*)-\d{1,3}$/, '$1')) : undefined;
  if (entry === undefined) {
    const known = [...MODULES.keys()].join(', ');
    throw new ApiError(`Module ${JSON.stringify(name)?.slice(0, 200)} is not there; there are ${known}`);
  }
  return entry;
}

function infoOf(name: unknown): unknown {
  const { functions, constants } = moduleOf(name);
  const entries = Object.keys(functions).map((key) => [key, { func: {} }] as const);
  return { ...Object.fromEntries(entries), ...constantsInfo(constants) };
}

function constantsInfo(constants: Constants): Record<string, unknown> {
  const entries = Object.entries(constants).map(([key, value]) => {
    return [key, typeof value === 'number' ? { const: value } : constantsInfo(value)] as const;
  });
  return Object.fromEntries(entries);
}
