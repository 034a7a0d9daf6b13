import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { type AddressInfo, connect, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { RemoteApi } from '../../envs/coppeliasim/api/session.ts';
import { randomNumbers } from '../../envs/random_numbers.ts';
import { remoteApiServer } from '../serving/remote_api_server.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-live-table-'));
afterAll(() => rmSync(folder, { recursive: true }));

let runs = 0;

/** Our server, in this process, with an empty table. */
async function simulator(): Promise<{ url: string; port: number }> {
  const server = await remoteApiServer(new RemoteApi({ blocks: [] }), { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return { url: `tcp://127.0.0.1:${server.port}`, port: server.port };
}

/** In front of a server: cuts, delays, duplicates and garbles what passes, at random. */
async function faultyProxy(port: number, seed: number): Promise<string> {
  const random = randomNumbers(seed);
  const happens = (share: number) => random.uniform() < share;
  const server = createServer((here) => {
    const there = connect(port, '127.0.0.1');
    for (const [from, to] of [
      [here, there],
      [there, here],
    ] as const) {
      from.on('error', () => {});
      from.on('close', () => to.destroy());
      from.on('data', (chunk: Buffer) => {
        if (happens(0.0005)) return void from.destroy();
        const bytes = Buffer.from(chunk);
        if (happens(0.0005)) bytes[random.below(bytes.length)] = random.below(256);
        if (happens(0.0005)) to.write(bytes);
        if (!happens(0.001)) return void to.write(bytes);
        from.pause();
        setTimeout(() => {
          to.write(bytes);
          from.resume();
        }, 5);
      });
    }
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => void server.close());
  return `tcp://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Played = {
  readonly id: string;
  readonly end: string;
  readonly success: boolean;
  readonly told: readonly unknown[];
};

/** Of each episode what was decided, asked and answered, and how it ended. */
async function played(...words: readonly string[]): Promise<{ exitCode: number; said: string; episodes: Played[] }> {
  const out = join(folder, `run_${runs++}`);
  const result = await tapedeck('run', 'tabletop', '--shipped', '--json', '--out', out, ...words);
  const { exitCode, said } = result;
  if (exitCode === 2) return { exitCode, said, episodes: [] };
  const { episodes } = JSON.parse(result.out) as { episodes: readonly { episode: string }[] };
  return {
    exitCode,
    said,
    episodes: episodes.map(({ episode }) => {
      const [, ...place] = episode.split('/');
      const lines = readFileSync(join(out, 'traces', `${place.join('/')}.jsonl`), 'utf8')
        .trim()
        .split('\n');
      const events = lines.map((line) => JSON.parse(line));
      const { end, success } = events.at(-1);
      const told = events
        .slice(1, -1)
        .flatMap(({ event, action, ok, goal, key, reason }) =>
          event === 'step' || event === 'call' ? [{ event, action, ok, goal, key, reason }] : [],
        );
      return { id: episode, end, success, told };
    }),
  };
}

const live = (url: string) => ['--env', 'coppeliasim', '--simulator', url, '--simulator-mode', 'live'];

const METHODS = ['olp', 'llm_planner', 'llm_p', 'delta'].flatMap((planner) => ['--planner', planner]);
const SCENES = ['tower_3_01', 'spelling_skill_01', 'organize_222_01'].flatMap((scene) => ['--scene', scene]);

describe('tapedeck run --env coppeliasim', () => {
  it('decides and is answered as at the symbolic table, under every method', async () => {
    const symbolic = await played(...METHODS, ...SCENES);
    const { url } = await simulator();
    const there = await played(...METHODS, ...SCENES, ...live(url));
    expect(there.episodes).toHaveLength(12);
    expect(there.episodes).toEqual(symbolic.episodes);
    expect(symbolic.episodes.filter(({ success }) => success).length).toBeGreaterThan(3);
  });

  it.each([1, 2, 3, 4])(
    'is right or says that it failed, where what passes is cut, delayed, doubled and garbled (seed %d)',
    async (seed) => {
      const words = ['--planner', 'delta', ...SCENES];
      const symbolic = await played(...words);
      const { port } = await simulator();
      const { exitCode, said, episodes } = await played(
        ...words,
        ...live(await faultyProxy(port, seed)),
        '--simulator-timeout-s',
        '2',
      );
      if (exitCode === 2) expect(said).toMatch(/Cannot (use|play|start)/);
      for (const [at, { end, success }] of episodes.entries()) {
        if (end !== 'env_failed')
          expect({ end, success }).toEqual({
            end: symbolic.episodes[at]!.end,
            success: symbolic.episodes[at]!.success,
          });
      }
    },
  );

  it.each([
    [live('tcp://127.0.0.1:1'), 'ECONNREFUSED'],
    [live('http://127.0.0.1:1'), '--simulator must be a URL such as tcp://127.0.0.1:23000'],
    [[...live('tcp://127.0.0.1:1'), '--env-option', 'motion=none'], 'Leave option "motion" out'],
    [[...live('tcp://127.0.0.1:1'), '--jobs', '2'], '--jobs must be 1 with --env coppeliasim'],
  ])('refuses %s with exit code 2', async (words, message) => {
    const { exitCode, said } = await played('--planner', 'delta', '--scene', 'tower_3_01', ...words);
    expect({ exitCode, said }).toEqual({ exitCode: 2, said: expect.stringContaining(message) });
  });
});
