import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { TapeError } from '../disk/tape_error.ts';
import { recording, temporaryFolder } from '../testing/tape_fixture.ts';
import { type Entry, entrySchema } from './entry.ts';
import { formatRequestLine, readReplies, readRequests } from './replies_file.ts';
import { sealLine } from './sealed_line.ts';

const TASK = 'house_1/make_toast';

test('readReplies() gives the address of a line that comes after the one above', async () => {
  const [first, second] = [1, 2].map((occurrence) => recording('toast', { occurrence }).entry);
  const lines = await Array.fromAsync(replies([first!, second!]));
  expect(lines.map(({ address: { occurrence }, number }) => [occurrence, number])).toEqual([
    [1, 1],
    [2, 2],
  ]);
});

test.each([1, 2])('readReplies() refuses occurrence 1 below occurrence %i', async (occurrence) => {
  const lines = replies([recording('toast', { occurrence }).entry, recording('toast').entry]);
  await expect(Array.fromAsync(lines)).rejects.toThrow('line 2: it is not sorted by address');
});

function replies(entries: readonly Entry[]) {
  const content = entries.map((entry) => `${sealLine(entrySchema.parse(entry))}\n`).join('');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { path: 'replies.jsonl', task: TASK, entries: entries.length, sha256 };
  return readReplies(file, { chunks: [Buffer.from(content)] });
}

const STORED = ['a', 'é\n'].map((prompt) => {
  const { entry, request } = recording(prompt);
  return { key: entry.key, request };
});
const CONTENT = STORED.map(formatRequestLine).join('');

test('readRequests() reads what was formatted, with line numbers', async () => {
  expect(await read(gzipSync(CONTENT))).toEqual(STORED.map((stored, index) => ({ ...stored, number: index + 1 })));
});

test('readRequests() does not mind how the content was compressed', async () => {
  expect(await read(gzipSync(CONTENT, { level: 1 }))).toEqual(await read(gzipSync(CONTENT, { level: 9 })));
});

test.each<[string, Buffer]>([
  ['garbage', Buffer.from('garbage')],
  ['nothing', Buffer.alloc(0)],
  ['half a file', gzipSync(CONTENT).subarray(0, -20)],
  ['a line that is missing', gzipSync(CONTENT.split('\n').slice(1).join('\n'))],
  ['a line that is no request', gzipSync(`${CONTENT}{"key":7}\n`)],
  ['another prompt', gzipSync(CONTENT.replace('"a"', '"b"'))],
])('readRequests() refuses %s', async (_, bytes) => {
  await expect(read(bytes)).rejects.toThrow(TapeError);
});

test('readRequests() refuses a file that is not there', async () => {
  const path = join(temporaryFolder(onTestFinished), 'nowhere.gz');
  await expect(Array.fromAsync(readRequests({ path, entries: 0, sha256: '' }))).rejects.toThrow(TapeError);
});

async function read(bytes: Buffer) {
  const path = join(temporaryFolder(onTestFinished), 'requests.jsonl.gz');
  writeFileSync(path, bytes);
  const sha256 = createHash('sha256').update(CONTENT).digest('hex');
  return Array.fromAsync(readRequests({ path, entries: STORED.length, sha256 }));
}
