import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type ConnectionBounds, limitConnections } from '../../../cassettes/endpoint/bounded_server.ts';
import type { RemoteApi } from '../../../envs/coppeliasim/api/session.ts';
import {
  greeting,
  type Message,
  messageFrames,
  readyCommand,
  ZmtpReader,
} from '../../../envs/coppeliasim/wire/zmtp.ts';
import type { Address } from './listen.ts';

export type RemoteApiBounds = ConnectionBounds &
  Readonly<{
    messageBytesMax: number;
    /** For greeting and READY, and between the first and the last byte of a message. */
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
  const { address, port: given } = server.address() as AddressInfo;
  const close = async () => {
    const done = new Promise((resolve) => server.close(resolve));
    for (const socket of sockets) socket.destroy();
    await done;
  };
  return { host: address, port: given, answered: () => answered, close };
}

type Serving = { bounds: RemoteApiBounds; onReady: () => boolean; onAnswer: () => void };

function serveConnection(socket: Socket, api: RemoteApi, { bounds, onReady, onAnswer }: Serving): void {
  const reader = new ZmtpReader('REQ', bounds.messageBytesMax);
  const session = api.session();
  let isReady = false;
  let timer: NodeJS.Timeout | null = null;
  const setTimer = (isWaiting: boolean) => {
    if (timer !== null) clearTimeout(timer);
    timer = isWaiting ? setTimeout(() => socket.destroy(), bounds.messageMs) : null;
  };
  setTimer(true);
  socket.setNoDelay(true);
  socket.write(greeting());
  socket.write(readyCommand('REP'));
  const unanswered: Message[] = [];
  // Reads no more of a client that reads no answers.
  const answerAll = () => {
    while (!socket.writableNeedDrain) {
      const message = unanswered.shift();
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
      unanswered.push(...messages);
      const pongs = reader.takePongs();
      if (pongs.length > 0) socket.write(pongs);
      answerAll();
      if (reader.isReady && (!isReady || !reader.isMidMessage || timer === null)) {
        setTimer(reader.isMidMessage);
        isReady = true;
      }
    } catch {
      socket.destroy(); // as ZeroMQ does with a peer that breaks the protocol
    }
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    setTimer(false);
    session.close();
  });
}
