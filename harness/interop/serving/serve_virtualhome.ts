import { mkdirSync, readdirSync, statSync, writeFileSync } from 'node:fs';
import type { IncomingMessage, ServerResponse } from 'node:http';
import { basename, dirname, join, resolve } from 'node:path';
import {
  type BoundedServer,
  bodyText,
  boundedServer,
  EndpointError,
  SERVER_BOUNDS,
  type ServerBounds,
} from '../../../cassettes/endpoint/bounded_server.ts';
import type { House } from '../../../envs/household/scene/house.ts';
import { readGraph } from '../../../envs/household/scene/read_graph.ts';
import { household } from '../../../envs/household/world.ts';
import { wireReply } from '../../../envs/virtualhome/client.ts';
import type { PictureKeeper } from '../../../envs/virtualhome/server/render_script.ts';
import { graphSource, houseSource, type SceneSource } from '../../../envs/virtualhome/server/scene_source.ts';
import { type HttpAnswer, ServedSimulator } from '../../../envs/virtualhome/server/served_simulator.ts';
import { invalid, messageOf } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import type { Messages } from '../../io/screen.ts';

const BOUNDS = { ...SERVER_BOUNDS, connectionsMax: 2_048 };

type ServedHouses = Address &
  Readonly<{
    scene: readonly string[] | undefined;
    graph: readonly string[] | undefined;
    pictures: string | undefined;
  }>;

export async function serveVirtualHome(
  { host, port, scene, graph, pictures }: ServedHouses,
  { say }: Pick<Messages, 'say'>,
): Promise<Served & { readonly environments: readonly SceneSource[] }> {
  const environments = graph === undefined ? houseSources(scene) : graphSources(graph);
  const simulator = new ServedSimulator(environments, { keepPicture: pictureKeeper(pictures) });
  let answers = 0;
  const hooks = { onAnswer: () => void answers++, onFailure: say };
  const handle = virtualHomeEndpoint({ simulator, bounds: BOUNDS, ...allowedHosts(host), ...hooks });
  const { origin, close } = await listen(handle, { host, port, bounds: BOUNDS });
  return { url: origin, close, answered: () => answers, environments };
}

function houseSources(selection: readonly string[] | undefined): SceneSource[] {
  const numbers = readdirSync(household.scenesFolder)
    .flatMap((file) => /^house_(\d{1,2})\.json$/.exec(file)?.[1] ?? [])
    .sort((a, b) => Number(a) - Number(b));
  const unknown = selection?.find((number) => !numbers.includes(number));
  if (selection?.length === 0 || unknown !== undefined) {
    throw invalid(`--scene must be one of ${numbers.join(', ')}, found ${unknown ?? 'none'}`);
  }
  return (selection ?? numbers).map((number) => {
    const path = join(household.scenesFolder, `house_${number}.json`);
    return houseSource(household.readScene(readText(path), path) as House, Number(number) - 1);
  });
}

function graphSources(paths: readonly string[]): SceneSource[] {
  if (paths.length === 0) throw invalid('--graph needs a value');
  return paths.map((path, at) => graphSource(readGraph(readText(path), path), basename(path), at));
}

const MARK_FILE = 'tapedeck_pictures.txt';

function pictureKeeper(folder: string | undefined): PictureKeeper | null {
  if (folder === undefined) return null;
  const refusal = `Cannot keep pictures in "${folder}"`;
  if (statSync(folder, { throwIfNoEntry: false })?.isDirectory() === false) throw invalid(`${refusal}: it is a file`);
  mkdirSync(folder, { recursive: true });
  const files = readdirSync(folder);
  if (files.length > 0 && !files.includes(MARK_FILE)) {
    throw invalid(`${refusal}: it contains files that Tapedeck did not write; choose a new folder with --pictures`);
  }
  writeFileSync(join(folder, MARK_FILE), 'Pictures of scripts; later pictures of the same name replace them\n');
  return (file, png) => {
    const path = resolve(folder, file);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, png);
  };
}

export type VirtualHomeEndpoint = Readonly<{
  simulator: Pick<ServedSimulator, 'answer'>;
  bounds: ServerBounds;
  hosts?: readonly string[];
  onAnswer?: () => void;
  onFailure?: (message: string) => void;
}>;

/** Never rejects. */
export function virtualHomeEndpoint(endpoint: VirtualHomeEndpoint) {
  return async (request: IncomingMessage, response: ServerResponse) => {
    response.on('error', () => {});
    try {
      send(response, await answerTo(request, endpoint));
      endpoint.onAnswer?.();
    } catch (error) {
      const message = messageOf(error);
      if (!(error instanceof EndpointError)) endpoint.onFailure?.(message);
      const status = error instanceof EndpointError ? error.status : 500;
      send(response, refusal(status, status === 500 ? `Unknown error (${message})` : message));
    }
  };
}

async function answerTo(request: IncomingMessage, { simulator, bounds, hosts }: VirtualHomeEndpoint) {
  const refuse = (status: number, message: string) => {
    request.resume();
    return refusal(status, message);
  };
  // Security: any open web page could send requests.
  if (request.headers.origin !== undefined) return refuse(403, 'The server does not accept requests from web pages');
  const name = (request.headers.host ?? '').replace(/:\d+$/, '').toLowerCase();
  if (hosts !== undefined && !hosts.includes(name)) {
    return refuse(403, `This server is called ${hosts.join(' or ')}, not ${JSON.stringify(name.slice(0, 100))}`);
  }
  if (request.method !== 'POST') return refuse(501, 'The simulator accepts only POST');
  return simulator.answer(await bodyText(request, bounds));
}

function refusal(status: number, message: string): HttpAnswer {
  return { status, reply: wireReply('', { success: false, message }) };
}

function send(response: ServerResponse, { status, reply }: HttpAnswer): void {
  if (response.headersSent || response.destroyed) return;
  const body = Buffer.from(JSON.stringify(reply));
  response.writeHead(status, { 'content-type': 'application/json; charset=utf-8', 'content-length': body.length });
  response.end(body);
}

export type Address = Readonly<{ host: string; port: number }>;

export type Served = Readonly<{ url: string; answered: () => number; close: () => Promise<void> }>;

export function listen(
  handle: (request: IncomingMessage, response: ServerResponse) => Promise<void>,
  address: Address & { readonly bounds: ServerBounds },
): Promise<BoundedServer> {
  return startServer(() => boundedServer(handle, address), address);
}

export async function startServer<S>(start: () => Promise<S>, { host, port }: Address): Promise<S> {
  try {
    return await start();
  } catch (cause) {
    const code = cause instanceof Error && 'code' in cause ? cause.code : null;
    const problem = code === 'EADDRINUSE' ? 'the port is in use' : messageOf(cause);
    const remedy = 'choose a different --port (0 for any free port) or --host';
    throw invalid(`Cannot listen on "${host}", port ${port}: ${problem}; ${remedy}`, { cause });
  }
}

export function allowedHosts(host: string): { readonly hosts?: readonly string[] } {
  return isLoopback(host) ? { hosts: ['localhost', '127.0.0.1', '[::1]'] } : {};
}

export function isLoopback(host: string): boolean {
  return host === 'localhost' || host === '::1' || /^127(\.\d{1,3}){3}$/.test(host);
}
