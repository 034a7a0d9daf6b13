import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RemoteApi } from './api/session.ts';
import { remoteApiConnection } from './connection.ts';
import { encodeCbor } from './wire/cbor.ts';
import { greeting, messageFrames, readyCommand, ZmtpReader } from './wire/zmtp.ts';

const HELLO = Buffer.concat([greeting(), readyCommand('REP')]);

/** Somebody who listens, and does with a connection what he likes. */
async function listening(serve: (socket: Socket) => void, timeoutMs = 5_000) {
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
  const connection = remoteApiConnection({ url: `tcp://127.0.0.1:${port}`, timeoutMs });
  onTestFinished(() => connection.close());
  return connection;
}

/** Answers every message with the same bytes, or as the server does. */
function answering(answer: (message: Buffer) => Uint8Array): (socket: Socket) => void {
  return (socket) => {
    const reader = new ZmtpReader('REQ', 2 ** 20);
    socket.write(HELLO);
    socket.on('data', (chunk: Buffer) => {
      for (const message of reader.read(chunk)) socket.write(messageFrames(answer(message.body)));
    });
  };
}

describe('remoteApiConnection()', () => {
  it('gives what a call gives, after as many rounds as it takes', async () => {
    const session = new RemoteApi({ blocks: [] }).session();
    const { call } = await listening(answering((message) => session.answer(message)));
    expect(await call('sim.getObject', ['/Panda'])).toEqual([17]);
    expect(await call('sim.wait', [1])).toEqual([0]);
    await expect(call('sim.getObject', ['/nothing'])).rejects.toThrow('sim.getObject: Object does not exist');
    expect(await call('sim.getObject', ['/Panda'])).toEqual([17]);
  });

  it.each([
    ['hangs up', (socket: Socket) => void socket.end(), 'the connection was closed'],
    [
      'speaks something else',
      (socket: Socket) => void socket.write('HTTP/1.1 400 Bad Request\r\n\r\n'),
      'does not speak ZMTP',
    ],
    ['says nothing', () => {}, 'did not answer within 0.1 s'],
    ['sends no CBOR', answering(() => Buffer.of(0x1f)), 'Cannot use CoppeliaSim'],
    ['sends no map', answering(() => encodeCbor(1)), 'its answer is not a map'],
    ['sends a map of something else', answering(() => encodeCbor({ a: 1 })), 'neither "ret" nor "err"'],
    ['asks for a function that is not there', answering(() => encodeCbor({ func: 'f', args: [] })), 'it asked for "f"'],
    [
      'is of another version',
      answering(() => encodeCbor({ success: false, error: 'version does not match' })),
      'version does not match',
    ],
  ])('says in one message with the URL that a server %s', async (_, serve, message) => {
    const { call } = await listening(serve, message.includes('0.1 s') ? 100 : 5_000);
    const problem = await call('sim.step', []).catch((error: unknown) => error as Error);
    expect(problem).toMatchObject({ name: 'SimulatorError', message: expect.stringContaining(message) });
    expect((problem as Error).message).toMatch(/"tcp:\/\/127\.0\.0\.1:\d+": sim\.step: /);
  });

  it('says so where nobody listens', async () => {
    const { call } = remoteApiConnection({ url: 'tcp://127.0.0.1:1', timeoutMs: 5_000 });
    await expect(call('sim.step', [])).rejects.toThrow('ECONNREFUSED');
  });

  it('gives up with the signal’s reason, before a call and in it', async () => {
    const { call } = await listening(() => {});
    const reason = new Error('enough');
    await expect(call('sim.step', [], AbortSignal.abort(reason))).rejects.toBe(reason);
    const stop = new AbortController();
    const asked = call('sim.step', [], stop.signal);
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });
});
