import type { IncomingMessage, ServerResponse } from 'node:http';
import { bodyText, type ServerBounds } from '../../../cassettes/endpoint/bounded_server.ts';
import { EndpointError } from '../../../cassettes/endpoint/endpoint_error.ts';
import type { HttpAnswer, ServedSimulator } from '../../../envs/virtualhome/server/served_simulator.ts';
import { wireReply } from '../../../envs/virtualhome/wire.ts';
import { messageOf } from '../../io/errors/failure.ts';

export type VirtualHomeEndpoint = Readonly<{
  simulator: Pick<ServedSimulator, 'answer'>;
  bounds: ServerBounds;
  hosts?: readonly string[];
  onAnswer?: () => void;
  onFailure?: (message: string) => void;
}>;

/** Answers `POST` on any path. Never rejects. */
export function virtualHomeEndpoint(endpoint: VirtualHomeEndpoint) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => {});
    try {
      send(response, await answered(request, endpoint));
      endpoint.onAnswer?.();
    } catch (error) {
      const message = messageOf(error);
      if (!(error instanceof EndpointError)) endpoint.onFailure?.(message);
      const status = error instanceof EndpointError ? error.status : 500;
      send(response, refused(status, status === 500 ? `Unknown error (${message})` : message));
    }
  };
}

async function answered(request: IncomingMessage, { simulator, bounds, hosts }: VirtualHomeEndpoint) {
  const drained = (status: number, message: string) => {
    request.resume();
    return refused(status, message);
  };
  // Any web page that the user has open could send requests.
  if (request.headers.origin !== undefined) return drained(403, 'Web pages are not answered; ask from a program');
  const name = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (hosts !== undefined && !hosts.includes(name)) {
    return drained(403, `This server is called ${hosts.join(' or ')}, not ${JSON.stringify(name.slice(0, 100))}`);
  }
  if (request.method !== 'POST') return drained(501, 'The simulator accepts POST only');
  return simulator.answer(await bodyText(request, bounds));
}

function refused(status: number, message: string): HttpAnswer {
  return { status, reply: wireReply('', { success: false, message }) };
}

function send(response: ServerResponse, { status, reply }: HttpAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(JSON.stringify(reply));
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}
