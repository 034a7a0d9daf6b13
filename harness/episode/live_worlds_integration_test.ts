import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundedServer, SERVER_BOUNDS } from '../../cassettes/endpoint/bounded_server.ts';
import { servedSimulator } from '../../envs/virtualhome/testing/served_client.ts';
import { virtualHomeEndpoint } from '../interop/serving/serve_virtualhome.ts';
import { inVirtualHome, playedRun } from '../testing/live_runs.ts';
import { isLong } from '../testing/run_count.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';

async function simulator(): Promise<string> {
  const handle = virtualHomeEndpoint({ simulator: servedSimulator(), bounds: SERVER_BOUNDS });
  const server = await boundedServer(handle, { host: '127.0.0.1', port: 0, bounds: SERVER_BOUNDS });
  onTestFinished(() => server.close());
  return server.origin;
}

describe('tapedeck run --env virtualhome', () => {
  const planners = ['llm_state', 'progprompt', 'inner_monologue', 'oracle'];
  const runs = planners.map((planner, index) => [planner, `${index + 1}`] as const);
  const some = ['open_fridge', 'use_computer', 'make_toast', 'heat_milk', 'put_book_on_desk'];
  it.each(isLong ? runs : runs.slice(0, 2))('plays as the symbolic household: %s, house_%s', async (planner, scene) => {
    const tasks = isLong ? [] : some.flatMap((task) => ['--task', task]);
    const words = ['--planner', planner, '--scene', scene, ...tasks];
    const symbolic = await playedRun(...words);
    const there = await playedRun(...words, ...inVirtualHome(await simulator()));
    expect(there.episodes).toHaveLength(isLong ? 15 : some.length);
    expect(there.episodes).toEqual(symbolic.episodes);
    expect(there.exitCode).toBe(symbolic.exitCode);
    expect(symbolic.episodes.filter(({ summary }) => summary.success).length).toBeGreaterThan(3);
  });

  const TASK = ['--planner', 'random', '--scene', '1', '--task', 'open_fridge'];

  it('says that an answer took longer than --simulator-timeout-s', async () => {
    const silent = createServer(() => {}).listen(0, '127.0.0.1');
    await once(silent, 'listening');
    onTestFinished(() => void silent.close().closeAllConnections());
    const url = `http://127.0.0.1:${(silent.address() as AddressInfo).port}`;
    const { exitCode, said } = await playedRun(...TASK, ...inVirtualHome(url, '--simulator-timeout-s', '0.3'));
    expect([exitCode, said]).toEqual([2, expect.stringContaining('did not answer "clear" within 0.3 s')]);
  });

  it.each([
    [[...inVirtualHome('http://127.0.0.1:9'), '--jobs', '2'], '--jobs must be 1 with --env virtualhome'],
    [inVirtualHome('ftp://x'), '--simulator must be a URL such as http://127.0.0.1:8080'],
    [inVirtualHome('http://127.0.0.1:9', '--simulator-timeout-s', '0'), '--simulator-timeout-s must be more than 0'],
    [inVirtualHome('http://127.0.0.1:9', '--env-option', 'noise.missedDetection=0.5'), 'omit option "noise"'],
    [['--simulator', 'http://127.0.0.1:9'], 'name it with --env'],
    [['--env', 'elsewhere'], 'virtualhome'],
    [inVirtualHome('http://127.0.0.1:9'), 'check that it runs'],
  ])('refuses %s with exit code 2', async (words, message) => {
    const { exitCode, said } = await playedRun(...TASK, ...words);
    expect([exitCode, said]).toEqual([2, expect.stringContaining(message)]);
  });

  it('refuses a suite of another world', async () => {
    const { exitCode, said } = await tapedeck('run', 'tabletop', '--env', 'virtualhome');
    expect([exitCode, said]).toEqual([2, expect.stringContaining('this suite is in world "tabletop"')]);
  });
});
