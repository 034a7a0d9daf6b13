/**
 * The whole remote API: its functions and constants by name, and what `require` and `info` say of them.
 *
 * @module
 */

import { ApiError } from '../wire/api_error.ts';
import { Real } from '../wire/cbor.ts';
import type { ApiFunction } from './api_function.ts';
import { SIM_CONSTANTS, SIM_IK_CONSTANTS, SIM_OMPL_CONSTANTS } from './constants.ts';
import { SIM_CONTACT } from './sim_contact.ts';
import { SIM_IK } from './sim_ik.ts';
import { SIM_OBJECTS } from './sim_objects.ts';
import { SIM_OMPL } from './sim_ompl.ts';
import { SIM_POSES } from './sim_poses.ts';
import { SIM_SIMULATION } from './sim_simulation.ts';

/** A constant, or a table of more of them. */
type Constants = { readonly [name: string]: number | Constants };

type Module = { readonly functions: Readonly<Record<string, ApiFunction>>; readonly constants: Constants };

/** Module → what is in it. */
const MODULES: ReadonlyMap<string, Module> = new Map([
  [
    'sim',
    {
      functions: { ...SIM_OBJECTS, ...SIM_POSES, ...SIM_SIMULATION, ...SIM_CONTACT },
      constants: SIM_CONSTANTS,
    },
  ],
  ['simIK', { functions: SIM_IK, constants: SIM_IK_CONSTANTS }],
  ['simOMPL', { functions: SIM_OMPL, constants: SIM_OMPL_CONSTANTS }],
]);

const FUNCTIONS: ReadonlyMap<string, ApiFunction> = new Map([
  ...[...MODULES].flatMap(([module, { functions }]) =>
    Object.entries(functions).map(([name, run]) => [`${module}.${name}`, run] as const),
  ),
  [
    'zmqRemoteApi.require',
    ([name]) => {
      moduleOf(name);
      return [];
    },
  ],
  ['zmqRemoteApi.info', ([name]) => [infoOf(name)]],
]);

/** Throws an ApiError where there is none. */
export function functionNamed(name: string): ApiFunction {
  const found = FUNCTIONS.get(name.replace(/^(sim\w*)-\d{1,3}\./, '$1.'));
  if (found === undefined) throw new ApiError(`No such function: ${name.slice(0, 200)}`);
  return found;
}

/** `sim-2` asks for the second version of the module `sim`. */
function moduleOf(name: unknown): Module {
  const found = typeof name === 'string' ? MODULES.get(name.replace(/^(sim\w*)-\d{1,3}$/, '$1')) : undefined;
  if (found === undefined) {
    const known = [...MODULES.keys()].join(', ');
    throw new ApiError(`Module ${JSON.stringify(name)?.slice(0, 200)} is not there; there are ${known}`);
  }
  return found;
}

function infoOf(name: unknown): unknown {
  const { functions, constants } = moduleOf(name);
  const told = Object.keys(functions).map((key) => [key, { func: {} }] as const);
  return Object.fromEntries([...told, ...Object.entries(toldConstants(constants))]);
}

function toldConstants(constants: Constants): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(constants).map(([key, value]) => [
      key,
      typeof value === 'number' ? { const: Number.isInteger(value) ? value : new Real(value) } : toldConstants(value),
    ]),
  );
}
