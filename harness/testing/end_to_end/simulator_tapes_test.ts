import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import { describe, expect, it, onTestFinished } from 'vitest';
import { boundedServer, SERVER_BOUNDS } from '../../../cassettes/endpoint/bounded_server.ts';
import type { HttpAnswer } from '../../../envs/virtualhome/server/served_simulator.ts';
import { servedSimulator } from '../../../envs/virtualhome/testing/served_client.ts';
import { virtualHomeEndpoint } from '../../interop/serving/serve_virtualhome.ts';
import { documentOf, refusal, tapedeck, words } from '../run_tapedeck.ts';
import { bench, temporary, tracesIn } from '../simulator_bench.ts';

/** What becomes of the n-th answer on its way, from 1. */
type OnTheWay = (answer: HttpAnswer, count: number) => HttpAnswer;

async function virtualHome(onTheWay: OnTheWay = (answer) => answer) {
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

const TASKS = words`--planner llm_state --scene 1 --task make_toast open_fridge`;

function planner(folder: string, ...places: readonly string[]): readonly string[] {
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
  return words`--planner ${path} --scene 1 --task open_fridge`;
}

describe('tapedeck run --env virtualhome, recorded', () => {
  it('plays byte for byte what was live, when recorded, in shards, and without the simulator', async () => {
    const { play, tapes } = bench();
    const { url, counted } = await virtualHome();
    const live = await play([...TASKS, '--simulator', url, '--simulator-mode', 'live']);
    expect(existsSync(tapes)).toBe(false);
    const recorded = await play([...TASKS, '--simulator', url]);
    expect(recorded.said).toMatch(/The simulator: 0 answers from the tape, \d\d recorded/);
    const heard = counted.heard;
    const replayed = await play([...TASKS, '--jobs', '2']);
    const idle = await play([...TASKS, '--simulator', url]);
    expect(idle.said).toMatch(/All answers of the simulator are on the tape; --simulator-mode rerecord/);
    expect(counted.heard).toBe(heard);
    expect(Object.keys(live.traces)).toHaveLength(2);
    const simulator = { said: expect.stringMatching(/^[0-9a-f]{64}$/) };
    const summary = JSON.parse(Object.values(live.traces)[0]!.trim().split('\n').at(-1)!);
    expect(summary).toMatchObject({ end: 'goal', simulator });
    for (const { traces, exitCode } of [recorded, replayed, idle])
      expect({ traces, exitCode }).toEqual({ traces: live.traces, exitCode: live.exitCode });
    expect(await documentOf('cassettes', 'verify', '--tapes', tapes)).toMatchObject({ tapes: 1, problems: [] });
    const [left, right, joined] = [bench(), bench(), bench()];
    const first = await left.play([...TASKS, '--simulator', url, '--shard', '1/2']);
    const second = await right.play([...TASKS, '--simulator', url, '--shard', '2/2']);
    const run = join(temporary(), 'run');
    expect((await tapedeck('merge', first.out, second.out, '-o', run)).exitCode).toBe(0);
    expect(tracesIn(run)).toEqual(live.traces);
    expect((await tapedeck('merge', left.tapes, right.tapes, '-o', joined.tapes)).exitCode).toBe(0);
    expect((await joined.play(TASKS)).traces).toEqual(live.traces);
  });

  it('goes on where it was interrupted, after it has told the simulator all that was said before', async () => {
    const { url } = await virtualHome();
    const wanted = await bench().play([...TASKS, '--simulator', url]);
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

  it('says so where the simulator answers otherwise than it was recorded, and rerecords where wanted', async () => {
    const { play, folder, tapes } = bench();
    const { url } = await virtualHome();
    await play([...planner(folder), '--simulator', url]);
    const changed = await virtualHome(({ status, reply }) => ({ status, reply: { ...reply, value: reply.value + 1 } }));
    const more = planner(folder, 'bathroom1', 'bedroom1');
    const diverged = await play([...more, '--simulator', changed.url]);
    expect(diverged).toMatchObject({ exitCode: 1, said: expect.stringContaining('Cannot continue the recording') });
    expect(diverged.said).toContain('--simulator-mode rerecord');
    const anew = await play([...more, '--simulator', changed.url, '--simulator-mode', 'rerecord']);
    expect(anew.said).toMatch(/0 answers from the tape, [1-9]\d* recorded/);
    const again = await play(more);
    expect(again.traces).toEqual(anew.traces);
    const { exitCode, said } = await tapedeck('cassettes', 'prune', again.out, '--tapes', tapes);
    expect([exitCode, said]).toEqual([0, expect.stringMatching(/virtualhome, in .*: [1-9]\d* kept, 3 removed/)]);
    expect((await play(more)).traces).toEqual(anew.traces);
    const live = await play([...more, '--simulator', url, '--simulator-mode', 'live']);
    const refused = await refusal('cassettes', 'prune', live.out, '--tapes', tapes);
    expect(refused).toContain('the tape does not have its simulator');
  });

  it('misses at the first message of a changed decision, and where another planner plays', async () => {
    const { play, folder, tapes } = bench();
    const { url } = await virtualHome();
    await play([...planner(folder, 'bathroom1'), '--simulator', url]);
    const further = await play(planner(folder, 'bathroom1', 'bedroom1'));
    expect(further.said).toContain('the recorded conversation ends before this message; requested');
    const changed = await play(planner(folder, 'bedroom1', 'bathroom1'));
    const miss = /Cannot replay message 5 .*: recorded .*\[WALK\] <bathroom>.*, requested .*\[WALK\] <bedroom>/;
    expect(changed.said).toMatch(miss);
    expect(changed.said).toContain('--simulator URL');
    expect(changed.said).not.toContain('--mode record');
    const other = await play(words`--planner random --scene 1 --task open_fridge`);
    expect(other.said).toContain('only for "mine"');
    expect([further.exitCode, changed.exitCode, other.exitCode]).toEqual([3, 3, 3]);
    const none = await play(words`--planner random --scene 1 --task make_toast`);
    expect(none.said).toContain('the tape has no recordings of task "house_1/make_toast"');
    const requests = join(folder, 'requests.jsonl');
    const exported = await tapedeck(...words`batch export ${other.out} -o ${requests} --tapes ${tapes}`);
    const remedy = 'it is a message to "virtualhome"; to get an answer from a simulator, add --simulator URL';
    expect(exported.said).toContain(remedy);
  });

  it('refuses a changed answer with file and line, and finds a changed message; a dry run asks nobody', async () => {
    const { play, folder, tapes, replies } = bench();
    const { url, counted } = await virtualHome();
    const argv = planner(folder, 'bathroom1');
    const dry = words`run household --env virtualhome --simulator ${url} --dry-run --tapes ${tapes} ${argv}`;
    expect(await documentOf(...dry)).toMatchObject({ episodes: 1, stopped: 1 });
    expect(counted.heard).toBe(0);
    await play([...argv, '--simulator', url]);
    const path = replies('house_1.open_fridge');
    const requests = path.replace('.replies.jsonl', '.requests.jsonl.gz');
    writeFileSync(requests, gzipSync(gunzipSync(readFileSync(requests)).toString().replace('Male1', 'Male2')));
    const care = await tapedeck('cassettes', 'verify', '--tapes', tapes);
    expect(care).toMatchObject({ exitCode: 1, said: expect.stringContaining('does not hash to its key') });
    const text = readFileSync(path, 'utf8');
    writeFileSync(path, text.replace('"success":true', '"success":false'));
    const line = text.split('\n').findIndex((each) => each.includes('"success":true')) + 1;
    const refused = await play(argv);
    expect(refused).toMatchObject({ exitCode: 2, said: expect.stringContaining(`line ${line}`) });
    expect(refused.said).toContain('house_1.open_fridge.replies.jsonl');
  });
});

describe('tapedeck run --simulator-mode', () => {
  const URL = '--env virtualhome --simulator http://127.0.0.1:9';

  it.each([
    ['--simulator-mode live', '--simulator-mode needs a simulator; name it with --env'],
    [`${URL} --simulator-mode replay`, 'replay does not use a simulator; omit --simulator'],
    ['--env virtualhome --simulator-mode rerecord --dry-run', '--simulator-mode rerecord ignores them'],
    ['--env virtualhome --simulator-mode record --jobs 2', 'only --simulator-mode replay allows more'],
    [`${URL} --shipped`, 'added to the shipped tapes'],
    [URL, 'check that it runs'],
  ])('refuses %s with exit code 2', async (line, message) => {
    const out = join(temporary(), 'run');
    const layers = line.includes('--shipped') ? [] : ['--tapes', join(temporary(), 'tapes')];
    const argv = words`run household --planner random --scene 1 --task open_fridge ${layers} --out ${out}`;
    expect(await refusal(...argv, ...line.split(' '))).toContain(message);
    expect(existsSync(out)).toBe(false);
  });
});
