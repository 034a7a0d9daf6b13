import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { tapeFiles } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import { tapeOf } from '../testing/recorded_tape.ts';
import { record, recording, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { pruneTape } from './tape_prune.ts';
import { verifyTapes } from './tape_verify.ts';

const TOAST = recording('toast');
const MUG = recording('mug');

test('pruneTape() takes off what was not used, with its requests', async () => {
  const name = await tapeOf([TOAST, MUG]);
  const report = await pruneTape(name, { covered: [TOAST.entry], used: [TOAST.entry], dryRun: false });
  expect(report).toEqual({ kept: 1, removed: [expect.objectContaining({ key: MUG.entry.key })] });
  expect(await Array.fromAsync((await openTape(name)).addresses())).toMatchObject([{ key: TOAST.entry.key }]);
  expect(await verifyTapes(name.tapesDir)).toEqual({ tapes: 1, replies: 1, requests: 1, problems: [], waiting: [] });
});

test('pruneTape() leaves tasks and trials that the run did not cover as they are', async () => {
  const name = tapeIn(temporaryFolder(onTestFinished));
  const trial2 = recording('mug', { trial: 2 });
  const wash = recording('wash', { task: 'house_2/wash' });
  await record(name, [TOAST, MUG, trial2, wash]);
  const covered = [{ task: 'house_1/make_toast', trial: 1 }];
  expect(await pruneTape(name, { covered, used: [], dryRun: false })).toMatchObject({ kept: 2, removed: [{}, {}] });
  const tape = await openTape(name);
  for (const { entry } of [trial2, wash]) expect(await tape.find(entry)).toEqual(entry);
  expect((await verifyTapes(name.tapesDir)).problems).toEqual([]);
});

test('pruneTape() changes nothing in a dry run, nor where everything was used', async () => {
  const name = await tapeOf([TOAST, MUG]);
  const before = readFileSync(tapeFiles(name).manifest, 'utf8');
  const planned = await pruneTape(name, { covered: [TOAST.entry], used: [], dryRun: true });
  expect(planned).toMatchObject({ kept: 0, removed: [{}, {}] });
  const all = [TOAST.entry, MUG.entry];
  expect(await pruneTape(name, { covered: all, used: all, dryRun: false })).toEqual({ kept: 2, removed: [] });
  expect(readFileSync(tapeFiles(name).manifest, 'utf8')).toBe(before);
});
