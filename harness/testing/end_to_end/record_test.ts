import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { cpSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { chatBody, type ScriptedResponse, scriptedServer } from '../../../cassettes/testing/scripted_server.ts';
import { sha256 } from '../../io/digest.ts';
import { PLACES } from '../../io/places.ts';
import { documentOf, tapedeckIn, words } from '../run_tapedeck.ts';
import { scratchFolder } from '../scratch_folder.ts';
import { storedTrace } from '../stored_traces.ts';

const { at, read } = scratchFolder();
const PLANNERS = ['llm_state', 'llm_state+states=false'];
const RUN = words`run household --scene house_1 --task make_toast --planner ${PLANNERS} --model gpt-4-0613`;
const EPISODES = PLANNERS.map((planner) => `household/house_1/make_toast/${planner}/1`);

/** Calls of two episodes of 30 steps with one step a plan: 30 × 3 and 30 × 1. */
const CALLS = 120;
const WAITS: ScriptedResponse = { status: 200, body: chatBody('1. wait()') };
const tapesOf = (name: string) => ['--tapes', at(`${name}_tapes`)];
const record = (name: string, ...more: string[]) =>
  words`${RUN} --mode record ${tapesOf(name)} --out ${at(name)} ${more}`;
const verified = (name: string) => ran(['cassettes', 'verify', ...tapesOf(name)]);

function ran(argv: readonly string[], environment: Record<string, string> = {}) {
  return tapedeckIn({ environment }, ...argv);
}

function started(argv: readonly string[], environment: Record<string, string>) {
  const { PATH = '', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [join(PLACES.root, 'harness/main.ts'), ...argv], {
    env: { PATH, NODE_COMPILE_CACHE, ...environment },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  return { child, ended: Promise.all([once(child, 'close'), text(child.stderr)]) };
}

async function server(respond: (number: number) => ScriptedResponse) {
  const running = await scriptedServer(respond);
  onTestFinished(running.close);
  return { ...running, environment: { OPENAI_BASE_URL: running.baseUrl } };
}

async function endedBy(signal: NodeJS.Signals, request: number, argv: readonly string[], environment = {}) {
  let child: ChildProcess | undefined;
  const model = await server((number) => {
    if (number !== request) return WAITS;
    child?.kill(signal);
    return 'hang';
  });
  const running = started(argv, { ...model.environment, ...environment });
  child = running.child;
  const [[exitCode], said] = await running.ended;
  return { model, exitCode, said };
}

const shown = (name: string) => documentOf('runs', 'show', at(name));
const manifestOf = (name: string) => JSON.parse(read(`${name}_tapes/household/gpt-4-0613/manifest.json`));
const entriesOf = (name: string) => manifestOf(name).tasks['house_1/make_toast'].replies.entries;

describe('tapedeck run --mode record', () => {
  it('loses nothing when it is killed, goes on where it was, and replays what it recorded', async () => {
    const key = { OPENAI_API_KEY: 'sk-not-a-real-key-0123456789abcdef' };
    const { model, exitCode } = await endedBy('SIGKILL', 50, record('killed', '--jobs', '2'), key);
    expect(exitCode).toBeNull();
    expect(await shown('killed')).toMatchObject({ run: { finished: false }, times: { ended: null } });
    expect(model.seen.length).toBeLessThanOrEqual(51);
    cpSync(at('killed_tapes'), at('left_tapes'), { recursive: true });
    const again = words`${RUN} --mode record --jobs 2 ${tapesOf('killed')} --out ${at('recorded')}`;
    expect(await ran(again, { ...model.environment, ...key })).toMatchObject({ exitCode: 0 });
    expect(model.seen.length - CALLS).toBeLessThanOrEqual(2);

    expect(await ran([...RUN, ...tapesOf('killed'), '--out', at('replayed')])).toMatchObject({ exitCode: 0 });
    for (const episode of EPISODES)
      expect(storedTrace(at('replayed'), episode)).toBe(storedTrace(at('recorded'), episode));
    expect(await verified('killed')).toMatchObject({ exitCode: 0 });
    expect(manifestOf('killed').provenance).toMatchObject([{ source: 'live', model: 'gpt-4-0613' }]);
    expect(JSON.stringify(manifestOf('killed'))).not.toContain('sk-not');
  });

  it('leaves a journal when it is killed, and `cassettes` says how to store it', async () => {
    const waiting = /the journal of suite "household", model "gpt-4-0613" contains \d+ answers/;
    const { exitCode, said: listed } = await ran(['cassettes', 'list', ...tapesOf('left')]);
    expect([exitCode, listed]).toEqual([0, expect.stringMatching(waiting)]);
    const { said } = await verified('left');
    expect(said).toMatch(waiting);
    const [, hint = ''] = /`npx tapedeck (cassettes store [^`]*)`/.exec(said) ?? [];
    expect((await ran(hint.split(' '))).exitCode).toBe(0);
    expect((await verified('left')).said).not.toContain('the journal of');
    expect(entriesOf('left')).toBeGreaterThanOrEqual(48);
  });

  it('gives up a request that is under way, when it is interrupted, and keeps what was answered', async () => {
    const { model, exitCode, said } = await endedBy('SIGINT', 3, record('interrupted'));
    expect(said).toContain('Stopping; press Ctrl-C again to force quit');
    expect(said).toContain('Interrupted; all answers so far are recorded; to continue: npx tapedeck run');
    expect(said).toContain(`--tapes ${at('interrupted_tapes')} --out ${at('interrupted')}_2`);
    expect([exitCode, model.seen.length]).toEqual([130, 3]);
    expect(await shown('interrupted')).toMatchObject({
      run: { finished: false, episodesPlayed: 1, episodesTotal: 2 },
      times: { ended: expect.any(String) },
    });
    expect(entriesOf('interrupted')).toBe(2);
  });

  it('does not count an episode as failed when the API gives up, and says how to go on', async () => {
    const model = await server((number) => (number < 5 ? WAITS : { status: 500, body: '{}' }));
    const { exitCode, said } = await ran(record('given_up', '--retries', '0'), model.environment);
    expect(exitCode).toBe(3);
    expect(said).toContain('api_failed: Cannot get an answer from model "gpt-4-0613"');
    expect(said).toContain('All answers so far are recorded; to continue: npx tapedeck run');
    expect(said).toContain(`--out ${at('given_up')}_2`);
  });

  it('stops at the first call with one message, when the key is wrong or nobody listens', async () => {
    const key = 'not-a-real-key-0123456789';
    const model = await server(() => ({ status: 401, body: JSON.stringify({ error: { message: `no: ${key}` } }) }));
    const environment = { ...model.environment, OPENAI_API_KEY: key, OPENAI_LOG: 'debug' };
    const [[exitCode], said] = await started(record('wrong_key', '--jobs', '2'), environment).ended;
    expect(exitCode).toBe(2);
    expect(said.match(/Cannot get an answer/g)).toHaveLength(1);
    expect(said).toContain('401 no: [key]; check the key (OPENAI_API_KEY)');
    expect(said).not.toContain(key);
    expect(model.seen.length).toBeLessThanOrEqual(2);
    await model.close();
    const nobody = await ran(record('nobody'), environment);
    expect(nobody).toMatchObject({ exitCode: 2, said: expect.stringMatching(/^[^\n]*check the URL[^\n]*$/) });
  });

  it('shows each retry, and with --fail-fast stops after three failures in a row', async () => {
    const model = await server(() => ({ status: 400, body: '{"error":{"message":"bad request"}}' }));
    const stopped = await ran(record('fast', '--fail-fast', '--trials', '4'), model.environment);
    expect(stopped).toMatchObject({ exitCode: 3, said: expect.stringContaining('(3 consecutive calls failed)') });
    expect(model.seen).toHaveLength(3);
    const headers = { 'retry-after-ms': '1' };
    const busy = await server((number) =>
      number === 1 ? { status: 503, body: '{"error":{"message":"busy"}}', headers } : { status: 400, body: '{}' },
    );
    const { said } = await ran(record('busy'), busy.environment);
    expect(said).toMatch(/^Request [0-9a-f]{8} of model "gpt-4-0613": 503 busy; attempt 2 of 6 in 0\.001 s$/m);
  });

  it('ends one episode, and no other, when the model makes up a credential; the replay ends the same', async () => {
    const replies = ['add_related_objects("toaster1")', `update_state("toaster1", "sk-${'a1'.repeat(12)}")`];
    const model = await server((number) => ({ status: 200, body: chatBody(replies[number - 1] ?? '1. wait()') }));
    const secret = await ran(record('secret'), model.environment);
    const replayed = await ran([...RUN, ...tapesOf('secret'), '--out', at('secret_replayed')]);
    for (const name of ['secret', 'secret_replayed']) {
      const ends = EPISODES.map((episode) => storedTrace(at(name), episode).match(/"end":"(\w+)"/)?.[1]);
      expect(ends).toEqual(['refused_secret', 'step_limit']);
    }
    expect([secret.exitCode, replayed.exitCode]).toEqual([3, 3]);
    expect(secret.said).toContain('looks like it contains an API key; the request is neither sent nor recorded');
  });

  it('records what is refused, filtered, empty or cut, and says how many', async () => {
    const message = (content: string | null, refusal?: string) => ({ message: { content, refusal } });
    const choices = [
      { ...message(null, 'No.'), finish_reason: 'stop' },
      { ...message(null), finish_reason: 'content_filter' },
      { ...message(null), finish_reason: 'stop' },
      { ...message('1. wait()'), finish_reason: 'length' },
    ];
    const model = await server((number) => {
      return { status: 200, body: chatBody('', { choices: [choices[(number - 1) % choices.length]] }) };
    });
    const { exitCode, said } = await ran(record('flaws'), model.environment);
    expect(exitCode).toBe(0);
    expect(said).toMatch(/^llm_state: \d+ refused, \d+ filtered, \d+ cut, \d+ empty of \d+ answers$/m);
    expect(said).not.toContain('attempt 2');
    expect(await verified('flaws')).toMatchObject({ exitCode: 0 });
  });

  it('keeps recordings off the shipped tapes, which answer what they hold', async () => {
    const before = digestsUnder(PLACES.tapes);
    const { seen, environment } = await server(() => WAITS);
    const [shipped = '', other = ''] = PLANNERS;
    const layers = (out: string) => words`--tapes ${PLACES.tapes} ${tapesOf('own')} --out ${at(out)}`;
    const recorded = (planner: string, more: readonly string[]) =>
      ran(words`run listings --mode record --planner ${planner} ${more}`, environment);

    expect([(await recorded(shipped, layers('known'))).exitCode, seen.length]).toEqual([0, 0]);
    expect((await recorded(other, layers('fresh'))).said).toContain(`Answers recorded in ${at('own_tapes')}`);
    expect(seen.length).toBeGreaterThan(0);
    const replies = 'house_1.listing_switch_off_all_lights.replies.jsonl';
    expect(readdirSync(at('own_tapes/listings/gpt-4-0613'))).toContain(replies);
    const both = await ran(words`run listings --planner ${shipped} ${other} ${layers('both')}`);
    expect(both.exitCode).toBe(0);

    const refused = await recorded(other, ['--tapes', `${PLACES.tapes}/.`]);
    expect(refused).toMatchObject({ exitCode: 2, said: expect.stringContaining('it belongs to the shipped tapes') });
    expect(digestsUnder(PLACES.tapes)).toEqual(before);
  });
});

function digestsUnder(dir: string): ReadonlyMap<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return new Map(paths.map((path) => [path, sha256(readFileSync(path, 'latin1'))]));
}
