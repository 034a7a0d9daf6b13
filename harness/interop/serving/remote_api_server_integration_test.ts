import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Dealer, Request } from 'zeromq';
import { RemoteApi } from '../../../envs/coppeliasim/api/session.ts';
import { decodeCbor, encodeCbor } from '../../../envs/coppeliasim/wire/cbor.ts';
import { greeting, messageFrames, readyCommand } from '../../../envs/coppeliasim/wire/zmtp.ts';
import { readScene } from '../../../envs/tabletop/check_scene.ts';
import { tabletop } from '../../../envs/tabletop/world.ts';
import { REMOTE_API_BOUNDS, type RemoteApiBounds, remoteApiServer } from './serve_coppeliasim.ts';

async function served(bounds: Partial<RemoteApiBounds> = {}) {
  const path = join(tabletop.scenesFolder, 'tower_3_01.json');
  const api = new RemoteApi(readScene(readFileSync(path, 'utf8'), path));
  const at = { host: '127.0.0.1', port: 0, bounds: { ...REMOTE_API_BOUNDS, ...bounds } };
  const server = await remoteApiServer(api, at);
  onTestFinished(() => server.close());
  const socket = (...bytes: readonly Uint8Array[]): Socket => {
    const opened = connect(server.port, '127.0.0.1');
    opened.on('error', () => {}).resume();
    onTestFinished(() => void opened.destroy());
    if (bytes.length > 0) opened.write(Buffer.concat(bytes));
    return opened;
  };
  const zeromq = () => {
    const request = new Request({ receiveTimeout: 20_000, linger: 0 });
    request.connect(`tcp://127.0.0.1:${server.port}`);
    onTestFinished(() => request.close());
    return async (func: string, ...args: unknown[]) => {
      await request.send(encodeCbor({ func, args, argsL: args.length, uuid: 'libzmq', ver: 2 }));
      const [reply] = await request.receive();
      return decodeCbor(reply!) as Record<string, unknown>;
    };
  };
  return { server, socket, zeromq };
}

const HELLO = Buffer.concat([greeting(), readyCommand('REQ')]);
const QUESTION = messageFrames(encodeCbor({ func: 'sim.getObject', args: ['/Panda'], uuid: 'raw' }));
/** The last bytes of the answer `{ret: [17]}`. */
const ANSWER = Buffer.from('a16372657481', 'hex');

/** False where the connection closes without these bytes. */
function answered(socket: Socket, bytes = ANSWER): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      if (heard.includes(bytes)) resolve(true);
    });
    socket.on('close', () => resolve(false));
  });
}

describe('remoteApiServer()', () => {
  it('answers libzmq, messages of a byte and of a megabyte', async () => {
    const { zeromq } = await served();
    const ask = zeromq();
    const long = 'x'.repeat(1_000_000);
    expect(await ask('sim.getObject', '/Panda')).toEqual({ ret: [17] });
    expect(await ask('sim.setStringSignal', 'long', long)).toEqual({ ret: [] });
    expect((await ask('sim.getStringSignal', 'long'))['ret']).toEqual([long]);
    expect((await ask('sim.info'))['err']).toMatch(/No such function/);
  });

  it('sends answers back through the routers of the request', async () => {
    const { server } = await served();
    const dealer = new Dealer({ receiveTimeout: 20_000, linger: 0 });
    onTestFinished(() => dealer.close());
    dealer.connect(`tcp://127.0.0.1:${server.port}`);
    const question = encodeCbor({ func: 'sim.getObject', args: ['/Panda'], uuid: 'routed' });
    await dealer.send(['one', 'two', '', question]);
    const [first, second, empty, answer] = await dealer.receive();
    expect([first, second, empty].map(String)).toEqual(['one', 'two', '']);
    expect(decodeCbor(answer!)).toEqual({ ret: [17] });
  });

  it('answers heartbeats, without which libzmq would hang up', async () => {
    const { socket } = await served();
    const one = socket(HELLO, Buffer.from('\x04\x09\x04PING\x00\x64ab', 'latin1'));
    expect(await answered(one, Buffer.from('\x04\x07\x04PONGab', 'latin1'))).toBe(true);
  });

  it('stops answering a client that does not read', async () => {
    const { server, socket, zeromq } = await served();
    const ask = zeromq();
    await ask('sim.setStringSignal', 'long', 'x'.repeat(1_000_000));
    const question = messageFrames(encodeCbor({ func: 'sim.getStringSignal', args: ['long'], uuid: 'greedy' }));
    const questions = Array.from({ length: 500 }, () => question);
    socket()
      .pause()
      .write(Buffer.concat([HELLO, ...questions]));
    for (let asked = 0; asked < 50; asked++) await ask('sim.getObject', '/Panda');
    expect(server.answered()).toBeLessThan(51 + questions.length / 2);
  });

  it('answers a connection that sends single bytes', async () => {
    const { socket } = await served();
    const one = socket();
    for (const byte of Buffer.concat([HELLO, QUESTION])) one.write(Buffer.of(byte));
    expect(await answered(one)).toBe(true);
  });

  it('answers 1,000 open connections', async () => {
    const { socket } = await served();
    const answers = Array.from({ length: 1_000 }, () => answered(socket(HELLO, QUESTION)));
    expect(new Set(await Promise.all(answers))).toEqual(new Set([true]));
  });

  it('closes a connection that announces 100 MB without storing it, and continues', async () => {
    const { socket, zeromq } = await served();
    const before = process.memoryUsage().rss;
    const head = Buffer.from([1, 0, 2, 0, 0, 0, 0, 6, 0x40, 0, 0]);
    const one = socket(HELLO, head);
    one.write(Buffer.alloc(100 * 2 ** 20));
    expect(await answered(one)).toBe(false);
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
    expect(await zeromq()('sim.getObject', '/Panda')).toEqual({ ret: [17] });
  });

  it('closes connections that send nothing or half a message for too long, and keeps ready ones', async () => {
    const { socket, server } = await served({ messageMs: 50 });
    const patient = socket(HELLO);
    await Promise.all([socket(), socket(HELLO, QUESTION.subarray(0, 10))].map((one) => once(one, 'close')));
    patient.write(QUESTION);
    expect(await answered(patient)).toBe(true);
    expect(server.answered()).toBe(1);
  });

  it('closes connections above the maximum', async () => {
    const { socket } = await served({ connectionsMax: 1 });
    const first = socket(HELLO, QUESTION);
    expect(await answered(first)).toBe(true);
    expect(await answered(socket(HELLO, QUESTION))).toBe(false);
    first.write(QUESTION);
    expect(await answered(first)).toBe(true);
  });

  it('serves others while the maximum number of connections is half-open, and closes the oldest of these', async () => {
    const { socket } = await served({ connectionsMax: 1, halfOpenMax: 4 });
    const halfOpen = Array.from({ length: 20 }, (_, at) => socket(HELLO.subarray(0, at % 2 === 0 ? 12 : 0)));
    await Promise.all(halfOpen.slice(0, 16).map((half) => once(half, 'close')));
    expect(await answered(socket(HELLO, QUESTION))).toBe(true);
  });

  it('survives any bytes before and after the greeting', async () => {
    const { socket, zeromq } = await served();
    await fc.assert(
      fc.asyncProperty(fc.boolean(), fc.uint8Array({ maxLength: 300 }), async (isGreeted, noise) => {
        const one = socket(isGreeted ? HELLO : Buffer.alloc(0), noise).end();
        await once(one, 'close');
      }),
      { numRuns: 200 },
    );
    expect(await zeromq()('sim.getObject', '/Panda')).toEqual({ ret: [17] });
  });
});
