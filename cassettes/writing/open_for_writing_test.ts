import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { listTapes } from '../care/tape_list.ts';
import { verifyTapes } from '../care/tape_verify.ts';
import { type Disk, disk, temporaryPath } from '../disk/disk.ts';
import type { Recording } from '../format/journal.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import { tapeOf } from '../testing/recorded_tape.ts';
import { leaveJournal, record, recording, startJournal, tapeIn, temporaryFolder } from '../testing/tape_fixture.ts';
import { openForWriting, storeInterrupted, storeJournal } from './open_for_writing.ts';

const TOAST = recording('toast');
const MUG = recording('mug');

test('openForWriting() stores a journal with a reply whose model had no name', async () => {
  const nameless: Recording = { ...MUG, entry: { ...MUG.entry, reply: { ...MUG.entry.reply, model: '' } } };
  const name = await interrupted([nameless]);
  (await openForWriting(name, disk))();
  await expectBoth(name, nameless);
});

test.each([
  ['is no JSON', '{"format":'],
  ['says what no manifest says', '{"format":1}'],
  ['does not match its digest', null],
])('openForWriting() commits again if the commit %s and the journal is whole', async (_, next) => {
  const name = await interrupted([MUG]);
  const { dir, manifest, manifestNext } = tapeFiles(name);
  writeFileSync(manifestNext, next ?? readFileSync(manifest, 'utf8').replace('nobody', 'somebody'));
  writeFileSync(join(dir, 'house_1.make_toast.replies.jsonl.next'), 'half');
  (await openForWriting(name, disk))();
  await expectBoth(name, MUG);
});

test.each([
  ['there is no journal', null],
  ['the journal holds nothing', []],
])('openForWriting() drops a damaged commit before a rename, but no file of the user: %s', async (_, recordings) => {
  const name = await interrupted(recordings);
  const { dir, manifestNext } = tapeFiles(name);
  writeFileSync(manifestNext, '{}');
  for (const left of [temporaryPath(manifestNext), join(dir, 'house_1.make_toast.replies.jsonl.next')])
    writeFileSync(left, 'half');
  const mine = ['notes.tmp', 'plan.next', 'thesis.tex'];
  for (const file of mine) writeFileSync(join(dir, file), 'do not lose me');
  (await openForWriting(name, disk))();
  const stored = ['house_1.make_toast.replies.jsonl', 'house_1.make_toast.requests.jsonl.gz', 'manifest.json'];
  expect(readdirSync(dir).toSorted()).toEqual([...stored, ...mine]);
  expect(await verifyTapes(name.tapesDir)).toMatchObject({ replies: 1, problems: [] });
});

test('openForWriting() refuses a damaged commit if the tape cannot be restored from its files', async () => {
  const carriedOut = await interrupted(null);
  rmSync(join(tapeFiles(carriedOut).dir, 'house_1.make_toast.requests.jsonl.gz'));
  const neverStored = await interrupted([]);
  rmSync(tapeFiles(neverStored).manifest);
  const begun = await interrupted(null);
  writeFileSync(join(tapeFiles(begun).dir, 'house_2.wash.replies.jsonl'), 'of the commit');
  for (const name of [carriedOut, neverStored, begun]) {
    const { dir, manifestNext } = tapeFiles(name);
    writeFileSync(manifestNext, '{}');
    const before = readdirSync(dir);
    await expect(openForWriting(name, disk)).rejects.toThrow('manifest.next.json": field "format"');
    expect(readdirSync(dir)).toEqual(before.filter((file) => file !== 'tape.journal.jsonl'));
    expect(readFileSync(manifestNext, 'utf8')).toBe('{}');
  }
});

test('openForWriting() refuses the commit of a newer format or of another tape, and leaves the journal alone', async () => {
  const name = await interrupted([MUG]);
  const { journal, manifest, manifestNext } = tapeFiles(name);
  const other = tapeIn(temporaryFolder(onTestFinished));
  await record({ ...other, suite: 'tabletop' }, [TOAST]);
  const before = readFileSync(journal);
  for (const [next, problem] of [
    ['{"format":2}', 'a newer Tapedeck wrote it'],
    [readFileSync(tapeFiles({ ...other, suite: 'tabletop' }).manifest, 'utf8'), 'field "suite"'],
  ] as const) {
    writeFileSync(manifestNext, next);
    await expect(openForWriting(name, disk)).rejects.toThrow(problem);
    expect(readFileSync(journal)).toEqual(before);
    expect(existsSync(manifest)).toBe(true);
  }
});

test('storeJournal() keeps the journal until all of it is stored, and nothing can be added meanwhile', async () => {
  const name = await interrupted(null);
  const { journal: path } = tapeFiles(name);
  const journal = startJournal(name);
  journal.append([MUG]);
  const curious: Disk = {
    ...disk,
    rename(from, to) {
      expect(() => journal.append([recording('late')])).toThrow('so it accepts no more');
      expect(existsSync(path)).toBe(true);
      disk.rename(from, to);
    },
    remove(path) {
      if (path === tapeFiles(name).journal) throw new Error('EIO: i/o error');
      disk.remove(path);
    },
  };
  await expect(storeJournal(name, journal, curious)).rejects.toThrow('EIO');
  expect(existsSync(path)).toBe(true);
  (await openForWriting(name, disk))();
  await expectBoth(name, MUG);
});

/** A tape with one recording, and a journal as a killed run leaves it; null for none. */
async function interrupted(recordings: readonly Recording[] | null): Promise<TapeName> {
  const name = await tapeOf([TOAST]);
  if (recordings !== null) leaveJournal(name, recordings);
  return name;
}

async function expectBoth(name: TapeName, { entry }: Recording): Promise<void> {
  expect(existsSync(tapeFiles(name).journal)).toBe(false);
  expect(await verifyTapes(name.tapesDir)).toMatchObject({ replies: 2, problems: [] });
  const tape = await openTape(name);
  for (const each of [entry, TOAST.entry]) expect(await tape.find(each)).toEqual(each);
  await tape.close();
}

test('storeInterrupted() stores what journals hold, also of new tapes, leaves other tapes alone and waits for no recording', async () => {
  const name = tapeIn(temporaryFolder(onTestFinished));
  const { tapesDir } = name;
  leaveJournal(name, [TOAST, MUG]);
  await record({ ...name, suite: 'other' }, [TOAST]);
  expect(await storeInterrupted(tapesDir)).toEqual([name]);
  expect(await listTapes(tapesDir)).toMatchObject([
    { suite: 'household', replies: 2, unfinished: false, journaled: 0 },
    { suite: 'other', replies: 1 },
  ]);
  expect(await storeInterrupted(tapesDir)).toEqual([]);
  const release = await openForWriting({ ...name, suite: 'other' }, disk);
  leaveJournal({ ...name, suite: 'other' }, []);
  await expect(storeInterrupted(tapesDir)).rejects.toThrow('has locked this tape');
  release();
});
