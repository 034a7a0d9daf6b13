/**
 * The client's side of the ZMQ remote API: asks for one call after the other, and waits as long as the simulator says.
 *
 * @module
 */
import { connect, type Socket } from 'node:net';
import { excerpt } from '../quoted.ts';
import { SimulatorError } from '../simulator_error.ts';
import type { SimulatorAddress } from '../world.ts';
import { decodeCbor, encodeCbor } from './wire/cbor.ts';
import { greeting, messageFrames, readyCommand, ZmtpReader } from './wire/zmtp.ts';

/** All that the env knows of a simulator; whoever has its answers, live or recorded, can stand for it. */
export interface RemoteApiConnection {
  /** As messages name it. */
  readonly name: string;
  /** What a function gives. Rejects with a SimulatorError, or with the signal's reason; the connection is then given up. */
  call(func: string, args: readonly unknown[], signal?: AbortSignal): Promise<readonly unknown[]>;
  close(): void;
}

const MESSAGE_BYTES_MAX = 64 * 2 ** 20;
/** Rounds in which the simulator asks to wait. */
const ROUNDS_MAX = 1_000_000;
const WORDS_MAX = 300;
/** Who asks; it matters to clients that step, and this one does not. */
const CLIENT = 'tapedeck';

type Link = { readonly socket: Socket; readonly reader: ZmtpReader };

/** `url` is `tcp://HOST:PORT`. Connects when it is first asked. Each message has so long to be answered. */
export function remoteApiConnection({ url, timeoutMs }: SimulatorAddress): RemoteApiConnection {
  const { hostname, port } = new URL(url);
  const name = `CoppeliaSim's remote API at "${url}"`;
  let link: Link | null = null;

  function linked(): Link {
    if (link !== null) return link;
    const socket = connect(Number(port), hostname.replace(/^\[|\]$/g, ''));
    socket.setNoDelay(true);
    socket.write(Buffer.concat([greeting(), readyCommand('REQ')]));
    link = { socket, reader: new ZmtpReader('REP', MESSAGE_BYTES_MAX) };
    return link;
  }

  function close(): void {
    link?.socket.destroy();
    link = null;
  }

  async function call(func: string, args: readonly unknown[], signal?: AbortSignal): Promise<readonly unknown[]> {
    signal?.throwIfAborted();
    let message: object = { func, args, argsL: args.length };
    try {
      for (let round = 0; round < ROUNDS_MAX; round++) {
        const reply = replyOf(await answerTo(message, linked(), { timeoutMs, signal }));
        if ('ret' in reply) return reply.ret;
        if (reply.func !== '_*wait*_' && reply.func !== '_*repeat*_') throw new Error(`it asked for "${reply.func}"`);
        if (reply.func === '_*wait*_') message = { func: '_*executed*_', args: [], argsL: 0 };
      }
      throw new Error(`it asked to wait ${ROUNDS_MAX} times`);
    } catch (cause) {
      close();
      signal?.throwIfAborted();
      const problem = cause instanceof Error ? cause.message : String(cause);
      throw new SimulatorError(`Cannot use ${name}: ${func}: ${excerpt(problem, WORDS_MAX)}`, { cause });
    }
  }
  return { name, call, close };
}

type Patience = { readonly timeoutMs: number; readonly signal: AbortSignal | undefined };

/** Sends a message, and hears the next one. */
function answerTo(message: object, { socket, reader }: Link, { timeoutMs, signal }: Patience): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const finish = (end: () => void) => {
      clearTimeout(late);
      signal?.removeEventListener('abort', aborted);
      socket.off('data', hear).off('error', fail).off('close', gone);
      end();
    };
    const fail = (problem: unknown) => finish(() => reject(problem));
    const aborted = () => fail(signal?.reason);
    const gone = () => fail(new Error('the connection was closed'));
    const hear = (chunk: Buffer) => {
      try {
        const [reply, more] = reader.read(chunk);
        if (more !== undefined) throw new Error('it answered twice');
        if (reply !== undefined) finish(() => resolve(reply));
      } catch (problem) {
        fail(problem);
      }
    };
    const tooLate = () => fail(new Error(`it did not answer within ${timeoutMs / 1000} s (--simulator-timeout-s)`));
    const late = setTimeout(tooLate, timeoutMs);
    signal?.addEventListener('abort', aborted, { once: true });
    socket.on('data', hear).on('error', fail).on('close', gone);
    socket.write(messageFrames(encodeCbor({ ...message, uuid: CLIENT, ver: 2, lang: 'tapedeck' })));
  });
}

type Reply = { readonly ret: readonly unknown[] } | { readonly func: string };

function replyOf(bytes: Buffer): Reply {
  const reply = decodeCbor(bytes);
  if (typeof reply !== 'object' || reply === null) throw new Error('its answer is no map');
  const { ret, err, func, error } = reply as Readonly<Record<string, unknown>>;
  if (typeof err === 'string') throw new Error(err.replaceAll('_=NL=_', ' ').replaceAll('_=TB=_', ' '));
  if (typeof error === 'string') throw new Error(error);
  if (typeof func === 'string') return { func };
  if (Array.isArray(ret)) return { ret };
  // An empty table may be a map.
  if (typeof ret === 'object' && ret !== null && Object.keys(ret).length === 0) return { ret: [] };
  throw new Error('its answer has neither "ret" nor "err" nor "func"');
}
