import { createHash } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { TapeError } from '../disk/read_lines.ts';
import { recording, temporaryFolder } from '../testing/tape_fixture.ts';
import { entrySchema } from './entry.ts';
import { formatRequestLine, readReplies, readRequests } from './replies_file.ts';
import { sealLine } from './sealed_line.ts';

test('readReplies() gives the address of a line that comes after the one above, and refuses others', async () => {
  const lines = await Array.fromAsync(replies(1, 2));
  expect(lines).toMatchObject([1, 2].map((number) => ({ address: { occurrence: number }, number })));
  for (const first of [1, 2])
    await expect(Array.fromAsync(replies(first, 1))).rejects.toThrow('line 2: it is not sorted by address');
});

function replies(...occurrences: readonly number[]) {
  const entries = occurrences.map((occurrence) => recording('toast', { occurrence }).entry);
  const content = entries.map((entry) => `${sealLine(entrySchema.parse(entry))}\n`).join('');
  const sha256 = createHash('sha256').update(content).digest('hex');
  const file = { path: 'replies.jsonl', task: 'house_1/make_toast', entries: entries.length, sha256 };
  return readReplies(file, { chunks: [Buffer.from(content)] });
}

const STORED = ['a', 'é\n']
  .map((prompt) => recording(prompt))
  .map(({ entry, request }) => ({ key: entry.key, request }));
const CONTENT = STORED.map(formatRequestLine).join('');

test.each([1, 9])('readRequests() reads what was formatted, with line numbers, at level %i', async (level) => {
  const expected = STORED.map((stored, index) => ({ ...stored, number: index + 1 }));
  expect(await read(gzipSync(CONTENT, { level }))).toEqual(expected);
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
