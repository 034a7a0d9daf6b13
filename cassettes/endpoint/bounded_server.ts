import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo, Server as NetServer, Socket } from 'node:net';
import { TapeMissError } from '../cassette/replay.ts';
import { ApiUnusableError } from '../client/api_failure.ts';
import { LlmCallError } from '../llm.ts';

export class EndpointError extends Error {
  override readonly name = 'EndpointError';
  readonly status: number;
  readonly code: string;
  readonly param: string | null;

  constructor(status: number, code: string, message: string, param: string | null = null) {
    super(message);
    this.status = status;
    this.code = code;
    this.param = param;
  }
}

export function endpointError(error: unknown): EndpointError {
  if (error instanceof EndpointError) return error;
  const message = error instanceof Error ? error.message : String(error);
  if (error instanceof TapeMissError) return new EndpointError(404, 'tape_miss', message);
  if (error instanceof LlmCallError)
    return new EndpointError(error.code === 'api_error' ? 502 : 400, error.code, message);
  if (error instanceof ApiUnusableError) return new EndpointError(502, 'api_error', message);
  if (error instanceof Error && (error.name === 'TapeError' || error.name === 'TapeNameError')) {
    return new EndpointError(error.name === 'TapeError' ? 500 : 400, 'tape_error', message);
  }
  return new EndpointError(500, 'internal_error', message);
}

export function errorBody({ status, code, message, param }: EndpointError): string {
  const type = status < 500 ? 'invalid_request_error' : 'api_error';
  return JSON.stringify({ error: { message, type, param, code } });
}

export const SERVER_BOUNDS = {
  /** Connections after a complete request. */
  connectionsMax: 256,
  /** Connections before it. */
  halfOpenMax: 256,
  bodyBytesMax: 16 * 2 ** 20,
  requestMs: 30_000,
};

export type ServerBounds = Readonly<typeof SERVER_BOUNDS>;
export type ConnectionBounds = Pick<ServerBounds, 'connectionsMax' | 'halfOpenMax'>;
export type BoundedServer = Awaited<ReturnType<typeof boundedServer>>;

const CLOSE_MS = 2_000;

export type Handle = (request: IncomingMessage, response: ServerResponse) => Promise<void>;

type ListenOptions = Readonly<{ host: string; port: number; bounds: ServerBounds }>;

export async function boundedServer(handle: Handle, { host, port, bounds }: ListenOptions) {
  const { requestMs } = bounds;
  const timeouts = { requestTimeout: requestMs, headersTimeout: requestMs };
  const options = { ...timeouts, connectionsCheckingInterval: Math.min(1_000, requestMs) };
  const server = createServer(options, (request, response) => {
    if (admit(request.socket)) void handle(request, response);
  });
  const admit = limitConnections(server, bounds);
  server.keepAliveTimeout = 5_000;
  server.listen(port, host);
  await once(server, 'listening');
  const { address, port: boundPort, family } = server.address() as AddressInfo;
  const origin = `http://${family === 'IPv6' ? `[${address}]` : address}:${boundPort}`;
  return { origin, close: () => closeServer(server) };
}

async function closeServer(server: Server) {
  const done = new Promise<void>((resolve) => server.close(() => resolve()));
  server.closeIdleConnections();
  const late = setTimeout(() => server.closeAllConnections(), CLOSE_MS);
  await done;
  clearTimeout(late);
}

/** Reads an oversized body to its end: clients read nothing while they send. */
export async function bodyText(request: IncomingMessage, { bodyBytesMax }: ServerBounds): Promise<string> {
  const tooLong = () => new EndpointError(413, 'body_too_long', `The body is longer than ${bodyBytesMax} bytes`);
  if (Number(request.headers['content-length'] ?? 0) > bodyBytesMax) {
    request.resume();
    throw tooLong();
  }
  const chunks: Buffer[] = [];
  let bytes = 0;
  return new Promise((resolve, reject) => {
    request.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes <= bodyBytesMax) chunks.push(chunk);
      else reject(tooLong());
    });
    request.on('end', () => resolve(Buffer.concat(chunks).toString()));
    const rejectCutOff = () => reject(new EndpointError(400, 'body_cut_off', 'The body is cut off'));
    request.on('error', rejectCutOff);
    request.on('close', () => {
      if (!request.complete) rejectCutOff();
    });
  });
}

/** Closes the oldest connection beyond `halfOpenMax`. Call the result once a request is complete. */
export function limitConnections(
  server: NetServer,
  { connectionsMax, halfOpenMax }: ConnectionBounds,
): (socket: Socket) => boolean {
  const halfOpen = new Set<Socket>();
  const open = new Set<Socket>();
  server.on('connection', (socket: Socket) => {
    halfOpen.add(socket);
    socket.once('close', () => {
      halfOpen.delete(socket);
      open.delete(socket);
    });
    const [oldest] = halfOpen;
    if (oldest === undefined || halfOpen.size <= halfOpenMax) return;
    halfOpen.delete(oldest);
    oldest.destroy();
  });
  return (socket) => {
    halfOpen.delete(socket);
    if (!open.has(socket) && open.size >= connectionsMax) {
      socket.destroy();
      return false;
    }
    open.add(socket);
    return true;
  };
}
