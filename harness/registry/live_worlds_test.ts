import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { boundedServer, SERVER_BOUNDS } from '../../cassettes/endpoint/bounded_server.ts';
import { faultyProxy } from '../../envs/virtualhome/testing/faulty_proxy.ts';
import { servedSimulator } from '../../envs/virtualhome/testing/served_client.ts';
import { virtualHomeEndpoint } from '../serving/virtualhome_endpoint.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-live-'));
afterAll(() => rmSync(folder, { recursive: true }));

let runs = 0;

/** The server of this project, in this process. */
async function simulator(): Promise<string> {
  const handle = virtualHomeEndpoint({ simulator: servedSimulator(), bounds: SERVER_BOUNDS });
  const server = await boundedServer(handle, { host: '127.0.0.1', port: 0, bounds: SERVER_BOUNDS });
  onTestFinished(() => server.close());
  return server.origin;
}

async function otherServer(listener: RequestListener): Promise<string> {
  const server = createServer(listener);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

type Played = {
  readonly id: string;
  readonly end: string;
  readonly success: boolean;
  readonly told: readonly unknown[];
};

/** Plays what is on the shipped tapes; of each episode what was decided, asked and answered, and how it ended. */
async function played(...words: readonly string[]): Promise<{ exitCode: number; said: string; episodes: Played[] }> {
  const out = join(folder, `run_${runs++}`);
  const {
    exitCode,
    said,
    out: printed,
  } = await tapedeck('run', 'household', '--shipped', '--json', '--out', out, ...words);
  if (exitCode === 2) return { exitCode, said, episodes: [] };
  const { episodes } = JSON.parse(printed) as { episodes: readonly { episode: string }[] };
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
          event === 'step' || event === 'call' ? [{ event, action, ok, goal, key, reason: reason?.precondition }] : [],
        );
      return { id: episode, end, success, told };
    }),
  };
}

const live = (url: string, ...more: readonly string[]) => ['--env', 'virtualhome', '--simulator', url, ...more];

describe('tapedeck run --env virtualhome', () => {
  it.each([
    ['llm_state', '1'],
    ['progprompt', '2'],
    ['inner_monologue', '3'],
  ])('decides and is answered as in the symbolic household: %s, every task in house_%s', async (planner, scene) => {
    const words = ['--planner', planner, '--scene', scene];
    const symbolic = await played(...words);
    const there = await played(...words, ...live(await simulator()));
    expect(there.episodes).toHaveLength(15);
    expect(there.episodes).toEqual(symbolic.episodes);
    expect(there.exitCode).toBe(symbolic.exitCode);
    expect(symbolic.episodes.filter(({ success }) => success).length).toBeGreaterThan(3);
  });

  it.each([1, 2, 3, 4])(
    'is right or says that it failed, where what passes is cut, delayed, doubled and garbled (seed %d)',
    async (seed) => {
      const words = [
        '--planner',
        'llm_state',
        '--scene',
        '1',
        '--task',
        'open_fridge',
        '--task',
        'put_book_on_desk',
        '--task',
        'make_toast',
      ];
      const symbolic = await played(...words);
      const proxy = await faultyProxy(await simulator(), seed, {
        cut: 0.01,
        delay: 0.1,
        duplicate: 0.1,
        garble: 0.03,
        delayMs: 5,
      });
      onTestFinished(proxy.close);
      const { exitCode, said, episodes } = await played(...words, ...live(proxy.url, '--simulator-timeout-s', '5'));
      if (exitCode === 2) expect(said).toMatch(/Cannot (use|play|start)/);
      for (const [at, episode] of episodes.entries()) {
        const right = symbolic.episodes[at];
        const isFailed = episode.end === 'env_failed' || episode.told.some((step) => isControllerFailure(step));
        if (!isFailed) expect(episode).toEqual(right);
        if (episode.success) expect(right?.success).toBe(true);
      }
      expect(Object.values(proxy.counts).reduce((sum, count) => sum + count, 0)).toBeGreaterThan(0);
    },
  );

  const TASK = ['--planner', 'random', '--scene', '1', '--task', 'open_fridge'];

  it('says in one sentence that nobody answers, or another than the simulator, or too late', async () => {
    const nobody = await otherServer(() => {});
    const page = await otherServer((_, response) => response.end('<html>Welcome</html>'));
    const late = await played(...TASK, ...live(nobody, '--simulator-timeout-s', '0.3'));
    expect(late).toMatchObject({ exitCode: 2, said: expect.stringContaining('did not answer "clear" within 0.3 s') });
    const wrong = await played(...TASK, ...live(page));
    expect(wrong).toMatchObject({ exitCode: 2, said: expect.stringContaining('expected an answer in VirtualHome') });
    const none = await played(...TASK, ...live('http://127.0.0.1:9'));
    expect(none).toMatchObject({ exitCode: 2, said: expect.stringContaining('is it running') });
  });

  it('waits for a simulator that is busy', async () => {
    const real = servedSimulator();
    let busy = 2;
    const url = await otherServer(async (request, response) => {
      let body = '';
      for await (const chunk of request) body += chunk;
      const isBusy = busy-- > 0;
      const { status, reply } = isBusy
        ? { status: 429, reply: { success: false, message: 'Busy' } }
        : real.answer(body);
      response.writeHead(status).end(JSON.stringify(reply));
    });
    expect((await played(...TASK, ...live(url))).episodes).toHaveLength(1);
  });

  it.each([
    [[...live('http://127.0.0.1:9'), '--jobs', '2'], '--jobs must be 1 with --env virtualhome'],
    [live('ftp://x'), '--simulator must be a URL such as http://127.0.0.1:8080'],
    [live('http://127.0.0.1:9', '--simulator-timeout-s', '0'), '--simulator-timeout-s must be more than 0'],
    [live('http://127.0.0.1:9', '--env-option', 'noise.missedDetection=0.5'), 'Leave option "noise" out'],
    [['--simulator', 'http://127.0.0.1:9'], 'name it with --env'],
    [['--env', 'elsewhere'], 'virtualhome'],
  ])('refuses %s with exit code 2', async (words, message) => {
    const { exitCode, said } = await played(...TASK, ...words);
    expect({ exitCode, said }).toEqual({ exitCode: 2, said: expect.stringContaining(message) });
  });

  it('refuses a suite of another world', async () => {
    const { exitCode, said } = await tapedeck('run', 'tabletop', '--env', 'virtualhome');
    expect({ exitCode, said }).toEqual({
      exitCode: 2,
      said: expect.stringContaining('this suite plays in "tabletop"'),
    });
  });
});

function isControllerFailure(step: unknown): boolean {
  return (step as { reason?: string }).reason === 'controller_failed';
}
