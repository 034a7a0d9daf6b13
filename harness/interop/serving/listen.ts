import type { IncomingMessage, ServerResponse } from 'node:http';
import { type BoundedServer, boundedServer, type ServerBounds } from '../../../cassettes/endpoint/bounded_server.ts';
import { invalid, messageOf } from '../../io/errors/failure.ts';

export type Address = Readonly<{ host: string; port: number }>;

export type Served = Readonly<{ url: string; answered: () => number; close: () => Promise<void> }>;

/** Rejects with a CommandFailure if the address is not available. */
export function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  at: Address & { readonly bounds: ServerBounds },
): Promise<BoundedServer> {
  return reportingFailure(() => boundedServer(handle, at), at);
}

export async function reportingFailure<S>(start: () => Promise<S>, { host, port }: Address): Promise<S> {
  try {
    return await start();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    const problem = code === 'EADDRINUSE' ? 'the port is in use' : messageOf(cause);
    const remedy = 'choose a different --port (0 for any free port) or --host';
    throw invalid(`Cannot listen on "${host}", port ${port}: ${problem}; ${remedy}`, { cause });
  }
}

/** The allowed host names at loopback; elsewhere any name is allowed. */
export function ownNames(host: string): { readonly hosts?: readonly string[] } {
  return isLoopback(host) ? { hosts: ['localhost', '127.0.0.1', '[::1]'] } : {};
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
