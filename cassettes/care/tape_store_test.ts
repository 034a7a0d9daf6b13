import { mkdirSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { disk } from '../disk/disk.ts';
import { tapeFiles } from '../format/tape_files.ts';
import { record, recording, startJournal, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { openForWriting } from '../writing/open_for_writing.ts';
import { listTapes } from './tape_list.ts';
import { storeWaiting } from './tape_store.ts';

test('storeWaiting() stores what journals hold, also where nothing was stored before, and leaves other tapes alone', async () => {
  const { tapesDir, name } = await withJournal();
  await record({ ...name, suite: 'other' }, [recording('toast')]);
  expect(await storeWaiting(tapesDir)).toEqual([name]);
  expect(await listTapes(tapesDir)).toMatchObject([
    { suite: 'household', replies: 2, unfinished: false, journaled: 0 },
    { suite: 'other', replies: 1 },
  ]);
  expect(await storeWaiting(tapesDir)).toEqual([]);
});

test('storeWaiting() takes nothing from a recording that is under way', async () => {
  const { tapesDir, name } = await withJournal();
  const release = await openForWriting({ ...name, suite: 'other' }, disk);
  startJournal({ ...name, suite: 'other' }).close();
  await expect(storeWaiting(tapesDir)).rejects.toThrow('is recording onto this tape');
  release();
});

async function withJournal() {
  const name = tapeIn(temporaryFolder(onTestFinished));
  mkdirSync(tapeFiles(name).dir, { recursive: true });
  const journal = startJournal(name);
  journal.append([recording('toast'), recording('mug')]);
  journal.close();
  return { name, tapesDir: name.tapesDir };
}
