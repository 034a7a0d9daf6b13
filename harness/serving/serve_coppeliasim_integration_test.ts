import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { describe, expect, it, onTestFinished } from 'vitest';
import { Request } from 'zeromq';
import { decodeCbor, encodeCbor } from '../../envs/coppeliasim/wire/cbor.ts';
import { PLACES } from '../files/places.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { serving } from '../testing/serving.ts';

const CLIENT = join(PLACES.root, 'envs/coppeliasim/testing/independent_client.py');
const HAS_CLIENT = spawnSync('python3', ['-c', 'import zmq, cbor2']).status === 0;

const serve = (...words: readonly string[]) => serving(['serve', 'coppeliasim', '--port', '0', ...words]);

async function ask(url: string, func: string, ...args: unknown[]): Promise<unknown> {
  const request = new Request({ receiveTimeout: 20_000, linger: 0 });
  onTestFinished(() => request.close());
  request.connect(url);
  await request.send(encodeCbor({ func, args, argsL: args.length, uuid: 'test', ver: 2 }));
  const [reply] = await request.receive();
  return decodeCbor(reply!);
}

describe('tapedeck serve coppeliasim', () => {
  it('serves a scene until it is interrupted', async () => {
    const { url, said, end } = await serve('--scene', 'spelling_fun_01');
    expect(said[0]).toContain('(scene spelling_fun_01)');
    expect(await ask(url, 'sim.getObject', '/F_block_1', { noError: true })).not.toEqual({ ret: [-1] });
    expect(await end()).toBe(130);
    expect(said.at(-1)).toBe('1 answers');
  });

  it('serves a scene of one’s own', async () => {
    const { url } = await serve('--scene', join(PLACES.root, 'envs/tabletop/scenes/tower_4_02.json'));
    expect(await ask(url, 'sim.getObject', '/Panda')).toEqual({ ret: [17] });
  });

  it.each([
    [['--port', '70000'], '--port must be a whole number from 0 to 65535'],
    [['--scene', 'nothing'], 'No scene is called "nothing"'],
    [['--scene', 'nothing.json'], 'nothing.json'],
  ])('refuses %s with exit code 2', async (words, message) => {
    const { exitCode, said } = await tapedeck('serve', 'coppeliasim', ...words);
    expect({ exitCode, said }).toEqual({ exitCode: 2, said: expect.stringContaining(message) });
  });

  it('says so where the port is taken', async () => {
    const { url } = await serve();
    const port = new URL(url).port;
    const { exitCode, said } = await tapedeck('serve', 'coppeliasim', '--port', port);
    expect({ exitCode, said }).toEqual({ exitCode: 2, said: expect.stringContaining('the port is taken') });
  });

  it.each(['SIGINT', 'SIGTERM', 'SIGHUP'] as const)('ends with 130 at %s, with connections open', async (signal) => {
    const words = ['serve', 'coppeliasim', '--port', '0', '--json'];
    const child = spawn(process.execPath, [join(PLACES.root, 'harness/main.ts'), ...words], { stdio: 'pipe' });
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    expect(await ask(JSON.parse(String(line)).url, 'sim.getObject', '/Panda')).toEqual({ ret: [17] });
    const ended = once(child, 'exit');
    child.kill(signal);
    expect(await ended).toEqual([130, null]);
  });

  it.skipIf(!HAS_CLIENT)(
    'is asked by a client in Python that shares nothing with it (skipped without python3-zmq and python3-cbor2)',
    async () => {
      const { url } = await serve();
      const { hostname, port } = new URL(url);
      const { stdout } = await promisify(execFile)('python3', [CLIENT, hostname, port]);
      expect(JSON.parse(stdout)).toEqual({
        constants: [-1, { func: {} }],
        joints: [18, 19, 20, 21, 22, 23, 24],
        waits: 3,
        time: 'float',
        origin: [0, 0, 0],
        is_float: true,
        callbacks: 4,
        end: 0.4,
        nil: null,
        error: 'Object does not exist',
        asyncio: [18, 19, 20, 21, 22, 23, 24],
      });
    },
  );

  it.skipIf(!HAS_CLIENT)('does what its page says (skipped without python3-zmq and python3-cbor2)', async () => {
    const page = readFileSync(join(PLACES.root, 'envs/coppeliasim/README.md'), 'utf8');
    const fence = '`'.repeat(3);
    const [, program = ''] = new RegExp(`^${fence}python\\n([\\s\\S]*?)^${fence}$`, 'm').exec(page) ?? [];
    const [, words = ''] = /^npx tapedeck serve coppeliasim --port 23000 (.*) &$/m.exec(page) ?? [];
    const { url } = await serve(...words.split(' ').filter((word) => word !== ''));
    const here = program.replace('tcp://127.0.0.1:23000', url);
    expect(here).not.toBe(program);
    const { stdout } = await promisify(execFile)('python3', ['-c', here]);
    expect(stdout).toBe('[0.5, -0.24, 0.0275]\n');
  });
});
