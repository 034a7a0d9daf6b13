import { execFile } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { delimiter, join } from 'node:path';
import { text } from 'node:stream/consumers';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { scratchFolder } from '../scratch_folder.ts';

const run = promisify(execFile);
const { folder } = scratchFolder();
const manifest = JSON.parse(readFileSync(join(PLACES.root, 'package.json'), 'utf8'));

const flagsOf = (script: string) => manifest.scripts[script].match(/(?<= )--\S+/g);

describe('npm run', () => {
  it('runs the Node that the project brings, whatever Node runs npm', async () => {
    const node = JSON.parse(readFileSync(join(PLACES.root, 'harness/package/node/package.json'), 'utf8'));
    const brought: unknown[] = Object.values(node.optionalDependencies);
    const [version] = brought;
    expect(brought).toEqual(brought.map(() => version));
    const paths = String(process.env['PATH']).split(delimiter);
    const outside = paths.filter((path) => !path.includes('node_modules'));
    const env = { ...process.env, PATH: outside.join(delimiter) };
    const asked = ['exec', '--', 'node', '-p', 'process.version'];
    expect((await run('npm', asked, { cwd: PLACES.root, env })).stdout.trim()).toBe(`v${version}`);
  });
});

describe('npm run tables', () => {
  it('is refused a connection by the runtime, even to loopback and in its workers, and a file outside results/', async () => {
    const flags = flagsOf('tables');
    const inside = "const { connect } = await import('node:net'); connect(9, '127.0.0.1')";
    const script = `
      import { writeFileSync } from 'node:fs';
      import { connect } from 'node:net';
      import { Worker } from 'node:worker_threads';
      const note = ({ code }) => console.log(code);
      connect(9, '127.0.0.1').on('error', note);
      new Worker(${JSON.stringify(inside)}, { eval: true }).on('error', note);
      try { writeFileSync('package.json', '') } catch (error) { note(error) }`;
    const argv = [...flags, '--input-type=module', '-e', script];
    const { stdout } = await run(process.execPath, argv, { cwd: PLACES.root });
    expect(stdout).toBe('ERR_ACCESS_DENIED\n'.repeat(3));
  });
});

describe('npm run confined', () => {
  const flags = flagsOf('confined');
  const main = join(PLACES.root, 'harness/main.ts');
  const EPISODE = ['run', 'household', '--scene', '1', '--task', 'open_fridge'];

  it.for([
    ['--planner oracle --out /nowhere/run', /^Cannot write "\/nowhere\/?": this npm script runs/],
    [
      '--planner llm_state --mode record --model confined-model',
      /^This npm script runs without network, records nothing and writes below results\/ only; use `npm run -s tapedeck/,
    ],
  ] as const)('says what it does not do, and names no flag of Node: %s', async ([line, message]) => {
    const env = { ...process.env, OPENAI_BASE_URL: 'http://127.0.0.1:1/v1' };
    const argv = [...flags, main, ...EPISODE, ...line.split(' ')];
    const ended = run(process.execPath, argv, { cwd: PLACES.root, env });
    await expect(ended).rejects.toMatchObject({ code: 2, stderr: expect.stringMatching(message) });
    rmSync(join(PLACES.ownTapes, 'household/confined-model'), { recursive: true, force: true });
  });

  const CURIOUS = `
    import { writeFileSync } from 'node:fs';
    import { connect } from 'node:net';
    import { spawnSync } from 'node:child_process';
    const options = { parse: () => ({}), safeParse: () => ({ success: true, data: {} }) };
    const tried = async (name, attempt) => name + ' ' + (await attempt().then(() => 'went', (error) => error.code));
    export const planner = {
      name: 'curious', title: 'C', worlds: ['household'], summary: '', options, promptSlots: {}, privileged: () => false,
      async *plan() {
        const codes = [
          await tried('write', async () => writeFileSync(new URL('./evil.txt', import.meta.url), 'x')),
          await tried('connect', () => new Promise((resolve, reject) => connect(9, '127.0.0.1').on('connect', resolve).on('error', reject))),
          await tried('spawn', async () => { const { error } = spawnSync('true'); if (error) throw error; }),
        ];
        yield { kind: 'stop', reason: codes.join(', ') };
      },
    };`;

  it.for(['1', '2'])(
    'lets a planner from elsewhere neither write, nor connect, nor start a program: %s jobs',
    async (jobs) => {
      const mine = join(folder, 'curious.ts');
      writeFileSync(mine, CURIOUS);
      const out = join('results/runs', `confined-${process.pid}-${jobs}`);
      const asked = ['--planner', mine, '--scene', '1', '--task', 'open_fridge', '--trials', '2', '--jobs', jobs];
      try {
        await run(process.execPath, [...flags, main, 'run', 'household', ...asked, '--out', out], { cwd: PLACES.root });
        const trace = readFileSync(join(PLACES.root, out, 'traces.jsonl'), 'utf8');
        expect(trace).toContain('write ERR_ACCESS_DENIED, connect ERR_ACCESS_DENIED, spawn ERR_ACCESS_DENIED');
        expect(existsSync(join(folder, 'evil.txt'))).toBe(false);
      } finally {
        rmSync(join(PLACES.root, out), { recursive: true, force: true });
      }
    },
  );
});

describe('tests', () => {
  it('are refused every connection that does not stay on this machine', () => {
    expect(() => connect(80, '192.0.2.1')).toThrow('Tests reach loopback only; refused a connection to "192.0.2.1"');
    expect(() => connect({ host: 'example.org', port: 443 })).toThrow('refused a connection to "example.org"');
  });

  it('reach a server on loopback', async () => {
    const server = createServer((socket) => socket.end('hello')).listen(0, '127.0.0.1');
    await once(server, 'listening');
    const { port } = server.address() as AddressInfo;
    expect(await text(connect(port, '127.0.0.1'))).toBe('hello');
    server.close();
  });
});
