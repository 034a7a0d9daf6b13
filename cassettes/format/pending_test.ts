import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { disk } from '../disk/disk.ts';
import { recording, temporaryFolder } from '../testing/tape_fixture.ts';
import { customId } from './entry.ts';
import { readPending, writePending } from './pending.ts';

const TOAST = pendingOf('toast');
const MUG = pendingOf('mug');

test('readPending() finds by custom_id what was written, in the order of addresses', async () => {
  const path = join(temporaryFolder(onTestFinished), 'pending.jsonl');
  await writePending(path, [TOAST, MUG], disk);
  const once = readFileSync(path, 'utf8');
  expect(await readPending(path)).toEqual(new Map([TOAST, MUG].map((each) => [customId(each.address), each])));
  await writePending(path, [MUG, TOAST], disk);
  expect(readFileSync(path, 'utf8')).toBe(once);
});

test('writePending() leaves no file where nothing waits', async () => {
  const path = join(temporaryFolder(onTestFinished), 'pending.jsonl');
  await writePending(path, [TOAST], disk);
  await writePending(path, [], disk);
  expect(existsSync(path)).toBe(false);
  expect(await readPending(path)).toEqual(new Map());
});

test('readPending() refuses a file with any byte changed, or cut', async () => {
  const path = join(temporaryFolder(onTestFinished), 'pending.jsonl');
  await writePending(path, [TOAST], disk);
  const bytes = readFileSync(path);
  const problem = 'it is damaged; delete the file and export again';
  for (const [position, byte] of bytes.entries()) {
    writeFileSync(path, bytes.with(position, byte ^ 1));
    await expect(readPending(path), `byte ${position}`).rejects.toThrow(problem);
  }
  writeFileSync(path, bytes.subarray(0, -1));
  await expect(readPending(path)).rejects.toThrow('line 1');
});

function pendingOf(prompt: string) {
  const { entry, request } = recording(prompt);
  const { task, trial, key, occurrence } = entry;
  return { model: 'gpt-4-0613', address: { task, trial, key, occurrence }, planners: ['llm_state'], request };
}
