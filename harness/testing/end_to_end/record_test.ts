import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatBody, type ScriptedResponse, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { sha256 } from '../../io/digest.ts';
import { PLACES } from '../../io/places.ts';
import { tapedeck as runTapedeck, tapedeckIn, words } from '../run_tapedeck.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { storedTrace } from '../stored_traces.ts';

const { folder } = scratchFolder();
const RUN = words`run household --scene house_1 --task make_toast --planner llm_state llm_state+states=false`;
const EPISODES = ['llm_state', 'llm_state+states=false'].map((planner) => `household/house_1/make_toast/${planner}/1`);

/** Calls that an episode of 30 steps makes, when every plan is one step: 30 × 3 and 30 × 1. */
const CALLS = 120;

type Said = { readonly exitCode: number | null; readonly stderr: string };

/** Carried out in this process, as most is here: what is not to be killed need not have one of its own. */
async function ran(argv: readonly string[], environment: Record<string, string> = {}): Promise<Said> {
  const { exitCode, said } = await tapedeckIn({ environment }, ...argv);
  return { exitCode, stderr: `${said}\n` };
}

function tapedeck(argv: readonly string[], environment: Record<string, string> = {}) {
  const child = spawn(process.execPath, [join(PLACES.root, 'harness/main.ts'), ...argv], {
    env: {
      PATH: process.env['PATH'] ?? '',
      NODE_COMPILE_CACHE: process.env['NODE_COMPILE_CACHE'] ?? '',
      ...environment,
    },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  const ended = (async (): Promise<Said> => {
    const chunks: Buffer[] = [];
    child.stderr.on('data', (chunk: Buffer) => chunks.push(chunk));
    const [exitCode] = await once(child, 'close');
    return { exitCode, stderr: Buffer.concat(chunks).toString() };
  })();
  return { child, ended };
}

async function server(respond: (number: number) => ScriptedResponse) {
  const running = await scriptedServer(respond);
  onTestFinished(running.close);
  return running;
}

/** What `runs show` says of a run. */
async function shownOf(out: string) {
  return JSON.parse((await runTapedeck('runs', 'show', out, '--json')).out);
}

describe('tapedeck run --mode record', () => {
  it('loses nothing when it is killed, goes on where it was, and replays what it recorded', async () => {
    let child: ChildProcess | undefined;
    const model = await server((number) => {
      if (number !== 50) return { status: 200, body: chatBody('1. wait()') };
      child?.kill('SIGKILL');
      return 'hang';
    });
    const tapes = join(folder, 'tapes');
    const record = [...RUN, '--model', 'gpt-4-0613', '--mode', 'record', '--jobs', '2', '--tapes', tapes];
    const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: 'sk-not-a-real-key-0123456789abcdef' };

    const first = tapedeck([...record, '--out', join(folder, 'killed')], environment);
    child = first.child;
    expect((await first.ended).exitCode).toBeNull();
    expect(await shownOf(join(folder, 'killed'))).toMatchObject({ run: { finished: false }, times: { ended: null } });
    expect(model.seen.length).toBeLessThanOrEqual(51);

    const second = await ran([...record, '--out', join(folder, 'recorded')], environment);
    expect(second).toMatchObject({ exitCode: 0 });
    // Those that were under way when it was killed are asked again, no others.
    expect(model.seen.length - CALLS).toBeLessThanOrEqual(2);

    const replay = [...RUN, '--model', 'gpt-4-0613', '--tapes', tapes, '--out', join(folder, 'replayed')];
    expect(await ran(replay)).toMatchObject({ exitCode: 0 });
    for (const episode of EPISODES) {
      expect(storedTrace(join(folder, 'replayed'), episode)).toBe(storedTrace(join(folder, 'recorded'), episode));
    }
    expect(await ran(['cassettes', 'verify', '--tapes', tapes])).toMatchObject({ exitCode: 0 });
    const manifest = readFileSync(join(tapes, 'household/gpt-4-0613/manifest.json'), 'utf8');
    expect(JSON.parse(manifest).provenance).toMatchObject([{ source: 'live', model: 'gpt-4-0613' }]);
    expect(manifest).not.toContain('sk-not');
  });

  it('gives up a request that is under way, when it is interrupted, and keeps what was answered', async () => {
    let child: ChildProcess | undefined;
    const model = await server((number) => {
      if (number < 3) return { status: 200, body: chatBody('1. wait()') };
      child?.kill('SIGINT');
      return 'hang';
    });
    const tapes = join(folder, 'interrupted_tapes');
    const out = join(folder, 'interrupted');
    const running = tapedeck([...RUN, '--model', 'gpt-4-0613', '--mode', 'record', '--tapes', tapes, '--out', out], {
      OPENAI_BASE_URL: model.baseUrl,
    });
    child = running.child;
    const { exitCode, stderr } = await running.ended;
    expect(stderr).toContain('Stopping; press Ctrl-C again to force quit');
    expect(stderr).toContain('Interrupted; all answers so far are recorded, to continue: npx tapedeck run');
    expect(stderr).toContain(`--tapes ${tapes} --out ${out}_2`);
    expect(exitCode).toBe(130);
    expect(model.seen).toHaveLength(3);
    const { run, times } = await shownOf(out);
    expect([run.finished, run.episodesPlayed, run.episodesTotal, typeof times.ended]).toEqual([false, 1, 2, 'string']);
    const manifest = JSON.parse(readFileSync(join(tapes, 'household/gpt-4-0613/manifest.json'), 'utf8'));
    expect(manifest.tasks['house_1/make_toast'].replies.entries).toBe(2);
  });

  it('does not count an episode as failed when the API gives up, and says how to go on', async () => {
    const model = await server((number) =>
      number < 5 ? { status: 200, body: chatBody('1. wait()') } : { status: 500, body: '{}' },
    );
    const out = join(folder, 'given_up');
    const { exitCode, stderr } = await ran(
      words`${RUN} --model gpt-4-0613 --mode record --retries 0 --tapes ${join(folder, 'other')} --out ${out}`,
      { OPENAI_BASE_URL: model.baseUrl },
    );
    expect(exitCode).toBe(3);
    expect(stderr).toContain('api_failed: Cannot get an answer of model "gpt-4-0613"');
    expect(stderr).toContain('All answers so far are recorded; to continue: npx tapedeck run');
    expect(stderr).toContain(`--out ${out}_2`);
  });

  function record(name: string, ...more: string[]): string[] {
    const places = ['--tapes', join(folder, `${name}_tapes`), '--out', join(folder, name)];
    return [...RUN, '--model', 'gpt-4-0613', '--mode', 'record', ...places, ...more];
  }

  it('stops at the first call with one message, when the key is wrong or nobody listens', async () => {
    const key = 'not-a-real-key-0123456789';
    const model = await server(() => ({ status: 401, body: JSON.stringify({ error: { message: `no: ${key}` } }) }));
    const environment = { OPENAI_BASE_URL: model.baseUrl, OPENAI_API_KEY: key, OPENAI_LOG: 'debug' };
    const wrongKey = await tapedeck(record('wrong_key', '--jobs', '2'), environment).ended;
    expect(wrongKey.exitCode).toBe(2);
    expect(wrongKey.stderr.match(/Cannot get an answer/g)).toHaveLength(1);
    expect(wrongKey.stderr).toContain('401 no: [key]; check the key (OPENAI_API_KEY)');
    expect(wrongKey.stderr).not.toContain(key);
    expect(model.seen.length).toBeLessThanOrEqual(2);
    await model.close();
    const nobody = await ran(record('nobody'), environment);
    expect(nobody).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('check the URL') });
    expect(nobody.stderr.split('\n')).toHaveLength(2);
  });

  it('shows each retry, and with --fail-fast stops after three failures in a row', async () => {
    const model = await server(() => ({ status: 400, body: '{"error":{"message":"bad request"}}' }));
    const trials = ['--trials', '4'];
    const stopped = await ran(record('fast', '--fail-fast', ...trials), { OPENAI_BASE_URL: model.baseUrl });
    expect(stopped).toMatchObject({ exitCode: 3, stderr: expect.stringContaining('(3 calls in a row failed)') });
    expect(model.seen).toHaveLength(3);
    const busy = await server((number) =>
      number === 1
        ? { status: 503, body: '{"error":{"message":"busy"}}', headers: { 'retry-after-ms': '1' } }
        : { status: 400, body: '{}' },
    );
    const { stderr } = await ran(record('busy'), { OPENAI_BASE_URL: busy.baseUrl });
    expect(stderr).toMatch(/^Request [0-9a-f]{8} of model "gpt-4-0613": 503 busy; attempt 2 of 6 in 0\.001 s$/m);
  });

  it('ends one episode, and no other, when the model makes up a credential; the replay ends the same', async () => {
    const secretState = `update_state("toaster1", "sk-${'a1'.repeat(12)}")`;
    const said = ['add_related_objects("toaster1")', secretState];
    const model = await server((number) => ({ status: 200, body: chatBody(said[number - 1] ?? '1. wait()') }));
    const secret = await ran(record('secret'), { OPENAI_BASE_URL: model.baseUrl });
    const replay = [...RUN, '--model', 'gpt-4-0613', '--tapes', join(folder, 'secret_tapes')];
    const replayed = await ran([...replay, '--out', join(folder, 'secret_replayed')]);
    for (const name of ['secret', 'secret_replayed']) {
      const ends = EPISODES.map((episode) => storedTrace(join(folder, name), episode).match(/"end":"(\w+)"/)?.[1]);
      expect(ends).toEqual(['refused_secret', 'step_limit']);
    }
    expect([secret.exitCode, replayed.exitCode]).toEqual([3, 3]);
    expect(secret.stderr).toContain('looks like it holds an API key; it is neither asked nor recorded');
  });

  it('records what is refused, filtered, empty or cut, and says how many', async () => {
    const kinds = [{ refusal: 'No.' }, { finish: 'content_filter' }, {}, { text: '1. wait()', finish: 'length' }];
    const model = await server((number) => {
      const {
        refusal,
        text = null,
        finish = 'stop',
      } = { ...kinds[(number - 1) % kinds.length] } as { refusal?: string; text?: string; finish?: string };
      const choices = [{ message: { content: text, refusal }, finish_reason: finish }];
      return { status: 200, body: chatBody('', { choices }) };
    });
    const { exitCode, stderr } = await ran(record('flaws'), { OPENAI_BASE_URL: model.baseUrl });
    expect(exitCode).toBe(0);
    expect(stderr).toMatch(/^llm_state: of \d+ answers \d+ refused, \d+ filtered, \d+ cut, \d+ empty$/m);
    expect(stderr).not.toContain('attempt 2');
    const tapes = ['--tapes', join(folder, 'flaws_tapes')];
    expect(await ran(['cassettes', 'verify', ...tapes])).toMatchObject({ exitCode: 0 });
  });
});

describe('layers of tapes', () => {
  it('keeps recordings off the shipped tapes, which answer what they hold', async () => {
    const before = digestsUnder(PLACES.tapes);
    const model = await server(() => ({ status: 200, body: chatBody('1. wait()') }));
    const own = join(folder, 'own_tapes');
    const [shipped, other] = ['llm_state', 'llm_state+states=false'];
    const record = ['run', 'listings', '--mode', 'record', '--planner'];
    const environment = { OPENAI_BASE_URL: model.baseUrl };
    const layers = (out: string) => ['--tapes', PLACES.tapes, '--tapes', own, '--out', join(folder, out)];

    const known = await ran([...record, shipped, ...layers('known')], environment);
    expect([known.exitCode, model.seen.length]).toEqual([0, 0]);
    const fresh = await ran([...record, other, ...layers('fresh')], environment);
    expect(fresh.stderr).toContain(`Answers recorded in ${own}`);
    expect(model.seen.length).toBeGreaterThan(0);
    const replies = 'house_1.listing_switch_off_all_lights.replies.jsonl';
    expect(readdirSync(join(own, 'listings/gpt-4-0613'))).toContain(replies);
    const both = await ran(['run', 'listings', '--planner', shipped, other, ...layers('both')]);
    expect(both.exitCode).toBe(0);

    const refused = await ran([...record, other, '--tapes', `${PLACES.tapes}/.`], environment);
    expect(refused).toMatchObject({ exitCode: 2, stderr: expect.stringContaining('the shipped tapes lie there') });
    expect(digestsUnder(PLACES.tapes)).toEqual(before);
  });

  it('says after a kill how many answers wait, and how to store them', async () => {
    let child: ChildProcess | undefined;
    const model = await server((number) => {
      if (number < 6) return { status: 200, body: chatBody('1. wait()') };
      child?.kill('SIGKILL');
      return 'hang';
    });
    const tapes = join(folder, 'left_tapes');
    const record = [...RUN, '--model', 'gpt-4-0613', '--mode', 'record', '--tapes', tapes];
    const running = tapedeck([...record, '--out', join(folder, 'left')], { OPENAI_BASE_URL: model.baseUrl });
    child = running.child;
    expect((await running.ended).exitCode).toBeNull();
    const waiting = '5 answers of suite "household", model "gpt-4-0613" wait in a journal';
    const care = (command: string) => ran(['cassettes', command, '--tapes', tapes]);
    expect(await care('list')).toMatchObject({ exitCode: 0, stderr: expect.stringContaining(waiting) });
    const { stderr } = await care('verify');
    expect(stderr).toContain(waiting);
    const [, hint = ''] = /`npx tapedeck (cassettes store [^`]*)`/.exec(stderr) ?? [];
    expect((await ran(hint.split(' '))).exitCode).toBe(0);
    expect((await care('verify')).stderr).not.toContain('wait in a journal');
    const manifest = JSON.parse(readFileSync(join(tapes, 'household/gpt-4-0613/manifest.json'), 'utf8'));
    expect(manifest.tasks['house_1/make_toast'].replies.entries).toBe(5);
  });
});

/** Path → digest of its bytes. */
function digestsUnder(dir: string): ReadonlyMap<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return new Map(paths.map((path) => [path, sha256(readFileSync(path, 'latin1'))]));
}
