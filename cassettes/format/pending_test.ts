import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { disk } from '../disk/disk.ts';
import { recording, temporaryFolder } from '../testing/tape_fixture.ts';
import { customId } from './entry.ts';
import { readPendingRequests, writePendingRequests } from './pending.ts';

const TOAST = pendingOf('toast');
const MUG = pendingOf('mug');

test('readPendingRequests() finds by custom_id what was written, in the order of addresses; no file has nothing', async () => {
  const path = join(temporaryFolder(onTestFinished), 'pending.jsonl');
  await writePendingRequests(path, [TOAST, MUG], disk);
  const once = readFileSync(path, 'utf8');
  expect(await readPendingRequests(path)).toEqual(new Map([TOAST, MUG].map((each) => [customId(each.address), each])));
  await writePendingRequests(path, [MUG, TOAST], disk);
  expect(readFileSync(path, 'utf8')).toBe(once);
  await writePendingRequests(path, [], disk);
  expect(existsSync(path)).toBe(false);
  expect(await readPendingRequests(path)).toEqual(new Map());
});

test('readPendingRequests() refuses a file with any byte changed, or cut', async () => {
  const path = join(temporaryFolder(onTestFinished), 'pending.jsonl');
  await writePendingRequests(path, [TOAST], disk);
  const bytes = readFileSync(path);
  const problem = 'it is damaged; delete the file and export again';
  for (const [position, byte] of bytes.entries()) {
    writeFileSync(path, bytes.with(position, byte ^ 1));
    await expect(readPendingRequests(path), `byte ${position}`).rejects.toThrow(problem);
  }
  writeFileSync(path, bytes.subarray(0, -1));
  await expect(readPendingRequests(path)).rejects.toThrow('line 1');
});

function pendingOf(prompt: string) {
  const { entry, request } = recording(prompt);
  const { task, trial, key, occurrence } = entry;
  return { model: 'gpt-4-0613', address: { task, trial, key, occurrence }, planners: ['llm_state'], request };
}
