import { once } from 'node:events';
import { readdirSync } from 'node:fs';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { join } from 'node:path';
import { type ConnectionBounds, limitConnections } from '../../../cassettes/endpoint/bounded_server.ts';
import { RemoteApi } from '../../../envs/coppeliasim/api/session.ts';
import {
  greeting,
  type Message,
  messageFrames,
  readyCommand,
  ZmtpReader,
} from '../../../envs/coppeliasim/wire/zmtp.ts';
import { readScene } from '../../../envs/tabletop/check_scene.ts';
import { tabletop } from '../../../envs/tabletop/world.ts';
import { invalid } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import { type Address, startServer } from './serve_virtualhome.ts';

export async function serveCoppeliaSim({ scene: name, ...address }: Address & { scene: string }, nowMs: () => number) {
  const path = scenePath(name);
  const scene = readScene(readText(path), path);
  const server = await startServer(() => remoteApiServer(new RemoteApi(scene, { nowMs }), address), address);
  const host = server.host.includes(':') ? `[${server.host}]` : server.host;
  return { ...server, url: `tcp://${host}:${server.port}`, scene: scene.name };
}

function scenePath(scene: string): string {
  if (scene.endsWith('.json')) return scene;
  if (readdirSync(tabletop.scenesFolder).includes(`${scene}.json`)) return join(tabletop.scenesFolder, `${scene}.json`);
  throw invalid(
    `There is no scene "${scene}"; find the names with \`tapedeck list scenes\`, or give the path of a .json file`,
  );
}

export type RemoteApiBounds = ConnectionBounds &
  Readonly<{
    messageBytesMax: number;
    /** Maximum for the handshake, and from the first to the last byte of a message. */
    messageMs: number;
  }>;

export const REMOTE_API_BOUNDS: RemoteApiBounds = {
  connectionsMax: 1024,
  halfOpenMax: 256,
  messageBytesMax: 16 * 2 ** 20,
  messageMs: 30_000,
};

export async function remoteApiServer(
  api: RemoteApi,
  { host, port, bounds = REMOTE_API_BOUNDS }: Address & { bounds?: RemoteApiBounds },
) {
  const sockets = new Set<Socket>();
  let answered = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(socket, api, { bounds, onReady: () => admit(socket), onAnswer: () => void answered++ });
  });
  const admit = limitConnections(server, bounds);
  server.listen(port, host);
  await once(server, 'listening');
  const { address, port: actualPort } = server.address() as AddressInfo;
  const close = async () => {
    const done = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await done;
  };
  return { host: address, port: actualPort, answered: () => answered, close };
}

type ConnectionOptions = { bounds: RemoteApiBounds; onReady: () => boolean; onAnswer: () => void };

function serveConnection(socket: Socket, api: RemoteApi, { bounds, onReady, onAnswer }: ConnectionOptions): void {
  const reader = new ZmtpReader('REQ', bounds.messageBytesMax);
  const session = api.session();
  let isReady = false;
  let timer: NodeJS.Timeout | null = null;
  const restartTimer = (isPending: boolean) => {
    if (timer !== null) clearTimeout(timer);
    timer = isPending ? setTimeout(() => socket.destroy(), bounds.messageMs) : null;
  };
  restartTimer(true);
  socket.setNoDelay(true);
  socket.write(greeting());
  socket.write(readyCommand('REP'));
  const pending: Message[] = [];
  const answerAll = () => {
    while (!socket.writableNeedDrain) {
      const message = pending.shift();
      if (message === undefined) return void socket.resume();
      socket.write(messageFrames(session.answer(message.body), message.envelope));
      onAnswer();
    }
    socket.pause();
    socket.once('drain', answerAll);
  };
  socket.on('data', (chunk: Buffer) => {
    try {
      const messages = reader.read(chunk);
      if (reader.isReady && !isReady && !onReady()) return;
      pending.push(...messages);
      const pongs = reader.takePongs();
      if (pongs.length > 0) socket.write(pongs);
      answerAll();
      if (reader.isReady && (!isReady || !reader.isMidMessage || timer === null)) {
        restartTimer(reader.isMidMessage);
        isReady = true;
      }
    } catch {
      socket.destroy(); // as ZeroMQ does after a protocol error
    }
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    restartTimer(false);
    session.close();
  });
}
