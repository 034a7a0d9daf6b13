import { mkdtempSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, it } from 'vitest';
import type { CassetteMode } from '../../../cassettes/cassette/cassette.ts';
import { readManifest } from '../../../cassettes/format/manifest.ts';
import { tapeFiles } from '../../../cassettes/format/tape_files.ts';
import { LlmCallError } from '../../../cassettes/llm.ts';
import { ANSWERING } from '../../../cassettes/testing/tape_fixture.ts';
import type { WireRequest } from '../../../cassettes/wire/wire.ts';
import { fakeFastDownward } from '../../../planners/pddl/testing/fake_fast_downward.ts';
import { scratchFolder } from '../../testing/scratch_folder.ts';
import type { RunSettings } from '../plan/run_request.ts';
import { type EpisodeDone, type RunOptions, runEpisodes } from './run_episodes.ts';

const { at } = scratchFolder();
let folder = '';
beforeEach(() => {
  folder = mkdtempSync(at('episodes-'));
});

/** Writes a planner whose plan is the given code; `ask(text)` asks the model. */
function planner(name: string, code: string): string {
  const path = join(folder, `${name}.mjs`);
  writeFileSync(
    path,
    `export const planner = {
      name: '${name}', title: '', summary: '', worlds: ['household'], promptSlots: {}, privileged: () => false,
      options: { safeParse: (data) => ({ success: true, data }), parse: (data) => data },
      async *plan({ llm, fastDownward }) {
        const ask = (text) => llm.chat([{ role: 'user', content: text }], { purpose: 'test', temperature: 0 });
        ${code}
      },
    };`,
  );
  return path;
}

const stopping = (reason: string) => `yield { kind: 'stop', reason: '${reason}' };`;

class ScriptedModel {
  answered = 0;
  readonly #fail: (number: number) => void;

  constructor(fail: (number: number) => void = () => {}) {
    this.#fail = fail;
  }

  async ask(request: WireRequest) {
    await new Promise((resolve) => setImmediate(resolve));
    this.#fail(this.answered + 1);
    this.answered += 1;
    if ('input' in request.body) throw new Error('Nothing here asks for vectors');
    const usage = { promptTokens: 1, completionTokens: 1 };
    return { model: 'gpt-4-0613', latencyMs: 1, usage, text: `answer ${this.answered}`, finishReason: 'stop' };
  }
}

type Run = Readonly<{
  planners: readonly string[];
  mode?: CassetteMode;
  jobs?: number;
  settings?: Partial<RunSettings>;
  options?: Partial<RunOptions>;
  model?: ScriptedModel;
}>;

async function run({ planners, mode = 'replay', jobs = 1, settings = {}, options = {}, model }: Run) {
  const done: EpisodeDone[] = [];
  const tapes = join(folder, 'tapes');
  await runEpisodes(
    { suite: 'household', scenes: ['house_1'], tasks: ['make_toast'], planners, model: 'gpt-4-0613' },
    { mode, tapes: [tapes], jobs, ...settings },
    {
      signal: new AbortController().signal,
      onDone: (each) => done.push(each),
      ...(model === undefined ? {} : { model: { client: model, provenance: ANSWERING } }),
      ...options,
    },
  );
  return done.sort((a, b) => a.number - b.number).map(({ trace }) => trace.summary);
}

function recorded(): number {
  const name = { tapesDir: join(folder, 'tapes'), suite: 'household', model: 'gpt-4-0613' };
  return readManifest(tapeFiles(name).manifest, name)?.tasks['house_1/make_toast']?.replies.entries ?? 0;
}

describe('runEpisodes(), recording', () => {
  it('has every answer on the tape if one lane rejects while others record', async () => {
    const calling = (name: string, calls: number) =>
      planner(name, `for (let call = 0; call < ${calls}; call += 1) await ask('${name}' + call);`);
    const model = new ScriptedModel();
    let answeredThen = 0;
    const disk = new Error('No space left on device');
    const options = {
      onDone() {
        answeredThen = model.answered;
        throw disk;
      },
    };
    const planners = [calling('short', 20), calling('a', 300), calling('b', 300)];
    await expect(run({ planners, mode: 'record', jobs: 3, model, options })).rejects.toBe(disk);
    expect(recorded()).toBe(model.answered);
    expect(answeredThen).toBeGreaterThanOrEqual(20);
    // The others were ended: they have not gone on to their ends.
    expect(model.answered).toBeLessThan(620);
  });

  it('ends all episodes and rejects with the first error if the client fails', async () => {
    const asking = ['a', 'b', 'c'].map((name) => planner(name, `while (true) await ask('${name}' + Math.random());`));
    const model = new ScriptedModel((number) => {
      if (number > 30) throw new TypeError(`broken at ${number}`);
    });
    await expect(run({ planners: asking, mode: 'record', jobs: 3, model })).rejects.toThrow('broken at 31');
    expect(recorded()).toBe(30);
  });

  it('passes the failure of a call to the thread of its episode', async () => {
    const catching = `try { await ask('x') } catch (error) { throw new Error(error.name + error.code) }`;
    const model = new ScriptedModel(() => {
      throw new LlmCallError('api_error', 'no answer');
    });
    const planners = [planner('caught', catching), planner('uncaught', `await ask('y')`)];
    expect(await run({ planners, mode: 'record', model })).toMatchObject([
      { end: 'planner_failed', detail: 'LlmCallErrorapi_error' },
      { end: 'api_failed', detail: 'no answer' },
    ]);
  });

  it('gives the same traces for any number of jobs, and on replay', async () => {
    const planners = ['a', 'b', 'c', 'd'].map((name) => planner(name, `await ask('same'); await ask('${name}');`));
    const model = new ScriptedModel();
    const traces: unknown[] = [];
    for (const [mode, jobs] of [
      ['record', 3],
      ['record', 1],
      ['replay', 1],
      ['replay', 3],
      ['batch', 2],
    ] as const) {
      const done: EpisodeDone[] = [];
      await run({ planners, mode, jobs, model, options: { onDone: (each) => done.push(each) } });
      traces.push(done.sort((a, b) => a.number - b.number).map(({ trace }) => trace));
    }
    expect(model.answered).toBe(5);
    for (const other of traces) expect(other).toEqual(traces[0]);
  });
});

describe('runEpisodes(), when an episode does not end', () => {
  /** Fires the first timer that is started at once, and no other. */
  function firstTimer(): NonNullable<RunOptions['startTimer']> {
    let isFirst = true;
    return (callback) => {
      const timer = setTimeout(() => {}, 0);
      if (isFirst) setImmediate(callback);
      isFirst = false;
      return timer;
    };
  }

  it.each([1, 2])('ends it as `timeout` and continues with the others, with %i jobs', async (jobs) => {
    const quick = ['a', 'b', 'c'];
    const planners = [planner('loop', 'while (true);'), ...quick.map((name) => planner(name, stopping(name)))];
    const summaries = await run({
      ...{ planners, mode: 'batch', jobs },
      ...{ settings: { episodeTimeoutS: 5 }, options: { startTimer: firstTimer() } },
    });
    expect(summaries).toMatchObject([
      { end: 'timeout', detail: 'it worked for more than 5 s', success: false },
      ...quick.map((detail) => ({ end: 'planner_stopped', detail })),
    ]);
  });

  it('ends it on an interruption', async () => {
    const loop = planner('loop', `await ask('x'); while (true);`);
    const interruption = new AbortController();
    const model = new ScriptedModel(() => interruption.abort());
    const summaries = await run({ planners: [loop], mode: 'record', model, options: { signal: interruption.signal } });
    expect(summaries).toMatchObject([{ end: 'aborted' }]);
    expect(recorded()).toBe(1);
  });

  it.each([
    ['ends its thread', 'process.exit(3);', 'its thread ended with exit code 3'],
    [
      'throws where nobody catches',
      `setImmediate(() => { throw new Error('late') }); await new Promise(() => {});`,
      'its thread ended with an uncaught error: late',
    ],
  ])('goes on with the others when one %s', async (_, code, detail) => {
    const planners = [planner('broken', code), planner('quick', stopping('done'))];
    expect(await run({ planners, mode: 'batch' })).toMatchObject([
      { end: 'planner_failed', detail },
      { end: 'planner_stopped', detail: 'done' },
    ]);
  });
});

describe('runEpisodes(), before the first episode', () => {
  it.each([
    ['nobody says where it is', undefined, 'set FAST_DOWNWARD'],
    ['it is not there', '/nowhere/fast-downward.py', 'it is not an executable file'],
    ['it is a folder', '/', 'it is not an executable file'],
    ['PATH has none', 'no-such-solver', 'PATH has no such program'],
  ])('says that Fast Downward is missing: %s', async (_, fastDownward, message) => {
    const settings = fastDownward === undefined ? {} : { fastDownward };
    const asked = runEpisodes(
      { suite: 'tabletop', scenes: ['1'], planners: ['oracle', 'llm_p+solver=fast-downward'] },
      { mode: 'replay', tapes: [join(folder, 'tapes')], jobs: 1, ...settings },
      { signal: new AbortController().signal, onDone: () => expect.fail('An episode was played') },
    );
    await expect(asked).rejects.toMatchObject({ name: 'CommandFailure', exitCode: 2 });
    await expect(asked).rejects.toThrow(message);
  });

  it('runs an installed Fast Downward for a thread', async () => {
    const path = fakeFastDownward(folder, 'process.exit(12)');
    const code = `const { status } = await fastDownward('', ''); yield { kind: 'stop', reason: status };`;
    const planners = [`${planner('planning', code)}+solver=fast-downward`];
    expect(await run({ planners, mode: 'batch', settings: { fastDownward: path } })).toMatchObject([
      { end: 'planner_stopped', detail: 'unsolvable' },
    ]);
  });
});
