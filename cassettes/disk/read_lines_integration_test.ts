import { execFileSync } from 'node:child_process';
import { readdirSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { verifyTapes } from '../care/tape_verify.ts';
import { openCassette } from '../cassette/cassette.ts';
import { writePendingRequests } from '../format/pending.ts';
import { type TapeName, tapeFiles } from '../format/tape_files.ts';
import { openTape } from '../reading/tape.ts';
import { tapeOf } from '../testing/recorded_tape.ts';
import { leaveJournal, recording, temporaryFolder } from '../testing/tape_fixture.ts';
import { openForWriting } from '../writing/open_for_writing.ts';
import { disk } from './disk.ts';
import { LINE_BYTES_MAX, regularFile, WHOLE_BYTES_MAX } from './read_lines.ts';

const TOAST = recording('toast');
const TASK_FILES = ['house_1.make_toast.replies.jsonl', 'house_1.make_toast.requests.jsonl.gz'];
const FILES = [...TASK_FILES, 'manifest.json', 'pending.jsonl', 'tape.journal.jsonl'];

test('regularFile() returns the path of a file, and of nothing', () => {
  const folder = temporaryFolder(onTestFinished);
  expect(regularFile(join(folder, 'none'))).toBe(join(folder, 'none'));
  expect(() => regularFile(folder)).toThrow(`"${folder}": it is a folder`);
});

test.each(FILES)('a tape is refused, and never waited for, where its %s is a pipe', async (file) => {
  const name = await interrupted();
  const { dir } = tapeFiles(name);
  expect(readdirSync(dir).toSorted()).toEqual(FILES);
  const path = join(dir, file);
  makePipe(path);
  const { problems } = await verifyTapes(name.tapesDir);
  expect(problems).toContainEqual({ path, line: null, message: expect.stringContaining('it is a pipe') });
  if (file !== 'pending.jsonl') await expect(playAndStore(name)).rejects.toThrow(`"${path}": it is a pipe`);
});

test.each([FILES[0]!, FILES[4]!])('a tape is refused where its %s has a line without end', async (file) => {
  const name = await interrupted();
  const path = join(tapeFiles(name).dir, file);
  rmSync(path);
  writeFileSync(path, '');
  truncateSync(path, LINE_BYTES_MAX + 1);
  const message = `it is longer than ${LINE_BYTES_MAX} bytes`;
  expect((await verifyTapes(name.tapesDir)).problems).toContainEqual({ path, line: 1, message });
  await expect(playAndStore(name)).rejects.toThrow(`"${path}", line 1: ${message}`);
});

test('a tape is refused where its manifest is too large to be one', async () => {
  const name = await interrupted();
  const { manifest } = tapeFiles(name);
  truncateSync(manifest, WHOLE_BYTES_MAX + 1);
  await expect(openTape(name)).rejects.toThrow(`expected at most ${WHOLE_BYTES_MAX} bytes`);
});

test('a pipe in the place of the name of who holds the lock keeps nobody out', async () => {
  const name = await interrupted();
  makePipe(tapeFiles(name).lock);
  (await openForWriting(name, disk))();
  expect(await verifyTapes(name.tapesDir)).toMatchObject({ replies: 2, problems: [] });
});

async function playAndStore(name: TapeName): Promise<void> {
  const replay = await openCassette({ ...name, mode: 'replay' });
  try {
    const llm = replay.episode({ task: 'house_1/make_toast', trial: 1, planner: 'p' });
    await llm.chat([{ role: 'user', content: 'toast' }], { purpose: 'test', temperature: 0 });
  } finally {
    await replay.finish();
  }
  (await openForWriting(name, disk))();
}

/** A tape with every file that one can have: a recording of it waits in a journal, and a request for its answer. */
async function interrupted(): Promise<TapeName> {
  const name = await tapeOf([TOAST]);
  const { entry, request } = recording('mug');
  const pending = { model: name.model, address: entry, planners: [], request };
  await writePendingRequests(tapeFiles(name).pending, [pending], disk);
  leaveJournal(name, [recording('cup')]);
  return name;
}

function makePipe(path: string): void {
  rmSync(path, { force: true });
  execFileSync('sh', ['-c', 'mkfifo "$1"', 'sh', path]);
}
