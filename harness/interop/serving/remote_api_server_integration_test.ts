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
import { REMOTE_API_BOUNDS, type RemoteApiBounds, remoteApiServer } from './remote_api_server.ts';

async function served(bounds: Partial<RemoteApiBounds> = {}) {
  const path = join(tabletop.scenesFolder, 'tower_3_01.json');
  const api = new RemoteApi(readScene(readFileSync(path, 'utf8'), path));
  const at = { host: '127.0.0.1', port: 0, bounds: { ...REMOTE_API_BOUNDS, ...bounds } };
  const server = await remoteApiServer(api, at);
  onTestFinished(() => server.close());
  const socket = (): Socket => {
    const opened = connect(server.port, '127.0.0.1');
    opened.on('error', () => {});
    onTestFinished(() => void opened.destroy());
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

/** What a connection says until it has answered, or until it is closed. */
function answered(socket: Socket): Promise<boolean> {
  return new Promise((resolve) => {
    let heard = Buffer.alloc(0);
    socket.on('data', (chunk: Buffer) => {
      heard = Buffer.concat([heard, chunk]);
      if (heard.includes(ANSWER)) resolve(true);
    });
    socket.on('close', () => resolve(false));
  });
}

describe('remoteApiServer()', () => {
  it('answers libzmq, messages of a byte and of a megabyte', async () => {
    const { zeromq } = await served();
    const ask = zeromq();
    expect(await ask('sim.getObject', '/Panda')).toEqual({ ret: [17] });
    const long = await ask('sim.setStringSignal', 'long', 'x'.repeat(1_000_000));
    expect(long).toEqual({ ret: [] });
    const [text] = (await ask('sim.getStringSignal', 'long'))['ret'] as string[];
    expect(text?.length).toBe(1_000_000);
    expect((await ask('sim.info'))['err']).toMatch(/No such function/);
  });

  it('sends answers back through the routers that a question came by', async () => {
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
    const one = socket();
    const pong = Buffer.from('\x04\x07\x04PONGab', 'latin1');
    const heard = new Promise<boolean>((resolve) => {
      let bytes = Buffer.alloc(0);
      one.on('data', (chunk: Buffer) => {
        bytes = Buffer.concat([bytes, chunk]);
        if (bytes.includes(pong)) resolve(true);
      });
      one.on('close', () => resolve(false));
    });
    one.write(Buffer.concat([HELLO, Buffer.from('\x04\x09\x04PING\x00\x64ab', 'latin1')]));
    expect(await heard).toBe(true);
  });

  it('answers no more to who does not read what was answered', async () => {
    const { server, socket, zeromq } = await served();
    const ask = zeromq();
    await ask('sim.setStringSignal', 'long', 'x'.repeat(1_000_000));
    const greedy = socket();
    const question = messageFrames(encodeCbor({ func: 'sim.getStringSignal', args: ['long'], uuid: 'greedy' }));
    const questions = 500;
    greedy.pause();
    greedy.write(Buffer.concat([HELLO, ...Array.from({ length: questions }, () => question)]));
    for (let asked = 0; asked < 50; asked++) await ask('sim.getObject', '/Panda');
    expect(server.answered()).toBeLessThan(51 + questions / 2);
  });

  it('answers a connection whose bytes come one at a time', async () => {
    const { socket } = await served();
    const one = socket();
    const answer = answered(one);
    for (const byte of Buffer.concat([HELLO, QUESTION])) one.write(Buffer.of(byte));
    expect(await answer).toBe(true);
  });

  it('answers 1,000 connections that are open at a time', async () => {
    const { socket } = await served();
    const sockets = Array.from({ length: 1_000 }, socket);
    const answers = await Promise.all(
      sockets.map((each) => {
        const answer = answered(each);
        each.write(HELLO);
        each.write(QUESTION);
        return answer;
      }),
    );
    expect(answers.filter(Boolean)).toHaveLength(1_000);
  });

  it('closes a connection that announces 100 MB, keeps none of it, and goes on', async () => {
    const { socket, zeromq } = await served();
    const before = process.memoryUsage().rss;
    const one = socket();
    const gone = new Promise((resolve) => one.once('close', resolve));
    one.resume();
    const head = Buffer.alloc(11);
    head.set([1, 0, 2]);
    head.writeBigUInt64BE(100n * 2n ** 20n, 3);
    one.write(HELLO);
    one.write(head);
    one.write(Buffer.alloc(100 * 2 ** 20));
    await gone;
    expect(process.memoryUsage().rss - before).toBeLessThan(300 * 2 ** 20);
    expect(await zeromq()('sim.getObject', '/Panda')).toEqual({ ret: [17] });
  });

  it('lets go of who says nothing, or half a message, for too long', async () => {
    const { socket } = await served({ messageMs: 50 });
    const silent = socket();
    const half = socket();
    for (const one of [silent, half]) one.resume();
    half.write(Buffer.concat([HELLO, QUESTION.subarray(0, 10)]));
    await Promise.all([once(silent, 'close'), once(half, 'close')]);
  });

  it('keeps who is ready and has nothing to ask', async () => {
    const { socket, server } = await served({ messageMs: 50 });
    const patient = socket();
    const witness = socket();
    const answer = answered(patient);
    patient.write(HELLO);
    witness.resume();
    await once(witness, 'close'); // which takes as long as the bound
    patient.write(QUESTION);
    expect(await answer).toBe(true);
    expect(server.answered()).toBe(1);
  });

  it('closes connections beyond its bound', async () => {
    const { socket } = await served({ connectionsMax: 1 });
    const first = socket();
    const answer = answered(first);
    first.write(Buffer.concat([HELLO, QUESTION]));
    expect(await answer).toBe(true);
    const second = socket();
    second.resume();
    second.write(Buffer.concat([HELLO, QUESTION]));
    await once(second, 'close');
    const again = answered(first);
    first.write(QUESTION);
    expect(await again).toBe(true);
  });

  it('serves others while as many connections as it takes have not greeted, and closes the oldest of these', async () => {
    const { socket } = await served({ connectionsMax: 1, halfOpenMax: 4 });
    const halfOpen = Array.from({ length: 20 }, (_, index) => {
      const half = socket();
      half.resume();
      if (index % 2 === 0) half.write(HELLO.subarray(0, 12));
      return half;
    });
    await Promise.all(halfOpen.slice(0, 16).map((half) => once(half, 'close')));
    const asking = socket();
    const answer = answered(asking);
    asking.write(Buffer.concat([HELLO, QUESTION]));
    expect(await answer).toBe(true);
  });

  it('survives anything that is sent, before and after the greeting', async () => {
    const { socket, zeromq } = await served();
    const bytes = fc.uint8Array({ maxLength: 300 });
    await fc.assert(
      fc.asyncProperty(fc.boolean(), bytes, async (isGreeted, noise) => {
        const one = socket();
        one.resume();
        const gone = new Promise((resolve) => one.once('close', resolve));
        one.end(Buffer.concat([isGreeted ? HELLO : Buffer.alloc(0), noise]));
        await gone;
      }),
      { numRuns: 200 },
    );
    expect(await zeromq()('sim.getObject', '/Panda')).toEqual({ ret: [17] });
  });
});
