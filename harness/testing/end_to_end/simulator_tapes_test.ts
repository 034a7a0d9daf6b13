import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundedServer, SERVER_BOUNDS } from '../../../cassettes/endpoint/bounded_server.ts';
import type { HttpAnswer } from '../../../envs/virtualhome/server/served_simulator.ts';
import { servedSimulator } from '../../../envs/virtualhome/testing/served_client.ts';
import { virtualHomeEndpoint } from '../../interop/serving/virtualhome_endpoint.ts';
import { tapedeck } from '../run_tapedeck.ts';
import { bench, temporary, tracesIn } from '../simulator_bench.ts';

/** What becomes of the n-th answer on its way, from 1. */
type OnTheWay = (answer: HttpAnswer, count: number) => HttpAnswer;

const asItIs: OnTheWay = (answer) => answer;

/** Our server, in this process; `heard` counts what it was asked. */
async function virtualHome(onTheWay = asItIs) {
  const real = servedSimulator();
  const counted = { heard: 0 };
  const answer = (body: string) => {
    counted.heard += 1;
    return onTheWay(real.answer(body), counted.heard);
  };
  const handle = virtualHomeEndpoint({ simulator: { answer }, bounds: SERVER_BOUNDS });
  const server = await boundedServer(handle, { host: '127.0.0.1', port: 0, bounds: SERVER_BOUNDS });
  onTestFinished(() => server.close());
  return { url: server.origin, counted };
}

const TASKS = ['--planner', 'llm_state', '--scene', '1', '--task', 'make_toast', '--task', 'open_fridge'];

/** A planner that goes to one place after the other, called the same whichever they are. */
function planner(folder: string, places: readonly string[]): readonly string[] {
  const path = join(folder, 'mine.ts');
  const actions = places.map((place) => `yield { kind: 'act', action: { verb: 'move', args: ['${place}'] } };`);
  writeFileSync(
    path,
    `import { z } from 'zod';
export const planner = {
  name: 'mine', title: 'Mine', summary: 'Moves', worlds: ['household'], privileged: () => false, asksModel: false,
  options: z.strictObject({}), promptSlots: {},
  async *plan() { ${actions.join(' ')} yield { kind: 'stop', reason: 'enough' }; },
};
`,
  );
  return ['--planner', path, '--scene', '1', '--task', 'open_fridge'];
}

describe('tapedeck run --env virtualhome, recorded', () => {
  it('plays byte for byte what was live, when recorded, and without the simulator', async () => {
    const { play, tapes } = bench();
    const { url, counted } = await virtualHome();
    const live = await play([...TASKS, '--simulator', url, '--simulator-mode', 'live']);
    expect(existsSync(tapes)).toBe(false);
    const recorded = await play([...TASKS, '--simulator', url]);
    expect(recorded.said).toMatch(/The simulator: 0 answers from the tape, \d\d recorded/);
    const heard = counted.heard;
    const replayed = await play([...TASKS, '--jobs', '2']);
    const idle = await play([...TASKS, '--simulator', url]);
    expect(idle.said).toMatch(/No simulator was asked: all is on the tape; --simulator-mode rerecord/);
    expect(counted.heard).toBe(heard);
    expect(Object.keys(live.traces)).toHaveLength(2);
    expect(JSON.parse(Object.values(live.traces)[0]!.trim().split('\n').at(-1)!)).toMatchObject({
      end: 'goal',
      simulator: { said: expect.stringMatching(/^[0-9a-f]{64}$/) },
    });
    for (const { traces, exitCode } of [recorded, replayed, idle]) {
      expect({ traces, exitCode }).toEqual({ traces: live.traces, exitCode: live.exitCode });
    }
    const care = await tapedeck('cassettes', 'verify', '--tapes', tapes, '--json');
    expect(JSON.parse(care.out)).toMatchObject({ tapes: 1, problems: [] });
  });

  it('goes on where it was interrupted, after it has told the simulator all that was said before', async () => {
    const whole = bench();
    const { url } = await virtualHome();
    const wanted = await whole.play([...TASKS, '--simulator', url]);
    const { play, tapes } = bench();
    const stop = new AbortController();
    const cut = await virtualHome((answer, count) => {
      if (count === 15) stop.abort();
      return answer;
    });
    expect((await play([...TASKS, '--simulator', cut.url], stop.signal)).exitCode).toBe(130);
    const other = await virtualHome();
    const rest = await play([...TASKS, '--simulator', other.url]);
    const [, fromTape, recorded] = /: (\d+) answers from the tape, (\d+) recorded/.exec(rest.said) ?? [];
    expect([Number(fromTape) > 3, Number(recorded) > 10]).toEqual([true, true]);
    expect(rest.traces).toEqual(wanted.traces);
    expect((await play(TASKS)).traces).toEqual(wanted.traces);
    expect((await tapedeck('cassettes', 'verify', '--tapes', tapes)).exitCode).toBe(0);
  });

  it('says so where the simulator answers otherwise than it was recorded, and records anew where told to', async () => {
    const { play, folder, tapes } = bench();
    const { url } = await virtualHome();
    const stay = planner(folder, []);
    await play([...stay, '--simulator', url]);
    const changed = await virtualHome(({ status, reply }) => ({ status, reply: { ...reply, value: reply.value + 1 } }));
    const more = planner(folder, ['bathroom1', 'bedroom1']);
    const diverged = await play([...more, '--simulator', changed.url]);
    expect(diverged).toMatchObject({ exitCode: 1, said: expect.stringContaining('Cannot go on with the recording') });
    expect(diverged.said).toContain('--simulator-mode rerecord');
    const anew = await play([...more, '--simulator', changed.url, '--simulator-mode', 'rerecord']);
    expect(anew.said).toMatch(/0 answers from the tape, [1-9]\d* recorded/);
    const again = await play(more);
    expect(again.traces).toEqual(anew.traces);
    const pruned = await tapedeck('cassettes', 'prune', again.out, '--tapes', tapes);
    expect(pruned).toMatchObject({
      exitCode: 0,
      said: expect.stringMatching(/virtualhome, in .*: [1-9]\d* kept, 3 removed/),
    });
    expect((await play(more)).traces).toEqual(anew.traces);
    const live = await play([...more, '--simulator', url, '--simulator-mode', 'live']);
    const refused = await tapedeck('cassettes', 'prune', live.out, '--tapes', tapes);
    expect(refused).toMatchObject({ exitCode: 2, said: expect.stringContaining('the tape does not hold what') });
  });

  it('misses at the first message of a changed decision, and where another planner plays', async () => {
    const { play, folder, tapes } = bench();
    const { url } = await virtualHome();
    await play([...planner(folder, ['bathroom1']), '--simulator', url]);
    const further = await play(planner(folder, ['bathroom1', 'bedroom1']));
    expect(further).toMatchObject({
      exitCode: 3,
      said: expect.stringContaining('the recording ends before it; asked'),
    });
    const changed = await play(planner(folder, ['bedroom1', 'bathroom1']));
    expect(changed.exitCode).toBe(3);
    expect(changed.said).toMatch(
      /Cannot replay message 5 .*: recorded there is .*\[WALK\] <bathroom>.*, asked .*\[WALK\] <bedroom>/,
    );
    expect(changed.said).toContain('--simulator URL');
    expect(changed.said).not.toContain('--mode record');
    const other = await play(['--planner', 'random', '--scene', '1', '--task', 'open_fridge']);
    expect(other).toMatchObject({ exitCode: 3, said: expect.stringContaining('only as played by "mine"') });
    const none = await play(['--planner', 'random', '--scene', '1', '--task', 'make_toast']);
    expect(none.said).toContain('the tape holds nothing of task "house_1/make_toast"');
    const exported = await tapedeck(
      'batch',
      'export',
      other.out,
      '-o',
      join(folder, 'requests.jsonl'),
      '--tapes',
      tapes,
    );
    expect(exported.said).toContain('it is a message to "virtualhome": have a simulator answer, with --simulator URL');
  });

  it('refuses a changed answer with file and line, and finds a changed message', async () => {
    const { play, folder, replies } = bench();
    const words = planner(folder, ['bathroom1']);
    await play([...words, '--simulator', (await virtualHome()).url]);
    const path = replies('house_1.open_fridge');
    const requests = path.replace('.replies.jsonl', '.requests.jsonl.gz');
    writeFileSync(requests, gzipSync(gunzipSync(readFileSync(requests)).toString().replace('Male1', 'Male2')));
    const care = await tapedeck('cassettes', 'verify', '--tapes', join(folder, 'tapes'));
    expect(care).toMatchObject({ exitCode: 1, said: expect.stringContaining('does not hash to its key') });
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"success":true', '"success":false'));
    const line = text.split('\n').findIndex((each) => each.includes('"success":true')) + 1;
    const refused = await play(words);
    expect(refused).toMatchObject({ exitCode: 2, said: expect.stringContaining(`line ${line}`) });
    expect(refused.said).toContain('house_1.open_fridge.replies.jsonl');
  });

  it('records shards apart, whose runs and tapes are joined', async () => {
    const [whole, left, right] = [bench(), bench(), bench()];
    const { url } = await virtualHome();
    const all = await whole.play([...TASKS, '--simulator', url]);
    const parts = [];
    for (const [at, part] of [left, right].entries()) {
      parts.push(await part.play([...TASKS, '--simulator', url, '--shard', `${at + 1}/2`]));
    }
    const joined = join(temporary(), 'run');
    const merged = await tapedeck('merge', ...parts.map(({ out }) => out), '-o', joined);
    expect({ merged, traces: tracesIn(joined) }).toMatchObject({ merged: { exitCode: 0 }, traces: all.traces });
    const { play, tapes } = bench();
    expect((await tapedeck('merge', left.tapes, right.tapes, '-o', tapes)).exitCode).toBe(0);
    expect((await play(TASKS)).traces).toEqual(all.traces);
  });

  it('tells by a dry run what is missing, and asks nobody', async () => {
    const { folder } = bench();
    const { url, counted } = await virtualHome();
    const { out, exitCode } = await tapedeck(
      ...['run', 'household', '--env', 'virtualhome', '--simulator', url, '--dry-run', '--json'],
      ...['--tapes', join(folder, 'tapes'), ...planner(folder, ['bathroom1'])],
    );
    expect({ exitCode, document: JSON.parse(out) }).toMatchObject({
      exitCode: 0,
      document: { episodes: 1, stopped: 1 },
    });
    expect(counted.heard).toBe(0);
  });
});

describe('tapedeck run --simulator-mode', () => {
  const URL = ['--simulator', 'http://127.0.0.1:9'];
  const TASK = ['--planner', 'random', '--scene', '1', '--task', 'open_fridge'];

  it.each([
    [['--simulator-mode', 'live'], '--simulator-mode is for a simulator; name it with --env'],
    [['--env', 'virtualhome', ...URL, '--simulator-mode', 'replay'], 'replay asks no simulator; leave out --simulator'],
    [
      ['--env', 'virtualhome', '--simulator-mode', 'rerecord', '--dry-run'],
      '--simulator-mode rerecord asks for everything',
    ],
    [['--env', 'virtualhome', '--simulator-mode', 'record', '--jobs', '2'], '--simulator-mode replay takes more'],
    [['--env', 'virtualhome', ...URL, '--shipped'], 'recorded among the shipped tapes'],
    [['--env', 'virtualhome', ...URL], 'is it running'],
  ])('refuses %s with exit code 2', async (words, message) => {
    const out = join(temporary(), 'run');
    const layers = words.includes('--shipped') ? [] : ['--tapes', join(temporary(), 'tapes')];
    const { exitCode, said } = await tapedeck('run', 'household', ...TASK, ...words, ...layers, '--out', out);
    expect({ exitCode, said, isThere: existsSync(out) }).toEqual({
      exitCode: 2,
      said: expect.stringContaining(message),
      isThere: false,
    });
  });
});
