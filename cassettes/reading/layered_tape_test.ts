import { chmodSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { expect, onTestFinished, test } from 'vitest';
import { type CassetteMode, openCassette } from '../cassette/cassette.ts';
import { missExplainer } from '../cassette/closest_recording.ts';
import type { LiveClient } from '../client/openai_client.ts';
import { TapeError } from '../disk/read_lines.ts';
import { addressId } from '../format/entry.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { ANSWERING, leaveJournal, record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { LayeredTape } from './layered_tape.ts';
import { openTape, type TapeReader } from './tape.ts';

test('LayeredTape finds what the highest layer holds, and below it what that lacks, and names both as its sources', async () => {
  const { high, low, layered } = layers();
  await record(low, [recording('toast'), recording('mug')]);
  await record(high, [recording('toast', { text: 'a better answer' })]);
  const tape = await LayeredTape.open(layered);
  expect((await contentOf(tape)).map(String)).toEqual(['mug,re: mug', 'toast,a better answer']);
  await tape.close();
  const cassette = await openCassette({ ...layered, mode: 'replay' });
  expect(cassette.digest().tasks.map(({ entries }) => entries)).toEqual([1, 2]);
  expect(cassette.digest().provenance).toHaveLength(1);
  await cassette.finish();
});

test('LayeredTape reads as one tape does, however recordings are spread over layers', async () => {
  const place = fc.record({
    prompt: fc.constantFrom('a toast', 'a mug', 'b'),
    trial: fc.integer({ min: 1, max: 3 }),
    task: fc.constantFrom('house_1/make_toast', 'house_2/wash'),
    layer: fc.nat({ max: 2 }),
    shadowed: fc.boolean(),
    journaled: fc.boolean(),
  });
  type Place = Readonly<{ prompt: string; task: string; trial: number }>;
  const selector = ({ prompt, task, trial }: Place) => `${prompt} ${trial} ${task}`;
  const recorded = ({ prompt, task, trial }: Place, more = {}) => recording(prompt, { task, trial, ...more });
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(place, { minLength: 1, maxLength: 8, selector }), async (list) => {
      const folder = temporaryFolder(onTestFinished);
      const names = [0, 1, 2].map((layer) => tapeIn(join(folder, String(layer))));
      const one = tapeIn(join(folder, 'one'));
      const all = list.map((each) => recorded(each));
      await record(one, all);
      for (const [layer, name] of names.entries()) {
        const own = (journaled: boolean) =>
          all.filter((_, at) => list[at]?.layer === layer && list[at].journaled === journaled);
        const shadowed = list.filter((each) => each.shadowed && each.layer < layer);
        await record(name, [...own(false), ...shadowed.map((each) => recorded(each, { text: 'shadowed' }))]);
        leaveJournal(name, own(true));
      }
      const [highest, ...below] = names;
      const layered = await LayeredTape.open({ ...highest!, below: below.map(({ tapesDir }) => tapesDir) });
      const single = await openTape(one);
      expect(await contentOf(layered)).toEqual(await contentOf(single));
      for (const prompt of ['a toast', 'a mop', 'c']) {
        const { entry, request } = recording(prompt, { occurrence: 9 });
        expect(await missExplainer(layered)(entry, request)).toBe(await missExplainer(single)(entry, request));
      }
      await layered.close();
      await single.close();
    }),
    { numRuns: 15 },
  );
});

test.each(['record', 'rerecord'] as const)('%s writes onto the highest layer, and no byte below', async (mode) => {
  const { high, low, layered } = layers();
  await record(low, [recording('toast')]);
  const before = bytesUnder(low.tapesDir);
  const { dir } = tapeFiles(low);
  const folders = [dir, dirname(dir), low.tapesDir];
  for (const folder of folders) chmodSync(folder, 0o555);
  onTestFinished(() => folders.forEach((folder) => void chmodSync(folder, 0o755)));
  const asked: string[] = [];
  const say = (which: CassetteMode) => converse({ ...layered, mode: which, client: counting(asked) });
  const answers = await say(mode);
  expect(asked).toEqual(mode === 'record' ? ['mug'] : ['toast', 'mug']);
  expect(answers).toEqual([mode === 'record' ? 're: toast' : 'live: toast', 'live: mug']);
  expect(await say('replay')).toEqual(answers);
  expect(bytesUnder(low.tapesDir)).toEqual(before);
  expect(await contentOf(await openTape(low))).toEqual([['toast', 're: toast']]);
  expect(await contentOf(await openTape(high))).toHaveLength(asked.length);
});

test('LayeredTape refuses a damaged layer below, even where a higher one would answer', async () => {
  const { high, low, layered } = layers();
  await record(low, [recording('toast')]);
  await record(high, [recording('toast')]);
  const path = join(tapeFiles(low).dir, 'house_1.make_toast.replies.jsonl');
  writeFileSync(path, readFileSync(path, 'utf8').replace('re: toast', 're: roast'));
  const tape = await LayeredTape.open(layered);
  await expect(tape.find(recording('toast').entry)).rejects.toThrow(TapeError);
  await tape.close();
  writeFileSync(tapeFiles(low).manifest, '{');
  await expect(LayeredTape.open(layered)).rejects.toMatchObject({ path: tapeFiles(low).manifest });
});

function layers() {
  const folder = temporaryFolder(onTestFinished);
  const high = tapeIn(join(folder, 'high'));
  const low = tapeIn(join(folder, 'low'));
  return { high, low, layered: { ...high, below: [low.tapesDir] } };
}

async function contentOf(tape: TapeReader): Promise<readonly (readonly [prompt: string, text: unknown])[]> {
  const content = new Map<string, readonly [string, unknown]>();
  for (const task of tape.tasks()) {
    const prompts = new Map<string, string>();
    for await (const { key, request } of tape.requests(task)) {
      prompts.set(key, 'messages' in request.body ? (request.body.messages[0]?.content ?? '') : '');
    }
    for await (const address of tape.addressesOf(task)) {
      expect(content.has(addressId(address))).toBe(false);
      const entry = await tape.find(address);
      content.set(addressId(address), [prompts.get(address.key) ?? '?', Reflect.get(entry?.reply ?? {}, 'text')]);
    }
  }
  return [...content].toSorted(([a, [x]], [b, [y]]) => (x + a < y + b ? -1 : 1)).map(([, each]) => each);
}

function counting(asked: string[]): LiveClient {
  return {
    async ask(request) {
      const prompt = 'messages' in request.body ? (request.body.messages[0]?.content ?? '') : '';
      asked.push(prompt);
      return { ...recording(prompt, { text: `live: ${prompt}` }).entry.reply };
    },
  };
}

async function converse(options: Omit<Parameters<typeof openCassette>[0], 'provenance'>): Promise<readonly string[]> {
  const cassette = await openCassette({ ...options, provenance: ANSWERING });
  const llm = cassette.episode({ task: 'house_1/make_toast', trial: 1, planner: 'test' });
  const texts: string[] = [];
  for (const content of ['toast', 'mug']) {
    texts.push((await llm.chat([{ role: 'user', content }], { purpose: 'test', temperature: 0 })).text);
  }
  await cassette.finish();
  return texts;
}

function bytesUnder(dir: string): ReadonlyMap<string, string> {
  const files = readdirSync(dir, { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  const paths = files.map((entry) => join(entry.parentPath, entry.name)).toSorted();
  return new Map(paths.map((path) => [path, readFileSync(path, 'hex')]));
}
