import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { promisify } from 'node:util';
import * as fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Dealer, Request } from 'zeromq';
import { RemoteApi } from '../../../envs/coppeliasim/api/session.ts';
import { IndependentClient, type RemoteModule } from '../../../envs/coppeliasim/testing/independent_client.ts';
import { COLOURS, RobotCell, SIDE, type Vector } from '../../../envs/coppeliasim/testing/robot_cell.ts';
import { decodeCbor, encodeCbor } from '../../../envs/coppeliasim/wire/cbor.ts';
import { greeting, messageFrames, readyCommand } from '../../../envs/coppeliasim/wire/zmtp.ts';
import { readScene } from '../../../envs/tabletop/check_scene.ts';
import { tabletop } from '../../../envs/tabletop/world.ts';
import { PLACES } from '../../io/places.ts';
import { pageBlocks } from '../../testing/page_blocks.ts';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { serving } from '../../testing/serving.ts';
import { REMOTE_API_BOUNDS, type RemoteApiBounds, remoteApiServer } from './serve_coppeliasim.ts';

const CLIENT = join(PLACES.root, 'envs/coppeliasim/testing/independent_client.py');
const PYTHON = ['python3', '/usr/bin/python3'].find(
  (python) => spawnSync(python, ['-c', 'import zmq, cbor2']).status === 0,
);

const withPython = it.skipIf(PYTHON === undefined);
const serve = (...words: readonly string[]) => serving(['serve', 'coppeliasim', '--port', '0', ...words]);

function zeromqClient(url: string) {
  const request = new Request({ receiveTimeout: 20_000, linger: 0 });
  request.connect(url);
  onTestFinished(() => request.close());
  return async (func: string, ...args: unknown[]) => {
    await request.send(encodeCbor({ func, args, argsL: args.length, uuid: 'libzmq', ver: 2 }));
    const [reply] = await request.receive();
    return decodeCbor(reply!) as Record<string, unknown>;
  };
}

const ask = (url: string, func: string, ...args: unknown[]) => zeromqClient(url)(func, ...args);

async function connected(): Promise<IndependentClient> {
  const made = new IndependentClient((await serve()).url);
  onTestFinished(() => made.close());
  return made;
}

async function steppedTimes(sim: RemoteModule): Promise<number> {
  const runFor3s = async (step: () => unknown) => {
    await sim.call('startSimulation');
    let times = 0;
    for (let time = 0; time < 3; time = await sim.call<number>('getSimulationTime')) {
      times++;
      await sim.call('addLog', sim.constant('verbosity_scriptinfos'), `Simulation time: ${time.toFixed(2)} [s]`);
      await step();
    }
    await sim.call('stopSimulation');
    return times;
  };
  await runFor3s(() => {});
  while ((await sim.call('getSimulationState')) !== sim.constant('simulation_stopped')) await setTimeout(10);
  await sim.call('setStepping', true);
  return runFor3s(() => sim.call('step'));
}

const ZEROS = Array<number>(12).fill(0);
const JOINTS = [18, 19, 20, 21, 22, 23, 24];
const FIFTY = Array.from({ length: 50 }, (_, index) => index);

describe('tapedeck serve coppeliasim', () => {
  it('serves a scene until it is interrupted', async () => {
    const { url, said, end } = await serve('--scene', 'spelling_fun_01');
    expect(said[0]).toContain('(scene spelling_fun_01)');
    expect(await ask(url, 'sim.getObject', '/F_block_1', { noError: true })).not.toEqual({ ret: [-1] });
    expect(await end()).toBe(130);
    expect(said.at(-1)).toBe('1 answer');
  });

  it('serves a scene of the user', async () => {
    const { url } = await serve('--scene', join(PLACES.root, 'envs/tabletop/scenes/tower_4_02.json'));
    expect(await ask(url, 'sim.getObject', '/Panda')).toEqual({ ret: [17] });
  });

  it.each([
    [['--port', '70000'], '--port must be a whole number from 0 to 65535'],
    [['--scene', 'nothing'], 'There is no scene "nothing"'],
    [['--scene', 'nothing.json'], 'nothing.json'],
  ])('refuses %s with exit code 2', async (words, message) => {
    const { exitCode, said } = await tapedeck('serve', 'coppeliasim', ...words);
    expect([exitCode, said]).toEqual([2, expect.stringContaining(message)]);
  });

  it('says that the port is in use', async () => {
    const { port } = new URL((await serve()).url);
    const { exitCode, said } = await tapedeck('serve', 'coppeliasim', '--port', port);
    expect([exitCode, said]).toEqual([2, expect.stringContaining('the port is in use')]);
  });

  it('reports its address in JSON, and ends with 130 on SIGINT with open connections', async () => {
    const words = [join(PLACES.root, 'harness/main.ts'), 'serve', 'coppeliasim', '--port', '0', '--json'];
    const child = spawn(process.execPath, words, { stdio: 'pipe' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    expect(await ask(JSON.parse(String(line)).url, 'sim.getObject', '/Panda')).toEqual({ ret: [17] });
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
  });

  withPython('answers an independent client in Python (skipped without python3-zmq and python3-cbor2)', async () => {
    const { url } = await serve();
    const { hostname, port } = new URL(url);
    const { stdout } = await promisify(execFile)(PYTHON!, [CLIENT, hostname, port]);
    expect(JSON.parse(stdout)).toEqual({
      ...{
        constants: [-1, { func: {} }],
        joints: JOINTS,
        asyncio: JOINTS,
        waits: 3,
        time: 'float',
        origin: [0, 0, 0],
      },
      ...{ is_float: true, callbacks: 4, end: 0.4, nil: null, error: 'Object does not exist' },
    });
  });

  withPython('does what its page says (skipped without python3-zmq and python3-cbor2)', async () => {
    const page = readFileSync(join(PLACES.root, 'envs/coppeliasim/README.md'), 'utf8');
    const { text: program = '' } = pageBlocks(page).find(({ language }) => language === 'python') ?? {};
    const [, words = ''] = /^npx tapedeck serve coppeliasim --port 23000 (.*) &$/m.exec(page) ?? [];
    const { url } = await serve(...words.split(' ').filter((word) => word !== ''));
    const here = program.replace('tcp://127.0.0.1:23000', url);
    expect(here).not.toBe(program);
    const { stdout } = await promisify(execFile)(PYTHON!, ['-c', here]);
    expect(stdout).toBe('[0.5, -0.24, 0.0275]\n');
  });
});

describe('a client of CoppeliaSim’s remote API', () => {
  it('runs the calls of the official example simpleTest', async () => {
    const sim = await (await connected()).require('sim');
    const handles: number[] = [];
    for (const i of FIFTY) {
      handles.push(await sim.call<number>('createDummy', 0.01, ZEROS));
      await sim.call('setObjectPosition', handles[i], -1, [0.01 * i, 0.01 * i, 0.01 * i]);
    }
    expect(new Set(handles).size).toBe(50);
    expect(await steppedTimes(sim)).toBe(60);
    for (const handle of handles) await sim.call('removeObject', handle);
    expect(await sim.call('isHandle', handles[0])).toBe(false);
  });

  it('runs the calls of its non-blocking twin, many at a time', async () => {
    const sim = await (await connected()).require('sim');
    const idle = sim.constant('intparam_idle_fps');
    const before = await sim.call<number>('getInt32Param', idle);
    await sim.call('setInt32Param', idle, 0);
    expect(await sim.call('getInt32Param', idle)).toBe(0);
    const handles = await Promise.all(FIFTY.map(() => sim.call<number>('createDummy', 0.01, ZEROS)));
    await Promise.all(handles.map((handle, i) => sim.call('setObjectPosition', handle, -1, [0.01 * i, 0, 0])));
    expect(await steppedTimes(sim)).toBe(60);
    await Promise.all(handles.map((handle) => sim.call('removeObject', handle)));
    await sim.call('setInt32Param', idle, before);
    expect(await sim.call('getInt32Param', idle)).toBe(before);
  });

  it('observes that time passed between requests, and that joints turned', async () => {
    const sim = await (await connected()).require('sim');
    const joint = await sim.call<number>('getObject', '/Panda/joint');
    await sim.call('startSimulation');
    await sim.call('setJointTargetVelocity', joint, 0.1);
    const before = await sim.call<number>('getSimulationTime');
    await setTimeout(400);
    expect(await sim.call('getSimulationTime')).toBeGreaterThan(before + 0.3);
    expect(await sim.call('getJointPosition', joint)).toBeGreaterThan(0.03);
    await sim.call('setStepping', true);
    const stepped = await sim.call<number>('getSimulationTime');
    await setTimeout(200);
    expect(await sim.call('getSimulationTime')).toBe(stepped);
  });

  it('builds and textures a scene of blocks, and executes ten planned motions', async () => {
    const remote = await connected();
    const modules = [];
    for (const name of ['sim', 'simIK', 'simOMPL']) modules.push(await remote.require(name));
    const cell = new RobotCell(modules);
    const { sim } = cell;
    expect(await sim.call('loadScene', 'blocks.ttt')).toBeTruthy();
    expect([await cell.handle('/Floor'), await cell.handle('/DefaultCamera')]).not.toContain(-1);
    for (let index = 0; index < 7; index++) cell.joints.push(await cell.handle('/Panda/joint', { index }));
    const [scene, shapes] = ['handle_scene', 'object_shape_type'].map((name) => sim.constant(name));
    for (const shape of await sim.call<number[]>('getObjectsInTree', scene, shapes)) {
      if (/_block_\d/.test(await sim.call<string>('getObjectAlias', shape))) await sim.call('removeObject', shape);
    }
    const places = [0, 1, 2, 3, 4].map((at): Vector => [0.4 + 0.04 * (at % 2), -0.24 + 0.12 * at, SIDE / 2]);
    const blocks = [];
    for (const [at, place] of places.entries()) blocks.push(await cell.block(`Mine_${at}`, place, COLOURS[at]!));
    await sim.call('startSimulation');
    await sim.call('setStepping', true);
    for (const [level, place] of places.entries()) {
      const grasp: Vector = [place[0], place[1], place[2] + 0.0125];
      const above = await cell.above([grasp[0], grasp[1], grasp[2] + 0.15]);
      await cell.driveTo(above, level === 0 ? (q) => q[3]! < -0.5 : undefined);
      await cell.grip(grasp, true);
      const put: Vector = [0.6, 0.1, SIDE * level + SIDE / 2 + 0.0125];
      await cell.driveTo(await cell.above([put[0], put[1], put[2] + 0.15]));
      await cell.grip(put, false);
    }
    expect([cell.motions, cell.judgedConfigs >= 10 && cell.judgedStates > 5]).toEqual([10, true]);
    for (const [level, block] of blocks.entries()) {
      const at = await sim.call<Vector>('getObjectPosition', block, sim.constant('handle_world'));
      const height = Number((0.025 + 0.05 * level).toFixed(3));
      expect(at.map((length) => Number(length.toFixed(3)))).toEqual([0.6, 0.1, height]);
    }
    expect(await sim.call('stopSimulation')).toBeTruthy();
    expect(await sim.call('closeScene')).toBeTruthy();
  }, 120_000);
});

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
  const zeromq = () => zeromqClient(`tcp://127.0.0.1:${server.port}`);
  return { server, socket, zeromq };
}

const HELLO = Buffer.concat([greeting(), readyCommand('REQ')]);
const QUESTION = messageFrames(encodeCbor({ func: 'sim.getObject', args: ['/Panda'], uuid: 'raw' }));
/** The last bytes of the answer `{ret: [17]}`. */
const ANSWER = Buffer.from('a16372657481', 'hex');

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
    const greedy = socket().pause();
    greedy.write(Buffer.concat([HELLO, ...Array(500).fill(question)]));
    for (let asked = 0; asked < 50; asked++) await ask('sim.getObject', '/Panda');
    expect(server.answered()).toBeLessThan(51 + 250);
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
    const ends = fc.asyncProperty(fc.boolean(), fc.uint8Array({ maxLength: 300 }), async (isGreeted, noise) => {
      await once(socket(isGreeted ? HELLO : Buffer.alloc(0), noise).end(), 'close');
    });
    await fc.assert(ends, { numRuns: 200 });
    expect(await zeromq()('sim.getObject', '/Panda')).toEqual({ ret: [17] });
  });
});
