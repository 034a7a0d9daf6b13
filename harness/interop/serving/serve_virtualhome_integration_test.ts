import { execFile, spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import { copyFileSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { boundedServer, SERVER_BOUNDS } from '../../../cassettes/endpoint/bounded_server.ts';
import { temporaryFolder } from '../../../cassettes/testing/tape_fixture.ts';
import { type WireReply, wireReply, wireReplySchema } from '../../../envs/virtualhome/client.ts';
import { servedSimulator } from '../../../envs/virtualhome/testing/served_client.ts';
import { PLACES } from '../../io/places.ts';
import { freePort } from '../../testing/free_port.ts';
import { pageBlocks } from '../../testing/page_blocks.ts';
import { tapedeck } from '../../testing/run_tapedeck.ts';
import { serving } from '../../testing/serving.ts';
import { type VirtualHomeEndpoint, virtualHomeEndpoint } from './serve_virtualhome.ts';

const folder = temporaryFolder(afterAll);
const DENO = join(PLACES.root, 'node_modules/.bin/deno');
const withPython = it.skipIf(spawnSync('python3', ['--version']).status !== 0);
const serve = (...words: readonly string[]) => serving(['serve', 'virtualhome', '--port', '0', ...words]);

async function ask(url: string, action: string, more: object = {}): Promise<WireReply> {
  const body = JSON.stringify({ id: '1', action, ...more });
  return wireReplySchema.parse(await (await fetch(url, { method: 'POST', body })).json());
}

describe('tapedeck serve virtualhome', () => {
  it('serves every shipped house as an environment, until it is interrupted', async () => {
    const { url, said, end } = await serve();
    expect(said[0]).toContain('environments: 0 house_1, 1 house_2, 2 house_3, 3 house_4, 4 house_5');
    expect(await ask(url, 'environment', { intParams: [4] })).toMatchObject({ success: true });
    expect(await end()).toBe(130);
    expect(said.at(-1)).toBe('1 answer');
    await expect(ask(url, 'idle')).rejects.toThrow();
  });

  it('serves only the selected house', async () => {
    const { url } = await serve('--scene', '3');
    expect(await ask(url, 'environment', { intParams: [2] })).toMatchObject({ success: true });
    const { success, message } = await ask(url, 'environment', { intParams: [0] });
    expect([success, message]).toEqual([false, 'There is no environment 0 here; the environments are 2 (house_3)']);
  });

  it('serves the user’s graphs without their characters, and keeps pictures in the given folder', async () => {
    const graph = join(folder, 'flat.json');
    const nodes = [
      { id: 5, class_name: 'hall', category: 'Rooms' },
      { id: 6, class_name: 'character', category: 'Characters' },
    ];
    writeFileSync(graph, JSON.stringify({ nodes, edges: [{ from_id: 6, relation_type: 'INSIDE', to_id: 5 }] }));
    const pictures = join(folder, 'pictures');
    const { url } = await serve('--graph', graph, '--pictures', pictures);
    expect(JSON.parse((await ask(url, 'environment_graph')).message ?? '').nodes).toHaveLength(1);
    await ask(url, 'add_character', { stringParams: ['{}'] });
    const recorded = (...camera_mode: string[]) => {
      const flags = { find_solution: false, recording: true };
      const given = { ...flags, file_name_prefix: '../../out', image_synthesis: ['normal'] };
      const stringParams = [JSON.stringify({ ...given, camera_mode }), '<char0> [walk] <hall> (5)'];
      return ask(url, 'render_script', { stringParams });
    };
    for (const _ of [1, 2]) expect(await recorded('AUTO', '0')).toMatchObject({ success: true });
    const frames = ['0000_0', '0000_1', '0001_0', '0001_1'].map((frame) => `Action_${frame}_normal.png`);
    expect(readdirSync(join(pictures, 'script/0')).sort()).toEqual(frames);
    const { success, message } = await recorded('99');
    expect([success, message]).toEqual([false, expect.stringContaining('there is no camera')]);
    expect(existsSync(join(folder, '../out'))).toBe(false);
  });

  it('keeps pictures only in a new folder or its own', async () => {
    const pictures = join(folder, 'recorded');
    const unitys = join(pictures, 'script/0/Action_0000_0_normal.png');
    mkdirSync(join(pictures, 'script/0'), { recursive: true });
    writeFileSync(unitys, 'recorded by Unity');
    const refusal = `Cannot keep pictures in "${pictures}": it contains files that Tapedeck did not write; choose a new folder with --pictures`;
    await expect(serve('--pictures', pictures)).rejects.toThrow(`it ended with 2: ${refusal}`);
    expect(readFileSync(unitys, 'utf8')).toBe('recorded by Unity');
    for (const _ of ['new', 'its own']) await (await serve('--pictures', join(folder, 'own'))).end();
    await expect(serve('--pictures', unitys)).rejects.toThrow(`"${unitys}": it is a file`);
  });

  it.each([
    [['--port', '70000'], '--port must be a whole number from 0 to 65535'],
    [['--scene', '9'], '--scene must be one of 1, 2, 3, 4, 5, found 9'],
    [['--graph', join(folder, 'none.json')], 'none.json'],
    [['--graph', 'x.json', '--scene', '1'], 'scene'],
  ])('refuses %s with exit code 2', async (words, message) => {
    const { exitCode, said } = await tapedeck('serve', 'virtualhome', ...words);
    expect([exitCode, said]).toEqual([2, expect.stringContaining(message)]);
  });

  it.skipIf(!existsSync(DENO))('answers under Deno, too (skipped where it is not installed)', async () => {
    const allowed = ['run', '--allow-read', '--allow-env', '--allow-net', join(PLACES.root, 'harness/main.ts')];
    const child = spawn(DENO, [...allowed, 'serve', 'virtualhome', '--port', '0', '--scene', '1', '--json']);
    onTestFinished(() => void child.kill('SIGKILL'));
    const [line] = await once(child.stdout, 'data');
    const { url } = JSON.parse(String(line));
    expect(await ask(url, 'add_character', { stringParams: ['{}'] })).toMatchObject({ success: true });
    const script = { stringParams: ['{"find_solution": true}', '<char0> [open] <fridge> (1)'] };
    expect(await ask(url, 'render_script', script)).toMatchObject({ success: true });
    const ended = once(child, 'exit');
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
  });

  withPython('answers an independent client in Python (skipped without python3)', async () => {
    const { url } = await serve();
    const client = join(PLACES.root, 'envs/virtualhome/testing/independent_client.py');
    const { stdout } = await promisify(execFile)('python3', ['-B', client, url]);
    expect(JSON.parse(stdout)).toEqual({
      ...{ connected: true, reset: true, added: true, colours: true, expanded: true },
      rooms: ['bathroom', 'bedroom', 'kitchen', 'livingroom'],
      ...{ character: [1, 'kitchen'], holds: ['milk'], put: [true, ['ON', 'kitchentable']], cameras: [60, 67] },
      too_early: [false, 'Can not select object: milk. REASON: No interaction positions'],
      script: [true, { '0': { message: 'Success' } }],
      unreadable: [false, 'Error parsing script'],
      picture: ['PNG', 64, 48],
      ...{ moved: [true, false], other: Array(5).fill(true) },
      bad_status: 400,
    });
  });

  withPython(
    'answers the calls of VirtualHome’s demo notebooks (skipped without python3)',
    { timeout: 60_000 },
    async () => {
      const pictures = join(folder, 'demo');
      const { url } = await serve('--pictures', pictures);
      const session = join(PLACES.root, 'envs/virtualhome/testing/demo_session.py');
      const { stdout } = await promisify(execFile)('python3', ['-B', session, url]);
      const picture = [480, 374, 3, 8];
      const all = (value: unknown, names: string) => Object.fromEntries(names.split(' ').map((name) => [name, value]));
      expect(JSON.parse(stdout)).toEqual({
        ...all(true, 'connected fridge added names check moved clouds cleared physics'),
        ...all('ok', 'relax without_video multiview solution at_once gravity phone'),
        scenes: [...Array(5).fill(true), ...Array(5).fill(false)],
        views: [[picture], [picture]],
        generated: Array(10).fill(1),
        ...{ cameras: 10, own_cameras: 6, edges: 5, cat: [true, 1], tv: [true, 1], close: [true, true] },
        modes: {
          ...all([picture], 'normal seg_class seg_inst flow'),
          ...{ depth: [[480, 374, 3, 16]], surf_normals: [] },
        },
        camera: [true, true, 1, true, 1],
        node: expect.arrayContaining(['bounding_box', 'id', 'obj_transform', 'prefab_name', 'states']),
        times: Array(3).fill(true),
        line_by_line: Array(5).fill('ok'),
        watched: [[300, 300, 3, 8]],
        in_microwave: expect.arrayContaining(['salmon']),
        table: Array(3).fill('ok'),
      });
      const kept = ['gravity', 'milk', 'multiview', 'relax', 'script', 'tapedeck_pictures.txt'];
      expect(readdirSync(pictures).sort()).toEqual(kept);
      expect(readdirSync(join(pictures, 'script')).sort()).toEqual(['0', '1']);
    },
  );

  withPython('does what its page says (skipped without python3)', { timeout: 120_000 }, async () => {
    const page = readFileSync(join(PLACES.root, 'envs/virtualhome/README.md'), 'utf8');
    const [test = '', program = ''] = blocks(page, 'python');
    const [, words = ''] = /^npx tapedeck serve virtualhome --port 8080 (.*) &$/m.exec(page) ?? [];
    const { url } = await serve(...words.split(' ').filter((word) => word !== ''));
    const here = program.replace('http://127.0.0.1:8080', url);
    expect(here).not.toBe(program);
    const { stdout } = await promisify(execFile)('python3', ['-c', here]);
    expect(stdout).toBe("True {'0': {'message': 'Success'}}\n");
    const runs = Array.from(page.matchAll(/^npx tapedeck (run [^#\n]*[^#\s])/gm), ([, run = '']) => run);
    expect(runs).toHaveLength(2);
    for (const [at, run] of runs.entries()) {
      const there = run.replace('http://127.0.0.1:8080', url).split(' ');
      const layers = ['--tapes', PLACES.tapes, '--tapes', join(folder, 'tapes')];
      const played = await tapedeck(...there, ...layers, '--out', join(folder, `run_${at}`));
      expect([played.exitCode, played.said]).toEqual([0, expect.stringContaining('1 of 1 episode succeeded')]);
    }
    expect(page.match(/^npx tapedeck /gm)).toHaveLength(3);
    expect(await workflow(page, test)).toMatch(/^OK$/m);
  });
});

async function workflow(page: string, test: string): Promise<string> {
  const client = join(folder, 'virtualhome/simulation/unity_simulator');
  mkdirSync(client, { recursive: true });
  copyFileSync(join(PLACES.root, 'envs/virtualhome/testing/comm_unity.py'), join(client, 'comm_unity.py'));
  const port = String(await freePort());
  writeFileSync(join(folder, 'test_fridge.py'), test.replace('8080', port));
  const [, lastStep = ''] = /- run: \|\n((?: {10}.*\n)+)/.exec(blocks(page, 'yaml')[0] ?? '') ?? [];
  const script = lastStep
    .replace('npx --yes tapedeck', `"${process.execPath}" "${join(PLACES.root, 'harness/main.ts')}"`)
    .replace('8080', port)
    .replace('python ', 'python3 ');
  const { stderr } = await promisify(execFile)('sh', ['-c', `trap 'kill $!' EXIT\n${script}`], { cwd: folder });
  return stderr;
}

function blocks(page: string, language: string): string[] {
  return pageBlocks(page).flatMap((block) => (block.language === language ? block.text : []));
}

const IDLE = '{"id":"1","action":"idle"}';

async function served(more: Partial<VirtualHomeEndpoint> = {}) {
  const bounds = { ...SERVER_BOUNDS, ...more.bounds };
  const handle = virtualHomeEndpoint({ simulator: servedSimulator([1]), ...more, bounds });
  const { origin, close } = await boundedServer(handle, { host: '127.0.0.1', port: 0, bounds });
  onTestFinished(close);
  const post = async (body: string, headers: Record<string, string> = {}) => {
    const response = await fetch(origin, { method: 'POST', body, headers });
    return { status: response.status, reply: wireReplySchema.parse(await response.json()) };
  };
  return { origin, post };
}

describe('virtualHomeEndpoint()', () => {
  it('answers a POST to any path, and reports unreadable requests in the original’s form', async () => {
    const { origin, post } = await served();
    const reply = { id: '1', success: true, message: '', value: 0, message_list: null };
    expect(await post(IDLE)).toEqual({ status: 200, reply });
    expect(await post('')).toMatchObject({ status: 400, reply: { message: 'Request body is null or empty' } });
    expect(await post('no')).toMatchObject({ status: 400, reply: { success: false } });
    const elsewhere = await fetch(`${origin}/any/where`, { method: 'POST', body: IDLE });
    expect(await elsewhere.json()).toMatchObject({ success: true });
    expect((await fetch(origin)).status).toBe(501);
  });

  it('refuses web pages and foreign host names', async () => {
    const { post } = await served({ hosts: ['localhost'] });
    expect(await post(IDLE, { origin: 'http://evil.example' })).toMatchObject({ status: 403 });
    expect(await post(IDLE)).toMatchObject({ status: 403, reply: { message: expect.stringContaining('localhost') } });
  });

  it('reports an internal error in the original’s form, and continues', async () => {
    const failures: string[] = [];
    const answer = vi.fn(() => ({ status: 200, reply: wireReply('1', { success: true }) }));
    answer.mockImplementationOnce(() => {
      throw new Error('broken');
    });
    const { post } = await served({ simulator: { answer }, onFailure: (message) => void failures.push(message) });
    expect(await post(IDLE)).toMatchObject({ status: 500, reply: { message: 'Unknown error (broken)' } });
    expect(await post(IDLE)).toMatchObject({ status: 200 });
    expect(failures).toEqual(['broken']);
  });

  it('refuses a body of 100 MB without storing it, and continues', async () => {
    const { post } = await served();
    const before = process.memoryUsage().rss;
    const answer = await post(`{"id":"1","action":"${'x'.repeat(100 * 2 ** 20)}"}`);
    expect(answer).toMatchObject({ status: 413, reply: { success: false } });
    expect(process.memoryUsage().rss - before).toBeLessThan(600 * 2 ** 20);
    expect(await post(IDLE)).toMatchObject({ status: 200 });
  });

  it('answers concurrent requests in turn, each by its id', async () => {
    const { post } = await served();
    const ids = Array.from({ length: 100 }, (_, id) => String(id));
    const answers = await Promise.all(ids.map((id) => post(JSON.stringify({ id, action: 'environment_graph' }))));
    expect(answers.map(({ reply }) => reply.id)).toEqual(ids);
  });
});
