import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { RemoteApi } from '../../../envs/coppeliasim/api/session.ts';
import { remoteApiServer } from '../../interop/serving/serve_coppeliasim.ts';
import { PLACES } from '../../io/places.ts';
import { isLong } from '../run_count.ts';
import { tapedeck, words } from '../run_tapedeck.ts';
import { bench } from '../simulator_bench.ts';

async function coppeliaSim(onMessage = () => {}) {
  const api = new RemoteApi({ blocks: [] });
  const heard = {
    session() {
      const session = api.session();
      const answer = (message: Uint8Array) => {
        onMessage();
        return session.answer(message);
      };
      return { answer, close: () => session.close() };
    },
  } as unknown as RemoteApi;
  const server = await remoteApiServer(heard, { host: '127.0.0.1', port: 0 });
  onTestFinished(() => server.close());
  return { url: `tcp://127.0.0.1:${server.port}` };
}

describe('tapedeck run --env coppeliasim, recorded', () => {
  it('plays byte for byte what was live, when recorded, and without the simulator', async () => {
    const { play, tapes } = bench('tabletop', 'coppeliasim');
    const both = words`--planner delta llm_planner --scene tower_3_01`;
    const { url } = await coppeliaSim();
    const live = await play([...both, '--simulator', url, '--simulator-mode', 'live']);
    const recorded = await play([...both, '--simulator', url]);
    const replayed = await play([...both, '--jobs', '2']);
    expect(Object.keys(live.traces)).toHaveLength(2);
    expect([recorded.traces, replayed.traces]).toEqual([live.traces, live.traces]);
    expect((await tapedeck('cassettes', 'verify', '--tapes', tapes)).said).toContain('0 problems');
  });

  /** Two scenes, so that the blocks of the one are removed where the other is laid out. */
  const WORDS = words`--planner delta --scene tower_3_01 spelling_skill_01`;

  async function whole() {
    let messages = 0;
    const { url } = await coppeliaSim(() => void messages++);
    const { traces } = await bench('tabletop', 'coppeliasim').play([...WORDS, '--simulator', url]);
    return { wanted: traces, messages };
  }

  it.each(isLong ? [0.3, 0.45, 0.7, 0.97] : [0.45])(
    'goes on where it was interrupted inside an episode, after a share of %d, in the same simulator and in a new one',
    async (share) => {
      const { wanted, messages } = await whole();
      expect(Object.keys(wanted)).toHaveLength(2);
      const cut = Math.round(share * messages);
      for (const isSame of [true, false]) {
        const { play, tapes } = bench('tabletop', 'coppeliasim');
        const stop = new AbortController();
        let count = 0;
        const { url } = await coppeliaSim(() => {
          if (++count === cut) stop.abort();
        });
        expect((await play([...WORDS, '--simulator', url], stop.signal)).exitCode).toBe(130);
        const next = isSame ? url : (await coppeliaSim()).url;
        const resumed = await play([...WORDS, '--simulator', next]);
        expect(resumed.said).toMatch(/The simulator: \d+ answers? from the tape, [1-9]\d* recorded/);
        expect([resumed.traces, (await play(WORDS)).traces]).toEqual([wanted, wanted]);
        expect((await tapedeck('cassettes', 'verify', '--tapes', tapes)).exitCode).toBe(0);
      }
    },
  );

  it('goes on where its process was killed inside an episode', async () => {
    const { wanted } = await whole();
    const { play, tapes, folder } = bench('tabletop', 'coppeliasim');
    let kill = () => {};
    let count = 0;
    const { url } = await coppeliaSim(() => {
      if (++count === 280) kill();
    });
    const layers = words`--tapes ${PLACES.tapes} --tapes ${tapes} --out ${join(folder, 'killed')}`;
    const argv = words`run tabletop --env coppeliasim --simulator ${url} ${WORDS} ${layers}`;
    const child = spawn(process.execPath, [join(PLACES.root, 'harness/main.ts'), ...argv], { stdio: 'ignore' });
    kill = () => void child.kill('SIGKILL');
    expect(await once(child, 'exit')).toEqual([null, 'SIGKILL']);
    const resumed = await play([...WORDS, '--simulator', url]);
    expect(resumed.said).toMatch(/The simulator: [1-9]\d* answers? from the tape, [1-9]\d* recorded/);
    expect(resumed.traces).toEqual(wanted);
  });
});
