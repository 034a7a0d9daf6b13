import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { formatManifest, parseManifest } from '../format/manifest.ts';
import { asBatch } from '../format/provenance.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import {
  ANSWERING,
  contentOf as contentOfTape,
  leaveJournal,
  record,
  recording,
  tapeIn,
  temporaryFolder,
} from '../testing/tape_fixture.ts';
import { mergeTapeFolders } from './tape_merge.ts';
import { verifyTapes } from './tape_verify.ts';

const TOAST = recording('toast');
const MUG = recording('mug');
const FRIDGE = recording('fridge', { task: 'house_1/open_fridge' });
const contentOf = (tapesDir: string) => contentOfTape(tapeIn(tapesDir));

async function folderWith(...recordings: (typeof TOAST)[]): Promise<string> {
  const folder = temporaryFolder(onTestFinished);
  if (recordings.length > 0) await record(tapeIn(folder), recordings);
  return folder;
}

test('mergeTapeFolders() gives the tape that one recording would have given, in any order', async () => {
  const whole = contentOf(await folderWith(TOAST, MUG, FRIDGE));
  const parts = [await folderWith(TOAST), await folderWith(MUG), await folderWith(FRIDGE, TOAST)];
  for (const order of [parts, parts.toReversed()]) {
    const target = await folderWith();
    expect(await mergeTapeFolders(order, target)).toEqual({ tapes: 1, added: 3, shared: 1 });
    expect(contentOf(target)).toEqual(whole);
    expect((await verifyTapes(target)).problems).toEqual([]);
  }
});

test('mergeTapeFolders() adds to what the target holds, changes nothing the second time, and refuses replies of nobody', async () => {
  const target = await folderWith(TOAST);
  const other = await folderWith(TOAST, MUG);
  expect(await mergeTapeFolders([other], target)).toMatchObject({ added: 1, shared: 1 });
  const before = contentOf(target);
  expect(await mergeTapeFolders([other, target], target)).toMatchObject({ added: 0 });
  expect(contentOf(target)).toEqual(before);
  const { manifest: path } = tapeFiles(tapeIn(other));
  writeFileSync(path, formatManifest({ ...parseManifest(readFileSync(path, 'utf8'), path), provenance: [] }));
  await expect(mergeTapeFolders([other], await folderWith())).rejects.toThrow('it does not say where the replies');
});

test('mergeTapeFolders() refuses two replies at one address before it writes anything', async () => {
  const one = await folderWith(MUG, TOAST);
  const other = await folderWith(FRIDGE, recording('toast', { text: 'burnt' }));
  const target = await folderWith();
  await expect(mergeTapeFolders([one, other], target)).rejects.toThrow(
    `Cannot merge "${one}" and "${other}": suite "household", model "gpt-4-0613", task "house_1/make_toast", trial 1 has two replies`,
  );
  expect(existsSync(tapeFiles(tapeIn(target)).manifest)).toBe(false);
});

test('mergeTapeFolders() takes what a killed recording left in its journal, a task that is nowhere else, and a whole tape', async () => {
  const whole = contentOf(await folderWith(TOAST, MUG, FRIDGE));
  for (const stored of [[TOAST], []]) {
    const killed = await folderWith(...stored);
    leaveJournal(tapeIn(killed), [...(stored.length === 0 ? [TOAST] : []), MUG, FRIDGE]);
    const target = await folderWith();
    expect(await mergeTapeFolders([killed], target)).toEqual({ tapes: 1, added: 3, shared: 0 });
    expect(contentOf(target)).toEqual(whole);
  }
});

test('mergeTapeFolders() keeps of each entry in which batch it came', async () => {
  const folder = temporaryFolder(onTestFinished);
  for (const [at, prompt] of ['toast', 'mug'].entries()) {
    const declaration = asBatch({ ...ANSWERING, note: `round ${at}` });
    const { entry, request } = recording(prompt);
    const batched = { entry: { ...entry, batch: declaration.batch ?? '' }, request };
    await record(tapeIn(join(folder, prompt)), [batched], declaration);
  }
  const target = join(folder, 'both');
  await mergeTapeFolders([join(folder, 'toast'), join(folder, 'mug')], target);
  const tape = await openTape(tapeIn(target));
  const notes = ['toast', 'mug'].map(async (prompt) => {
    const entry = await tape.find(recording(prompt).entry);
    return tape.manifest.provenance.filter(({ batch }) => batch === entry?.batch).map(({ note }) => note);
  });
  expect(await Promise.all(notes)).toEqual([['round 0'], ['round 1']]);
  expect((await verifyTapes(target)).problems).toEqual([]);
});
