/** A call that waits or runs a client's function stays open; requests in between stack on top of it. */
import { z } from 'zod';
import type { Scene } from '../../tabletop/table/table.ts';
import { Simulation } from '../scene/simulation.ts';
import { ApiError } from '../wire/api_error.ts';
import { decodeCbor, encodeCbor } from '../wire/cbor.ts';
import { type ApiContext, type Client, Registry, type Rounds } from './functions/api_function.ts';
import { functionNamed } from './remote_api.ts';

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

export class RemoteApi {
  readonly #shared: Omit<ApiContext, 'client' | 'clients'>;
  readonly #clients = new Map<string, Client>();
  readonly #nowMs: () => number;
  #keptMs: number;

  /** Without a clock, time passes with calls only. */
  constructor(scene: Pick<Scene, 'blocks'>, { nowMs = () => 0 }: { nowMs?: () => number } = {}) {
    this.#shared = {
      simulation: new Simulation(scene),
      collections: new Registry({ kind: 'Collection', max: 1000, full: 'collections, and no more', first: 1_000_000 }),
      ik: new Registry({ kind: 'IK environment', max: 100, full: 'IK environments; erase some' }),
      tasks: new Registry({ kind: 'Motion planning task', max: 100, full: 'motion planning tasks; destroy some' }),
      stateSpaces: new Registry({ kind: 'State space', max: 1000, full: 'state spaces; destroy some' }),
      parameters: new Map(),
    };
    this.#nowMs = nowMs;
    this.#keptMs = nowMs();
  }

  session(): Session {
    return new Session(this);
  }

  contextOf(uuid: string): ApiContext {
    const client = this.#clients.get(uuid) ?? { steppingLevel: 0, connections: 0 };
    if (!this.#clients.has(uuid) && this.#clients.size >= CLIENTS_MAX) {
      this.#clients.delete(this.#clients.keys().next().value!);
    }
    this.#clients.set(uuid, client);
    return { ...this.#shared, client, clients: () => this.#clients.values() };
  }

  get #isStepped(): boolean {
    for (const { steppingLevel } of this.#clients.values()) if (steppingLevel > 0) return true;
    return false;
  }

  /** Advances the simulation to the clock before a call, unless a client steps. */
  keepUp(): void {
    const { simulation } = this.#shared;
    const nowMs = this.#nowMs();
    const steps = Math.floor((nowMs - this.#keptMs) / simulation.stepMs);
    if (simulation.state !== 'running' || this.#isStepped) {
      this.#keptMs = nowMs;
    } else if (steps > 0) {
      simulation.advance(steps);
      this.#keptMs += steps * simulation.stepMs;
    }
  }

  passTime(): void {
    if (!this.#isStepped) this.#shared.simulation.advance();
  }

  enter(uuid: string): void {
    this.contextOf(uuid).client.connections++;
  }

  leave(uuid: string): void {
    const client = this.#clients.get(uuid);
    if (client !== undefined && --client.connections <= 0) this.forget(uuid);
  }

  forget(uuid: string): void {
    this.#clients.delete(uuid);
  }
}

export class Session {
  readonly #api: RemoteApi;
  readonly #waiting: Rounds[] = [];
  readonly #uuids = new Set<string>();

  constructor(api: RemoteApi) {
    this.#api = api;
  }

  /** Request and reply are CBOR. Never throws. */
  answer(message: Uint8Array): Buffer {
    return encodeCbor(this.#reply(message));
  }

  /** Ends the client's open calls, so that they do not block others. */
  close(): void {
    for (const rounds of this.#waiting.splice(0)) rounds.return([]);
    for (const uuid of this.#uuids) this.#api.leave(uuid);
  }

  #reply(message: Uint8Array): object {
    try {
      const request = requestSchema.parse(decoded(message));
      if (request.uuid === null || request.uuid === undefined || (request.ver ?? VERSION) !== VERSION) {
        // CoppeliaSim's message to clients of version 1.
        return { success: false, error: "The client ZeroMQ remote API version does not match CoppeliaSim's version" };
      }
      return this.#carryOut(request.uuid, request.func, argumentsOf(request));
    } catch (problem) {
      // CoppeliaSim's escapes, which its clients decode.
      return { err: saidOf(problem).replaceAll('\n', '_=NL=_').replaceAll('\t', '_=TB=_') };
    }
  }

  #carryOut(uuid: string, name: string, args: readonly unknown[]): object {
    if (name === '_*end*_') {
      this.#api.forget(uuid);
      return {};
    }
    if (name === '_*executed*_') {
      const rounds = this.#waiting.pop();
      if (rounds === undefined) throw new ApiError('Nothing was waiting for "_*executed*_"');
      return this.#goOn(rounds, args);
    }
    const run = functionNamed(name);
    if (!this.#uuids.has(uuid)) this.#api.enter(uuid);
    this.#uuids.add(uuid);
    const context = this.#api.contextOf(uuid);
    this.#api.keepUp();
    try {
      const result = run(args, context);
      return 'next' in result ? this.#goOn(result as Rounds, []) : { ret: result };
    } catch (problem) {
      throw new ApiError(`${saidOf(problem)} (in function '${name}')`);
    } finally {
      this.#api.passTime();
    }
  }

  #goOn(rounds: Rounds, given: readonly unknown[]): object {
    const { done, value } = rounds.next(given);
    if (done === true) return { ret: value };
    if (this.#waiting.length >= DEPTH_MAX) {
      rounds.return([]);
      throw new ApiError(`More than ${DEPTH_MAX} calls wait for each other`);
    }
    this.#waiting.push(rounds);
    return value;
  }
}

function decoded(message: Uint8Array): unknown {
  try {
    return decodeCbor(message);
  } catch {
    throw new ApiError('The message is not CBOR');
  }
}

/** `argsL` counts the arguments, since trailing ones may be nil; a function comes as its name. */
function argumentsOf({ args, argsL }: z.output<typeof requestSchema>): readonly unknown[] {
  const given = args ?? [];
  const padded = [...given, ...Array<null>(Math.max(0, (argsL ?? 0) - given.length)).fill(null)];
  return padded.map((value) => {
    if (value === '_*NIL*_') return null;
    if (Array.isArray(value)) return value.map(namedFunction);
    if (typeof value !== 'object' || value === null) return namedFunction(value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, namedFunction(item)]));
  });
}

function namedFunction(value: unknown): unknown {
  return typeof value === 'string' && value.endsWith('@func') ? value.slice(0, -'@func'.length) : value;
}

function saidOf(problem: unknown): string {
  if (problem instanceof z.ZodError) {
    const [issue] = problem.issues;
    const [position, ...rest] = issue?.path ?? [];
    const where = typeof position === 'number' ? `Argument ${position + 1}` : `Field "${String(position ?? '')}"`;
    return `${where}${rest.map((key) => `.${String(key)}`).join('')}: ${issue?.message ?? 'bad value'}`;
  }
  return problem instanceof Error ? problem.message : String(problem);
}
