import type { Socket } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { remoteApiConnection } from './connection.ts';
import { answering, listening } from './testing/loopback_server.ts';

async function connectedTo(serve: (socket: Socket) => void, timeoutMs = 5_000) {
  const { url } = await listening(serve);
  const connection = remoteApiConnection({ url, timeoutMs });
  onTestFinished(() => connection.close());
  return connection;
}

describe('remoteApiConnection()', () => {
  it.each([
    ['hangs up', (socket: Socket) => void socket.end(), 'the connection was closed'],
    ['speaks something else', (socket: Socket) => void socket.write('HTTP/1.1 400 Bad Request'), 'does not speak ZMTP'],
    ['says nothing', () => {}, 'did not answer within 0.1 s'],
    ['sends no CBOR', answering(() => Buffer.of(0x1f)), 'it has a value without a length'],
  ])('says in one message with the URL that a server %s', async (_, serve, message) => {
    const { call } = await connectedTo(serve, message.includes('0.1 s') ? 100 : 5_000);
    const problem = await call('sim.step', []).catch((error: unknown) => error as Error);
    expect(problem).toMatchObject({ name: 'SimulatorError', message: expect.stringContaining(message) });
    expect((problem as Error).message).toMatch(/"tcp:\/\/127\.0\.0\.1:\d+": sim\.step: /);
  });

  it('reports that no server listens, and rejects with the signal’s reason before and during a call', async () => {
    const unheard = remoteApiConnection({ url: 'tcp://127.0.0.1:1', timeoutMs: 5_000 });
    await expect(unheard.call('sim.step', [])).rejects.toThrow('ECONNREFUSED');
    const { call } = await connectedTo(() => {});
    const reason = new Error('enough');
    await expect(call('sim.step', [], AbortSignal.abort(reason))).rejects.toBe(reason);
    const stop = new AbortController();
    const asked = call('sim.step', [], stop.signal);
    stop.abort(reason);
    await expect(asked).rejects.toBe(reason);
  });
});
