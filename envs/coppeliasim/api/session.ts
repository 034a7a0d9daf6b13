/** A call that waits, or runs a client's function, stays open below the next requests. */
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

type Connection = Readonly<{ openCalls: Rounds[]; uuids: Set<string> }>;

export class RemoteApi {
  readonly #shared: Omit<ApiContext, 'client'>;
  readonly #clients = new Map<string, Client>();
  readonly #nowMs: () => number;
  #simulatedMs: number;

  /** Without a clock, time passes with calls only. */
  constructor(scene: Pick<Scene, 'blocks'>, { nowMs = () => 0 }: { nowMs?: () => number } = {}) {
    this.#shared = {
      simulation: new Simulation(scene),
      clients: () => this.#clients.values(),
      collections: new Registry({ kind: 'Collection', max: 1000, full: 'collections, and no more', first: 1_000_000 }),
      ik: new Registry({ kind: 'IK environment', max: 100, full: 'IK environments; erase some' }),
      tasks: new Registry({ kind: 'Motion planning task', max: 100, full: 'motion planning tasks; destroy some' }),
      stateSpaces: new Registry({ kind: 'State space', max: 1000, full: 'state spaces; destroy some' }),
      parameters: new Map(),
    };
    this.#nowMs = nowMs;
    this.#simulatedMs = nowMs();
  }

  /** Of one connection, in CBOR; never throws. */
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
      const request = requestSchema.parse(decoded(message));
      if (request.uuid === null || request.uuid === undefined || (request.ver ?? VERSION) !== VERSION) {
        // CoppeliaSim's message to clients of version 1.
        return { success: false, error: "The client ZeroMQ remote API version does not match CoppeliaSim's version" };
      }
      const args = argumentsOf(request);
      if (request.func === '_*end*_') {
        this.#clients.delete(request.uuid);
        return {};
      }
      if (request.func !== '_*executed*_') return this.#call(request.func, args, { uuid: request.uuid, connection });
      const rounds = connection.openCalls.pop();
      if (rounds === undefined) throw new ApiError('Nothing was waiting for "_*executed*_"');
      return resume(rounds, args, connection);
    } catch (problem) {
      // CoppeliaSim's escapes, which its clients decode.
      return { err: messageOf(problem).replaceAll('\n', '_=NL=_').replaceAll('\t', '_=TB=_') };
    }
  }

  #call(
    name: string,
    args: readonly unknown[],
    { uuid, connection }: { uuid: string; connection: Connection },
  ): object {
    const run = functionNamed(name);
    const client = this.#client(uuid);
    if (!connection.uuids.has(uuid)) client.connections++;
    connection.uuids.add(uuid);
    this.#catchUp();
    try {
      const result = run(args, { ...this.#shared, client });
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
    for (const { steppingLevel } of this.#clients.values()) if (steppingLevel > 0) return true;
    return false;
  }

  #catchUp(): void {
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
    throw new ApiError(`More than ${DEPTH_MAX} calls wait for each other`);
  }
  openCalls.push(rounds);
  return value;
}

function decoded(message: Uint8Array): unknown {
  try {
    return decodeCbor(message);
  } catch {
    throw new ApiError('The message is not CBOR');
  }
}

/** `argsL` counts trailing nils, too; a function comes as its name. */
function argumentsOf({ args, argsL }: z.output<typeof requestSchema>): readonly unknown[] {
  const sent = args ?? [];
  const padded = [...sent, ...Array<null>(Math.max(0, (argsL ?? 0) - sent.length)).fill(null)];
  return padded.map((value) => {
    if (value === '_*NIL*_') return null;
    if (Array.isArray(value)) return value.map(withoutMark);
    if (typeof value !== 'object' || value === null) return withoutMark(value);
    return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, withoutMark(item)]));
  });
}

/** `f` for `f@func`. */
function withoutMark(value: unknown): unknown {
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
