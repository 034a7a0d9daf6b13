import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { TapeError } from '../disk/read_lines.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { MUG, REPLIES, read, recorded, TOAST, tapeOf, WASH } from '../testing/recorded_tape.ts';
import { leaveJournal, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { openTape } from './tape.ts';

test.each([0, 2 ** 20])('openTape() finds what was recorded, with %i bytes of memory', async (bytesInMemoryMax) => {
  const tape = await openTape(await recorded(), { bytesInMemoryMax });
  for (const { entry } of [TOAST, MUG, WASH]) expect(await tape.find(entry)).toEqual(entry);
  expect(await tape.find({ ...TOAST.entry, occurrence: 2 })).toBeNull();
  expect(await Array.fromAsync(tape.addresses())).toHaveLength(3);
  await tape.close();
});

test('openTape() takes a tape that nobody has recorded yet for an empty one, but refuses recordings without a manifest', async () => {
  const tape = await openTape(tapeIn(temporaryFolder(onTestFinished)));
  expect(await tape.find(TOAST.entry)).toBeNull();
  const name = await recorded();
  rmSync(tapeFiles(name).manifest);
  await expect(openTape(name)).rejects.toThrow('the manifest does not list it');
});

test('openTape() does not look at requests, even where they are lost', async () => {
  const name = await recorded();
  const { dir } = tapeFiles(name);
  rmSync(join(dir, 'house_1.make_toast.requests.jsonl.gz'));
  writeFileSync(join(dir, 'house_2.wash.requests.jsonl.gz'), 'garbage');
  const tape = await openTape(name);
  for (const { entry } of [TOAST, MUG, WASH]) expect(await tape.find(entry)).toEqual(entry);
  await tape.close();
});

test('openTape() lays a journal that was not stored yet over the tape', async () => {
  const name = await recorded();
  const later = [recording('toast', { text: 'a better answer' }), recording('new', { task: 'house_3/new' })];
  leaveJournal(name, later);
  const tape = await openTape(name);
  for (const { entry } of [...later, MUG]) expect(await tape.find(entry)).toEqual(entry);
  expect(await Array.fromAsync(tape.addresses())).toHaveLength(4);
  await tape.close();
});

test('openTape() refuses whole lines that are missing, doubled, out of order or of another task', async () => {
  const name = await recorded();
  const { dir } = tapeFiles(name);
  const [first = '', second = ''] = readFileSync(join(dir, REPLIES), 'utf8').split('\n');
  for (const lines of [[first], [second], [], [first, first, second], [second, first]]) {
    writeFileSync(join(dir, REPLIES), lines.map((line) => `${line}\n`).join(''));
    await expect(read(name)).rejects.toThrow(TapeError);
  }
  writeFileSync(join(dir, REPLIES), readFileSync(join(dir, 'house_2.wash.replies.jsonl')));
  await expect(read(name)).rejects.toThrow('line 1: it belongs to task "house_2/wash", not to "house_1/make_toast"');
});

test('openTape() refuses a task that is missing, and one that the manifest does not know', async () => {
  const name = await recorded();
  const { dir } = tapeFiles(name);
  writeFileSync(join(dir, 'house_4.stranger.replies.jsonl'), '');
  await expect(openTape(name)).rejects.toThrow('house_4.stranger.replies.jsonl": the manifest does not list it');
  rmSync(join(dir, 'house_4.stranger.replies.jsonl'));
  rmSync(join(dir, REPLIES));
  await expect(openTape(name)).rejects.toThrow(`${REPLIES}": it is missing`);
});

test('openTape() refuses a tape whose storing was interrupted and is damaged, and says what to do', async () => {
  const name = await recorded();
  writeFileSync(tapeFiles(name).manifestNext, '{');
  await expect(openTape(name)).rejects.toThrow('repair the tape with `tapedeck cassettes store`');
});

test('openTape() goes on reading what it checked when the file is put aside', async () => {
  const name = await recorded();
  const { dir } = tapeFiles(name);
  const tape = await openTape(name, { bytesInMemoryMax: 0 });
  await tape.find(TOAST.entry);
  for (const file of readdirSync(dir)) rmSync(join(dir, file));
  expect(await tape.find(MUG.entry)).toEqual(MUG.entry);
  await tape.close();
});

test.each([0, 2 ** 20])('openTape() finds any of many trials, with %i bytes of memory', async (bytesInMemoryMax) => {
  const recordings = Array.from({ length: 150 }, (_, index) =>
    [['toast', 1] as const, ['mug', 1] as const, ['mug', 2] as const].map(([prompt, occurrence]) =>
      recording(prompt, { trial: 2 * index, occurrence, text: `${prompt} ${index} ${occurrence}` }),
    ),
  ).flat();
  const name = await tapeOf(recordings);
  const tape = await openTape(name, { bytesInMemoryMax });
  const inAnyOrder = recordings.map((each, index) => ({ each, at: (index * 7) % recordings.length }));
  for (const { each } of inAnyOrder.sort((a, b) => a.at - b.at)) {
    expect(await tape.find(each.entry)).toEqual(each.entry);
    expect(await tape.find({ ...each.entry, trial: each.entry.trial + 1 })).toBeNull();
  }
  expect([await tape.has(TOAST.entry), await tape.has(recordings[5]!.entry)]).toEqual([false, true]);
  expect(await tape.find({ ...TOAST.entry, task: 'house_9/nothing' })).toBeNull();
  const addresses = await Array.fromAsync(tape.addresses());
  expect(addresses).toHaveLength(recordings.length);
  expect(new Set(addresses.map(({ trial }) => trial)).size).toBe(150);
  await tape.close();
});
