import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it, onTestFinished } from 'vitest';
import { mergeTapeFolders } from '../care/tape_merge.ts';
import { showRequests } from '../care/tape_show.ts';
import { verifyTapes } from '../care/tape_verify.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { conversation, countingSimulator, EPISODE, simulatorTapeIn } from '../testing/simulator_fixture.ts';
import { temporaryFolder } from '../testing/tape_fixture.ts';
import { replyText } from '../wire/exchange.ts';
import type { Json } from '../wire/simulator_exchange.ts';

const folder = () => temporaryFolder(onTestFinished);
const MESSAGES: readonly Json[] = [{ action: 'clear' }, { action: 'graph' }, { action: 'open' }, { action: 'graph' }];

async function recorded() {
  const name = simulatorTapeIn(folder());
  const first = await conversation(name, MESSAGES, { live: countingSimulator() });
  return { name, first };
}

describe('TapedSimulator', () => {
  it('answers from the tape what a live simulator answered: any words, the same twice among them', async () => {
    const words: readonly Json[] = ['\ud800', JSON.parse('{"__proto__": {"a": 1}}'), {}, [], null, 0, ''];
    const odd = simulatorTapeIn(folder());
    const { answers } = await conversation(odd, words, { live: countingSimulator() });
    expect((await conversation(odd, words)).answers).toEqual(answers);
    expect((await verifyTapes(odd.tapesDir)).problems).toEqual([]);
    const { name, first } = await recorded();
    expect(first.answers.at(-1)).toEqual({ told: MESSAGES });
    expect(first.counts).toEqual({ fromTape: 0, asked: 4 });
    const again = await conversation(name, MESSAGES);
    expect(again).toEqual({ ...first, counts: { fromTape: 4, asked: 0 } });
    expect(await verifyTapes(name.tapesDir)).toMatchObject({ tapes: 1, replies: 4, requests: 4, problems: [] });
  });

  it('asks a live simulator only for what is not there, after it has told it all that was said before', async () => {
    const { name, first } = await recorded();
    const live = countingSimulator();
    const { answers, counts } = await conversation(name, [...MESSAGES, 'one more'], { live });
    expect(answers).toEqual([...first.answers, { told: [...MESSAGES, 'one more'] }]);
    expect(counts).toEqual({ fromTape: 4, asked: 1 });
    expect(live.heard).toEqual([...MESSAGES, 'one more']);
  });

  it('goes on where a recording was killed, whose journal waits', async () => {
    const name = simulatorTapeIn(folder());
    const live = countingSimulator();
    const broken = { ...live, ask: async (message: unknown) => (message === 'break' ? fail() : live.ask(message)) };
    const fail = () => Promise.reject(new Error('the simulator died'));
    await expect(conversation(name, ['a', 'b', 'break'], { live: broken })).rejects.toThrow('died');
    const { counts, answers } = await conversation(name, ['a', 'b', 'c'], { live: countingSimulator() });
    expect(counts).toEqual({ fromTape: 2, asked: 1 });
    expect((await conversation(name, ['a', 'b', 'c'])).answers).toEqual(answers);
  });

  it('refuses a live simulator that answers differently than it was recorded', async () => {
    const { name } = await recorded();
    const other = { ask: async () => 'something else', close() {} };
    const asked = conversation(name, [...MESSAGES, 'one more'], { live: other });
    await expect(asked).rejects.toThrow(
      /to message 1, {"action":"clear"}, the simulator answers "something else", but .*rerecord/,
    );
    expect((await conversation(name, MESSAGES)).counts.fromTape).toBe(4);
  });

  it('misses at the first message that is new, and says what was recorded there', async () => {
    const { name } = await recorded();
    const changed = conversation(name, [...MESSAGES.slice(0, 2), { action: 'close' }, { action: 'graph' }]);
    const words =
      /message 3 to "virtualhome" in episode "household\/house_1\/make_toast\/llm_state\/1": recorded {"action":"open"}, requested {"action":"close"}; .*--simulator URL/;
    await expect(changed).rejects.toMatchObject({ name: 'TapeMissError', message: expect.stringMatching(words) });
    await expect(conversation(name, [...MESSAGES, 'more'])).rejects.toThrow(
      'the recorded conversation ends before this message; requested "more"',
    );
    await expect(conversation(name, ['other'])).rejects.toThrow('recorded {"action":"clear"}, requested "other"');
  });

  it.each([
    [{ planner: 'oracle' }, 'messages of this task are recorded only for "llm_state" with "gpt-4-0613"'],
    [{ model: 'another' }, 'messages of this task are recorded only for'],
    [{ model: null }, 'messages of this task are recorded only for'],
    [{ trial: 2 }, 'the same request is recorded only for trial 1, occurrence 1'],
    [{ task: 'house_1/mop' }, 'the tape has no recordings of task "house_1/mop"'],
  ])('keeps what another episode was answered to itself: %j', async (other, message) => {
    const { name } = await recorded();
    await expect(conversation(name, MESSAGES, { episode: { ...EPISODE, ...other } })).rejects.toThrow(message);
  });

  it('records everything again where that is asked for', async () => {
    const { name } = await recorded();
    const changed = () => {
      const live = countingSimulator();
      return { ...live, ask: async (message: unknown) => ({ version: 2, ...((await live.ask(message)) as object) }) };
    };
    const again = await conversation(name, MESSAGES, { live: changed(), again: true });
    expect(again.counts).toEqual({ fromTape: 0, asked: 4 });
    expect((await conversation(name, MESSAGES)).answers).toEqual(again.answers);
    expect((await verifyTapes(name.tapesDir)).problems).toEqual([]);
  });

  it('records onto the highest layer, and reads all', async () => {
    const { name, first } = await recorded();
    const own = simulatorTapeIn(folder());
    const below = [name.tapesDir];
    const more = [...MESSAGES, 'one more'];
    await conversation(own, more, { live: countingSimulator(), below });
    expect(await verifyTapes(own.tapesDir)).toMatchObject({ replies: 1, problems: [] });
    const { answers } = await conversation(own, more, { below });
    expect(answers.slice(0, 4)).toEqual(first.answers);
    const joined = simulatorTapeIn(folder());
    await mergeTapeFolders([name.tapesDir, own.tapesDir], joined.tapesDir);
    expect((await conversation(joined, more)).answers).toEqual(answers);
  });

  it('never records a message that looks like it contains a credential', async () => {
    const name = simulatorTapeIn(folder());
    const live = countingSimulator();
    await expect(conversation(name, [{ script: 'sk-abcdefghijklmnopqrstuv' }], { live })).rejects.toThrow('an API key');
    expect(live.heard).toEqual([]);
  });

  it('refuses a tape with a changed reply, in file and line, and has a changed message found by verifying', async () => {
    const { name } = await recorded();
    const requests = join(tapeFiles(name).dir, 'house_1.make_toast.requests.jsonl.gz');
    const changed = gzipSync(gunzipSync(readFileSync(requests)).toString().replace('"open"', '"close"'));
    writeFileSync(requests, changed);
    const path = join(tapeFiles(name).dir, 'house_1.make_toast.replies.jsonl');
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, lines.map((line, at) => (at === 2 ? line.replace('clear', 'clean') : line)).join('\n'));
    await expect(conversation(name, MESSAGES)).rejects.toMatchObject({ name: 'TapeError', path, line: 3 });
    const { problems } = await verifyTapes(name.tapesDir);
    expect(problems).toContainEqual(expect.objectContaining({ path, line: 3 }));
    expect(problems.map(({ message }) => message)).toContainEqual(expect.stringContaining('does not hash to its key'));
  });

  it('gives any JSON back as it was answered, large or small', async () => {
    const texts = fc.array(fc.json(), { minLength: 1, maxLength: 4 });
    await fc.assert(
      fc.asyncProperty(texts, fc.nat({ max: 400 }), async (each, times) => {
        const name = simulatorTapeIn(folder());
        const answers = each.map((text) => Array.from({ length: times }, () => JSON.parse(text)));
        const live = { ask: async (message: unknown) => answers[Number(message)] as Json, close() {} };
        const messages = [...answers.keys()];
        const first = await conversation(name, messages, { live });
        const again = await conversation(name, messages);
        expect(JSON.stringify(again.answers)).toBe(JSON.stringify(answers));
        expect(again.digest).toBe(first.digest);
      }),
      { numRuns: 40 },
    );
  });

  it('keeps a large answer small, and shows it in full', async () => {
    const name = simulatorTapeIn(folder());
    const cups = Array.from({ length: 2_000 }, (_, id) => ({ id, class_name: 'cup', states: ['CLEAN'] }));
    const graph = JSON.stringify(cups);
    const live = { ask: async () => ({ success: true, message: graph }), close() {} };
    await conversation(name, ['graph'], { live });
    const { dir } = tapeFiles(name);
    const bytes = readdirSync(dir).reduce((sum, file) => sum + readFileSync(join(dir, file)).length, 0);
    expect(graph.length).toBeGreaterThan(90_000);
    expect(bytes).toBeLessThan(20_000);
    const [shown] = await showRequests(name.tapesDir, '');
    expect(shown).toMatchObject({ model: 'virtualhome', request: { url: 'virtualhome', body: { message: 'graph' } } });
    expect(JSON.parse(replyText(shown!.entries[0]!.reply))).toEqual({ success: true, message: graph });
  });
});
