import { randomUUID } from 'node:crypto';
import { excerpt } from '../quoted.ts';
import { SimulatorError, unusable } from '../simulator_error.ts';
import type { SimulatorAddress } from '../world.ts';
import { decodeCbor, encodeCbor } from './wire/cbor.ts';
import { RequestSocket } from './wire/request_socket.ts';

export class ConnectionError extends SimulatorError {}

const MESSAGE_BYTES_MAX = 64 * 2 ** 20;
const ROUNDS_MAX = 1_000_000;
const PROBLEM_MAX = 300;
const VERSION = 2;

export type RemoteApiConnection = ReturnType<typeof remoteApiConnection>;

export function remoteApiConnection({ url, timeoutMs }: SimulatorAddress) {
  const { hostname, port } = new URL(url);
  const address = { host: hostname.replace(/^\[|\]$/g, ''), port: Number(port) };
  /** Without an address, because traces contain it. */
  const name = "CoppeliaSim's remote API";
  /** To a known UUID, CoppeliaSim answers with the rest of an interrupted call. */
  let link: Readonly<{ socket: RequestSocket; uuid: string }> | null = null;

  function close(): void {
    link?.socket.close();
    link = null;
  }

  function send(message: object, signal: AbortSignal | undefined): Promise<Buffer> {
    link ??= { socket: new RequestSocket(address, MESSAGE_BYTES_MAX), uuid: randomUUID() };
    const sender = { uuid: link.uuid, ver: VERSION, lang: 'tapedeck', timeout: Math.ceil(timeoutMs / 1000) };
    return link.socket.ask(encodeCbor({ ...message, ...sender }), { timeoutMs, signal });
  }

  async function exchange(func: string, args: readonly unknown[], signal?: AbortSignal) {
    signal?.throwIfAborted();
    let message: object = { func, args, argsL: args.length };
    try {
      for (let round = 0; round < ROUNDS_MAX; round++) {
        const reply = replyOf(await send(message, signal));
        if (!('func' in reply)) return reply;
        if (reply.func === '_*wait*_') message = { func: '_*executed*_', args: [], argsL: 0 };
        else if (reply.func !== '_*repeat*_') throw new Error(`it called the unknown function "${reply.func}"`);
      }
      throw new Error(`the limit of ${ROUNDS_MAX} waits is reached`);
    } catch (cause) {
      close();
      signal?.throwIfAborted();
      const problem = cause instanceof Error ? cause.message : String(cause);
      throw new ConnectionError(`Cannot use ${name} at "${url}": ${func}: ${excerpt(problem, PROBLEM_MAX)}`, { cause });
    }
  }

  async function call(func: string, args: readonly unknown[], signal?: AbortSignal): Promise<readonly unknown[]> {
    const reply = await exchange(func, args, signal);
    if ('ret' in reply) return reply.ret;
    close();
    const problem = reply.err.replaceAll('_=NL=_', ' ').replaceAll('_=TB=_', ' ');
    throw unusable(name, `${func}: ${excerpt(problem, PROBLEM_MAX)}`);
  }
  return { name, call, close };
}

function replyOf(bytes: Buffer) {
  const reply = decodeCbor(bytes);
  if (typeof reply !== 'object' || reply === null || Array.isArray(reply)) throw new Error('its answer is not a map');
  const { ret, err, func, error } = reply as Readonly<Record<string, unknown>>;
  if (typeof err === 'string') return { err };
  if (typeof error === 'string') throw new Error(error);
  if (typeof func === 'string') return { func };
  if (Array.isArray(ret)) return { ret: ret as readonly unknown[] };
  if (typeof ret === 'object' && ret !== null && Object.keys(ret).length === 0) return { ret: [] };
  throw new Error('its answer has neither "ret" nor "err" nor "func"');
}
