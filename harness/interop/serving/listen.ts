/**
 * What commands that serve have in common: where they listen, under which names, and how they end.
 *
 * @module
 */
import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BoundedServer, boundedServer, type ServerBounds } from '../../../cassettes/endpoint/bounded_server.ts';
import { option } from '../../cli/terminal/option.ts';
import { invalid } from '../../io/errors/failure.ts';

/** Options of such a command; each has a port of its own where nothing is said. */
export const LISTENING = {
  port: option.anyNumber('Port to listen at; 0 for any that is free'),
  host: {
    type: 'string',
    default: '127.0.0.1',
    describe: 'Address to listen at; others reach all but loopback',
  },
} as const;

/** Throws a CommandFailure on a number that no port has. */
export function checkPort(port: number): void {
  if (Number.isInteger(port) && port >= 0 && port <= 65_535) return;
  throw invalid(`--port must be a whole number from 0 to 65535, found ${port}`);
}

type Address = { readonly host: string; readonly port: number };

/** An HTTP server. Throws a CommandFailure where the address cannot be listened at. */
export function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  at: Address & { readonly bounds: ServerBounds },
): Promise<BoundedServer> {
  return listening(() => boundedServer(handle, at), at);
}

/** What `start` gives, a server of any kind. Throws a CommandFailure where the address cannot be listened at. */
export async function listening<S>(start: () => Promise<S>, at: Address): Promise<S> {
  try {
    return await start();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    const problem =
      code === 'EADDRINUSE' ? 'the port is taken' : String(cause instanceof Error ? cause.message : cause);
    throw invalid(
      `Cannot listen at "${at.host}", port ${at.port}: ${problem}; choose another --port (0 for any that is free) or --host`,
      { cause },
    );
  }
}

/** Closes the server when the command is to end. */
export async function closedAt(signal: AbortSignal, server: Pick<BoundedServer, 'close'>): Promise<void> {
  if (!signal.aborted) {
    await new Promise<void>((resolve) => signal.addEventListener('abort', () => resolve(), { once: true }));
  }
  await server.close();
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}

/** Under which names a server that listens at loopback is addressed; elsewhere it may have any. */
export function ownNames(host: string): { readonly hosts?: readonly string[] } {
  return isLoopback(host) ? { hosts: ['localhost', '127.0.0.1', '[::1]'] } : {};
}
