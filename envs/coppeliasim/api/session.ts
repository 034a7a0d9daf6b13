/** A call that waits stays open while the client sends other requests. */

import { z } from 'zod';
import type { Scene } from '../../tabletop/table/table.ts';
import { Simulation, type TableScene } from '../scene/simulation.ts';
import { ApiError, decodeCbor, encodeCbor } from '../wire/cbor.ts';
import {
  type ApiContext,
  type ApiFunction,
  apiFunction,
  type Client,
  type Functions,
  Registry,
  type Rounds,
} from './functions/api_function.ts';
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

const requestSchema = z.object({
  func: z.string().min(1),
  args: z.array(z.unknown()).max(10_000).nullish(),
  argsL: z.int().min(0).max(10_000).nullish(),
  uuid: z.string().min(1).max(200).nullish(),
  ver: z.number().nullish(),
});

const DEPTH_MAX = 32;
const CLIENTS_MAX = 10_000;
const VERSION = 2;

type Connection = Readonly<{ openCalls: Rounds[]; uuids: Set<string> }>;

export class RemoteApi {
  readonly #clients = new Map<string, Client>();
  readonly #shared: Omit<ApiContext, 'client' | keyof TableScene>;
  readonly #nowMs: () => number;
  #simulatedMs: number;

  constructor(scene: Pick<Scene, 'blocks'>, { nowMs = () => 0 }: { nowMs?: () => number } = {}) {
    this.#shared = {
      simulation: new Simulation(scene),
      clients: this.#clients,
      collections: new Registry({
        ...{ kind: 'Collection', max: 1000, removal: 'sim.destroyCollection', first: 1_000_000 },
      }),
      ik: new Registry({ kind: 'IK environment', max: 100, removal: 'simIK.eraseEnvironment' }),
      tasks: new Registry({ kind: 'Motion planning task', max: 100, removal: 'simOMPL.destroyTask' }),
      stateSpaces: new Registry({ kind: 'State space', max: 1000, removal: 'simOMPL.destroyStateSpace' }),
      parameters: new Map(),
    };
    this.#nowMs = nowMs;
    this.#simulatedMs = nowMs();
  }

  session() {
    const connection: Connection = { openCalls: [], uuids: new Set() };
    return {
      answer: (message: Uint8Array): Buffer => encodeCbor(this.#reply(message, connection)),
      close: () => {
        for (const rounds of connection.openCalls.splice(0)) rounds.return([]);
        for (const uuid of connection.uuids) {
          const client = this.#clients.get(uuid);
          if (client !== undefined && --client.connections <= 0) this.#clients.delete(uuid);
        }
      },
    };
  }

  #reply(message: Uint8Array, connection: Connection): object {
    try {
      const request = requestSchema.parse(decode(message));
      if (request.uuid == null || (request.ver ?? VERSION) !== VERSION) {
        return { success: false, error: "The client ZeroMQ remote API version does not match CoppeliaSim's version" };
      }
      const args = argumentsOf(request);
      if (request.func === '_*end*_') {
        this.#clients.delete(request.uuid);
        return {};
      }
      if (request.func !== '_*executed*_') return this.#call(request.func, args, { uuid: request.uuid, connection });
      const rounds = connection.openCalls.pop();
      if (rounds === undefined) throw new ApiError('No call is waiting for "_*executed*_"');
      return resume(rounds, args, connection);
    } catch (problem) {
      return { err: messageOf(problem).replaceAll('\n', '_=NL=_').replaceAll('\t', '_=TB=_') };
    }
  }

  #call(name: string, args: readonly unknown[], { uuid, connection }: { uuid: string; connection: Connection }) {
    const run = FUNCTIONS.get(withoutVersion(name));
    if (run === undefined) throw new ApiError(`No such function: ${name.slice(0, 200)}`);
    const client = this.#client(uuid);
    if (!connection.uuids.has(uuid)) client.connections++;
    connection.uuids.add(uuid);
    this.#catchUp();
    try {
      const result = run(args, { ...this.#shared, ...this.#shared.simulation.scene, client });
      return 'next' in result ? resume(result as Rounds, [], connection) : { ret: result };
    } catch (problem) {
      throw new ApiError(`${messageOf(problem)} (in function '${name}')`);
    } finally {
      if (!this.#isStepped) this.#shared.simulation.advance();
    }
  }

  #client(uuid: string): Client {
    const existing = this.#clients.get(uuid);
    if (existing !== undefined) return existing;
    if (this.#clients.size >= CLIENTS_MAX) this.#clients.delete(this.#clients.keys().next().value!);
    const client = { steppingLevel: 0, connections: 0 };
    this.#clients.set(uuid, client);
    return client;
  }

  get #isStepped(): boolean {
    return [...this.#clients.values()].some(({ steppingLevel }) => steppingLevel > 0);
  }

  #catchUp() {
    const { simulation } = this.#shared;
    const nowMs = this.#nowMs();
    const steps = Math.floor((nowMs - this.#simulatedMs) / simulation.stepMs);
    if (simulation.state !== 'running' || this.#isStepped) {
      this.#simulatedMs = nowMs;
    } else if (steps > 0) {
      simulation.advance(steps);
      this.#simulatedMs += steps * simulation.stepMs;
    }
  }
}

function resume(rounds: Rounds, answer: readonly unknown[], { openCalls }: Connection): object {
  const { done, value } = rounds.next(answer);
  if (done === true) return { ret: value };
  if (openCalls.length >= DEPTH_MAX) {
    rounds.return([]);
    throw new ApiError(`The limit of ${DEPTH_MAX} calls that wait for each other is reached`);
  }
  openCalls.push(rounds);
  return value;
}

function decode(message: Uint8Array): unknown {
  try {
    return decodeCbor(message);
  } catch {
    throw new ApiError('The message is not CBOR');
  }
}

function argumentsOf({ args, argsL }: z.output<typeof requestSchema>): readonly unknown[] {
  const sent = args ?? [];
  const padded = [...sent, ...Array<null>(Math.max(0, (argsL ?? 0) - sent.length)).fill(null)];
  return padded.map((value) => {
    if (value === '_*NIL*_') return null;
    if (Array.isArray(value)) return value.map(withoutFunctionMark);
    if (typeof value !== 'object' || value === null) return withoutFunctionMark(value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutFunctionMark(item)]));
  });
}

function withoutFunctionMark(value: unknown): unknown {
  return typeof value === 'string' && value.endsWith('@func') ? value.slice(0, -'@func'.length) : value;
}

function messageOf(problem: unknown): string {
  if (problem instanceof z.ZodError) {
    const [issue] = problem.issues;
    const [position, ...rest] = issue?.path ?? [];
    const where = typeof position === 'number' ? `Argument ${position + 1}` : `Field "${String(position ?? '')}"`;
    return `${where}${rest.map((key) => `.${String(key)}`).join('')}: ${issue?.message ?? 'bad value'}`;
  }
  return problem instanceof Error ? problem.message : String(problem);
}

const callScriptFunction = apiFunction([z.string(), z.int()], ([name, script, ...args], context) => {
  if (!isScript(script)) throw new ApiError(`Script does not exist: handle ${script}`);
  const run = FUNCTIONS.get(name.split('@', 1)[0]!);
  if (run === undefined) throw new ApiError(`The script has no function ${JSON.stringify(name.slice(0, 200))}`);
  return run(args, context);
});

export const SERVED = {
  sim: {
    ...{ ...SIM_OBJECTS, ...SIM_POSES, ...SIM_JOINTS, ...SIM_MOTION, ...SIM_SIMULATION, ...SIM_CONTACT },
    callScriptFunction,
  },
  simIK: SIM_IK,
  simOMPL: SIM_OMPL,
};

export const WITHOUT_EFFECT = {
  sim: { ...SIM_OBJECTS_NO_EFFECT, ...SIM_JOINTS_NO_EFFECT, ...SIM_SIMULATION_NO_EFFECT, ...NO_EFFECT.sim },
  simIK: SIM_IK_NO_EFFECT,
  simOMPL: { ...SIM_OMPL_NO_EFFECT, ...NO_EFFECT.simOMPL },
};

const MODULES = new Map(
  Object.entries({ sim: SIM_CONSTANTS, simIK: SIM_IK_CONSTANTS, simOMPL: SIM_OMPL_CONSTANTS }).map(
    ([module, constants]) => {
      const name = module as keyof typeof SERVED;
      const functions: Functions = { ...SERVED[name], ...WITHOUT_EFFECT[name], ...REFUSED[name] };
      return [module, { functions, constants }];
    },
  ),
);

const FUNCTIONS: ReadonlyMap<string, ApiFunction> = new Map([
  ...[...MODULES].flatMap(([module, { functions }]) =>
    Object.entries(functions).map(([name, run]) => [`${module}.${name}`, run] as const),
  ),
  ['zmqRemoteApi.require', apiFunction([z.unknown()], ([name]) => void moduleOf(name))],
  ['zmqRemoteApi.info', ([name]) => [describeModule(name)]],
]);

function withoutVersion(name: string) {
  return name.replace(/^(sim\w*)-\d{1,3}(?=\.|$)/, '$1');
}

function moduleOf(name: unknown) {
  const module = typeof name === 'string' ? MODULES.get(withoutVersion(name)) : undefined;
  if (module !== undefined) return module;
  const quoted = JSON.stringify(name)?.slice(0, 200);
  throw new ApiError(`There is no module ${quoted}; the modules are ${[...MODULES.keys()].join(', ')}`);
}

function describeModule(name: unknown): object {
  const { functions, constants } = moduleOf(name);
  const calls = Object.keys(functions).map((key) => [key, { func: {} }]);
  return { ...Object.fromEntries(calls), ...describeConstants(constants) };
}

function describeConstants(constants: object): object {
  return Object.fromEntries(
    Object.entries(constants).map(([key, value]) => [
      key,
      typeof value === 'number' ? { const: value } : describeConstants(value),
    ]),
  );
}
