import { type AddressInfo, createServer, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { greeting, messageFrames, readyCommand, ZmtpReader } from '../wire/zmtp.ts';

export const HELLO = Buffer.concat([greeting(), readyCommand('REP')]);

export async function listening(serve: (socket: Socket) => void): Promise<{ port: number; url: string }> {
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket);
    socket.on('error', () => {});
    serve(socket);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { port, url: `tcp://127.0.0.1:${port}` };
}

export function answering(answer: (message: Buffer) => Uint8Array): (socket: Socket) => void {
  return (socket) => {
    const reader = new ZmtpReader('REQ', 2 ** 20);
    socket.write(HELLO);
    socket.on('data', (chunk: Buffer) => {
      for (const { body } of reader.read(chunk)) socket.write(messageFrames(answer(body)));
    });
  };
}
