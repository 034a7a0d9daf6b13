import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { openTape } from './tape.ts';
import { tapeFiles } from './tape_files.ts';
import { record, recording, tapeIn, temporaryFolder } from './tape_fixture.ts';
import { pruneTape } from './tape_prune.ts';
import { verifyTapes } from './tape_verify.ts';

const TOAST = recording('toast');
const MUG = recording('mug');

test('pruneTape() takes off what was not used, with its requests', async () => {
  const name = tapeIn(temporaryFolder(onTestFinished));
  await record(name, [TOAST, MUG]);
  const report = await pruneTape(name, { used: [TOAST.entry], dryRun: false });
  expect(report).toEqual({ kept: 1, removed: [expect.objectContaining({ key: MUG.entry.key })] });
  expect(await Array.fromAsync((await openTape(name)).addresses())).toEqual([
    expect.objectContaining({ key: TOAST.entry.key }),
  ]);
  expect(await verifyTapes(name.tapesDir)).toEqual({ tapes: 1, replies: 1, requests: 1, problems: [] });
});

test('pruneTape() changes nothing in a dry run, nor where everything was used', async () => {
  const name = tapeIn(temporaryFolder(onTestFinished));
  await record(name, [TOAST, MUG]);
  const before = readFileSync(tapeFiles(name).manifest, 'utf8');
  expect(await pruneTape(name, { used: [], dryRun: true })).toMatchObject({ kept: 0, removed: [{}, {}] });
  expect(await pruneTape(name, { used: [TOAST.entry, MUG.entry], dryRun: false })).toEqual({ kept: 2, removed: [] });
  expect(readFileSync(tapeFiles(name).manifest, 'utf8')).toBe(before);
});
