/**
 * The two files of a task; the manifest holds the number of their lines and their checksum.
 *
 * Replies: every line is sealed, lines are sorted by address. Requests: deduplicated, sorted by key; replay never opens them.
 */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { type Line, readLines } from '../disk/read_lines.ts';
import { regularFile } from '../disk/regular_file.ts';
import { TapeError } from '../disk/tape_error.ts';
import { type TapedRequest, tapedRequestSchema } from '../wire/taped_request.ts';
import { type Address, compareAddresses, type Entry, entrySchema } from './entry.ts';
import { isSealed, parseSealed } from './sealed_line.ts';

export type ReplyLine = {
  readonly address: Address;
  readonly bytes: Buffer;
  readonly offset: number;
  readonly number: number;
};

export type RepliesFile = {
  readonly path: string;
  readonly task: string;
  readonly entries: number;
  /** Of the uncompressed content. */
  readonly sha256: string;
};

/** Throws a `TapeError` on the first damage. */
export async function* readReplies(
  file: RepliesFile,
  chunks: AsyncIterable<Buffer> | Iterable<Buffer> = createReadStream(regularFile(file.path)),
): AsyncGenerator<ReplyLine> {
  const sha256 = createHash('sha256');
  let before: Address | null = null;
  let entries = 0;
  for await (const line of readLines(hashed(chunks, sha256), file)) {
    const checked = checkReplyLine(line, file.task, before);
    if (typeof checked === 'string') {
      throw new TapeError(`${checked}; ${RESTORE}`, { path: file.path, line: line.number });
    }
    before = checked;
    entries += 1;
    yield { address: checked, bytes: line.bytes, offset: line.offset, number: line.number };
  }
  if (entries !== file.entries) {
    throw new TapeError(`the manifest counts ${file.entries} entries, the file holds ${entries}; ${RESTORE}`, file);
  }
  const found = sha256.digest('hex');
  if (found !== file.sha256) {
    throw new TapeError(`the manifest says SHA-256 ${file.sha256}, the file has ${found}; ${RESTORE}`, file);
  }
}

/** Returns the address, or a clause with the problem. `before` is the previous line's address. */
export function checkReplyLine(line: Line, task: string, before: Address | null): Address | string {
  if (!line.ended) return 'it is cut off';
  if (!isSealed(line.bytes)) return 'its digest does not match its bytes';
  const address = addressOf(line.bytes);
  if (address === null) return 'it does not begin with an address';
  if (address.task !== task) return `it belongs to task "${address.task}", not to "${task}"`;
  if (before !== null && compareAddresses(before, address) >= 0) return 'it is not sorted by address';
  return address;
}

export function parseReplyLine(bytes: Buffer, place: { readonly path: string; readonly line?: number }): Entry {
  const parsed = entrySchema.safeParse(parseSealed(bytes));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new TapeError(`field "${issue?.path.join('.')}": ${issue?.message}; ${RESTORE}`, place);
}

const RESTORE = 'restore the tape from version control';
const ADDRESS_BYTES_MAX = 1024;
const ADDRESS =
  /^\{"task":"([a-z0-9_-]+\/[a-z0-9_.-]+)","trial":(\d{1,16}),"key":"([0-9a-f]{64})","occurrence":(\d{1,16}),"reply":\{/;

/** Null for an invalid line. Avoids parsing JSON, which takes seconds for a million replies. */
export function addressOf(bytes: Buffer): Address | null {
  const match = ADDRESS.exec(bytes.toString('latin1', 0, Math.min(bytes.length, ADDRESS_BYTES_MAX)));
  if (match === null) return null;
  const [, task = '', trial, key = '', occurrence] = match;
  return { task, trial: Number(trial), key, occurrence: Number(occurrence) };
}

async function* hashed(chunks: AsyncIterable<Buffer> | Iterable<Buffer>, sha256: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of chunks) {
    sha256.update(chunk);
    yield chunk;
  }
}

const storedRequestSchema = z.strictObject({
  key: z.string().regex(/^[0-9a-f]{64}$/),
  url: z.string(),
  body: z.unknown(),
});

export type StoredRequest = {
  readonly key: string;
  readonly request: TapedRequest;
};

export function formatRequestLine({ key, request }: StoredRequest): string {
  return `${JSON.stringify({ key, url: request.url, body: request.body })}\n`;
}

/** Throws a `TapeError` on the first damage; does not recompute keys. */
export async function* readRequests(
  file: Omit<RepliesFile, 'task'>,
): AsyncGenerator<StoredRequest & { readonly number: number }> {
  const sha256 = createHash('sha256');
  let entries = 0;
  for await (const line of readLines(unzipped(file.path, sha256), file)) {
    entries += 1;
    const stored = parseRequestLine(line.bytes, { path: file.path, line: line.number });
    yield { ...stored, number: line.number };
  }
  const found = sha256.digest('hex');
  if (found !== file.sha256 || entries !== file.entries) {
    const counts = `the manifest says ${file.entries} requests with SHA-256 ${file.sha256}`;
    throw new TapeError(`${counts}, the file has ${entries} with ${found}; ${RESTORE}`, file);
  }
}

function parseRequestLine(bytes: Buffer, place: { readonly path: string; readonly line: number }): StoredRequest {
  try {
    const { key, url, body } = storedRequestSchema.parse(JSON.parse(bytes.toString()));
    return { key, request: tapedRequestSchema.parse({ url, body }) };
  } catch (cause) {
    throw new TapeError(`it is not a recorded request; ${RESTORE}`, { ...place, cause });
  }
}

async function* unzipped(path: string, sha256: Hash): AsyncGenerator<Buffer> {
  const file = createReadStream(regularFile(path));
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  try {
    yield* hashed(file.pipe(gunzip), sha256);
  } catch (cause) {
    throw new TapeError(`it cannot be decompressed; ${RESTORE}`, { path, cause });
  } finally {
    file.destroy();
  }
}
