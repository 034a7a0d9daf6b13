import { createServer, type RequestListener } from 'node:http';
import type { AddressInfo } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundedServer, SERVER_BOUNDS } from '../../cassettes/endpoint/bounded_server.ts';
import { servedSimulator } from '../../envs/virtualhome/testing/served_client.ts';
import { virtualHomeEndpoint } from '../interop/serving/virtualhome_endpoint.ts';
import { inVirtualHome, playedRun } from '../testing/live_runs.ts';
import { tapedeck } from '../testing/run_tapedeck.ts';

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

describe('tapedeck run --env virtualhome', () => {
  it.each([
    ['llm_state', '1'],
    ['progprompt', '2'],
    ['inner_monologue', '3'],
    ['oracle', '4'],
  ])('decides and is answered as in the symbolic household: %s, every task in house_%s', async (planner, scene) => {
    const words = ['--planner', planner, '--scene', scene];
    const symbolic = await playedRun(...words);
    const there = await playedRun(...words, ...inVirtualHome(await simulator()));
    expect(there.episodes).toHaveLength(15);
    expect(there.episodes).toEqual(symbolic.episodes);
    expect(there.exitCode).toBe(symbolic.exitCode);
    expect(symbolic.episodes.filter(({ summary }) => summary.success).length).toBeGreaterThan(3);
  });

  const TASK = ['--planner', 'random', '--scene', '1', '--task', 'open_fridge'];

  it('says in one sentence that nobody answers, or another than the simulator, or too late', async () => {
    const silent = await otherServer(() => {});
    const page = await otherServer((_, response) => response.end('<html>Welcome</html>'));
    const said = async (url: string, ...more: string[]) => {
      const { exitCode, said } = await playedRun(...TASK, ...inVirtualHome(url, ...more));
      return [exitCode, said];
    };
    const refused = (message: string) => [2, expect.stringContaining(message)];
    const late = await said(silent, '--simulator-timeout-s', '0.3');
    expect(late).toEqual(refused('did not answer "clear" within 0.3 s'));
    expect(await said(page)).toEqual(refused('expected an answer in VirtualHome'));
    expect(await said('http://127.0.0.1:9')).toEqual(refused('is it running'));
  });

  it.each([
    [[...inVirtualHome('http://127.0.0.1:9'), '--jobs', '2'], '--jobs must be 1 with --env virtualhome'],
    [inVirtualHome('ftp://x'), '--simulator must be a URL such as http://127.0.0.1:8080'],
    [inVirtualHome('http://127.0.0.1:9', '--simulator-timeout-s', '0'), '--simulator-timeout-s must be more than 0'],
    [inVirtualHome('http://127.0.0.1:9', '--env-option', 'noise.missedDetection=0.5'), 'Leave option "noise" out'],
    [['--simulator', 'http://127.0.0.1:9'], 'name it with --env'],
    [['--env', 'elsewhere'], 'virtualhome'],
  ])('refuses %s with exit code 2', async (words, message) => {
    const { exitCode, said } = await playedRun(...TASK, ...words);
    expect([exitCode, said]).toEqual([2, expect.stringContaining(message)]);
  });

  it('refuses a suite of another world', async () => {
    const { exitCode, said } = await tapedeck('run', 'tabletop', '--env', 'virtualhome');
    expect([exitCode, said]).toEqual([2, expect.stringContaining('this suite plays in "tabletop"')]);
  });
});
