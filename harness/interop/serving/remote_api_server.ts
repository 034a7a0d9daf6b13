/** Every resource of this ZMQ remote API server has a bound. */
import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { type ConnectionBounds, countedConnections } from '../../../cassettes/endpoint/bounded_server.ts';
import type { RemoteApi } from '../../../envs/coppeliasim/api/session.ts';
import {
  greeting,
  type Message,
  messageFrames,
  readyCommand,
  ZmtpReader,
} from '../../../envs/coppeliasim/wire/zmtp.ts';
import type { Address } from './listen.ts';

export type RemoteApiBounds = ConnectionBounds & {
  readonly messageBytesMax: number;
  /** For greeting and READY, and from a message's first byte to its last. */
  readonly messageMs: number;
};

export const REMOTE_API_BOUNDS: RemoteApiBounds = {
  connectionsMax: 1024,
  halfOpenMax: 256,
  messageBytesMax: 16 * 2 ** 20,
  messageMs: 30_000,
};

/** Rejects where it cannot listen at the address. */
export async function remoteApiServer(
  api: RemoteApi,
  { host, port, bounds = REMOTE_API_BOUNDS }: Address & { bounds?: RemoteApiBounds },
) {
  const sockets = new Set<Socket>();
  let answered = 0;
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.once('close', () => sockets.delete(socket));
    serveConnection(socket, api, { bounds, onReady: () => hasGreeted(socket), onAnswer: () => void answered++ });
  });
  const hasGreeted = countedConnections(server, bounds);
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

type Serving = {
  bounds: RemoteApiBounds;
  /** Called after the greeting; false with too many connections. */
  onReady: () => boolean;
  onAnswer: () => void;
};

function serveConnection(socket: Socket, api: RemoteApi, { bounds, onReady, onAnswer }: Serving): void {
  const reader = new ZmtpReader('REQ', bounds.messageBytesMax);
  const session = api.session();
  let isReady = false;
  let late: NodeJS.Timeout | null = setTimeout(() => socket.destroy(), bounds.messageMs);
  const inTime = (isUnderWay: boolean) => {
    if (late !== null) clearTimeout(late);
    late = isUnderWay ? setTimeout(() => socket.destroy(), bounds.messageMs) : null;
  };
  socket.setNoDelay(true);
  socket.write(greeting());
  socket.write(readyCommand('REP'));
  const unanswered: Message[] = [];
  // A client that does not read gets no more answers and is not read from.
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
      if (reader.isReady && (!isReady || !reader.isMidMessage || late === null)) {
        inTime(reader.isMidMessage);
        isReady = true;
      }
    } catch {
      socket.destroy(); // drops a peer that breaks the protocol, as ZeroMQ does
    }
  });
  socket.on('error', () => socket.destroy());
  socket.on('close', () => {
    inTime(false);
    session.close();
  });
}
