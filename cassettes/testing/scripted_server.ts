import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export type SeenRequest = Readonly<{ url: string; headers: IncomingHttpHeaders; body: unknown }>;

export type ScriptedResponse =
  | Readonly<{ status: number; body: string; headers?: Readonly<Record<string, string>> }>
  | 'hang'
  | 'stall'
  | 'break';

export type ScriptedServer = Readonly<{
  /** With the `/v1` that clients expect. */
  baseUrl: string;
  seen: SeenRequest[];
  close: () => Promise<void>;
}>;

export async function scriptedServer(
  respond: (number: number, request: SeenRequest) => ScriptedResponse,
): Promise<ScriptedServer> {
  const seen: SeenRequest[] = [];
  const server = createServer(async (request, response) => {
    const chunks = await Array.fromAsync(request);
    const body: unknown = JSON.parse(Buffer.concat(chunks).toString() || 'null');
    const one = { url: request.url ?? '', headers: request.headers, body };
    seen.push(one);
    send(response, respond(seen.length, one));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return { baseUrl: `http://127.0.0.1:${port}/v1`, seen, close: () => closeAll(server) };
}

export function chatBody(content: string, more: object = {}): string {
  return JSON.stringify({
    model: 'gpt-4-0613',
    choices: [{ index: 0, message: { role: 'assistant', content }, finish_reason: 'stop' }],
    usage: { prompt_tokens: 7, completion_tokens: 3, total_tokens: 10 },
    ...more,
  });
}

function send(response: ServerResponse, scripted: ScriptedResponse): void {
  if (scripted === 'hang') return;
  if (typeof scripted === 'object') {
    response.writeHead(scripted.status, { 'content-type': 'application/json', ...scripted.headers });
    response.end(scripted.body);
    return;
  }
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': '1000' });
  response.write(chatBody('half').slice(0, 40), () => {
    if (scripted === 'break') response.destroy();
  });
}

function closeAll(server: Server): Promise<void> {
  server.closeAllConnections();
  return new Promise((resolve) => server.close(() => resolve()));
}
