import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { type Line, readLines, regularFile, TapeError } from '../disk/read_lines.ts';
import { type TapedRequest, tapedRequestSchema } from '../wire/exchange.ts';
import { type Address, compareAddresses, type Entry, entrySchema } from './entry.ts';
import type { TaskSummary } from './manifest.ts';
import { isSealed, parseSealed } from './sealed_line.ts';

type Chunks = AsyncIterable<Buffer> | Iterable<Buffer>;
type Report = (problem: string, line?: number) => void;

export type RepliesFile = TaskSummary['replies'] & Readonly<{ path: string; task: string }>;

export async function* readReplies(
  file: RepliesFile,
  {
    chunks = createReadStream(regularFile(file.path)),
    report = refusal(file.path),
  }: { chunks?: Chunks; report?: Report } = {},
): AsyncGenerator<Line & { readonly address: Address }> {
  let before: Address | null = null;
  for await (const line of countedLines(file, chunks, report)) {
    const address = addressOf(line.bytes);
    const problem = problemIn(line, address, { task: file.task, before });
    if (problem !== null) report(problem, line.number);
    if (problem !== null || address === null) continue;
    before = address;
    yield { ...line, address };
  }
}

function problemIn(
  { bytes, hasNewline }: Line,
  address: Address | null,
  { task, before }: { task: string; before: Address | null },
) {
  if (!hasNewline) return 'it is cut off';
  if (!isSealed(bytes)) return 'its digest does not match its bytes';
  if (address === null) return 'it does not begin with an address';
  if (address.task !== task) return `it belongs to task "${address.task}", not to "${task}"`;
  return before !== null && compareAddresses(before, address) >= 0 ? 'it is not sorted by address' : null;
}

export function parseReplyLine(bytes: Buffer, place: Readonly<{ path: string; line: number }>): Entry {
  const parsed = entrySchema.safeParse(parseSealed(bytes));
  if (parsed.success) return parsed.data;
  const issue = parsed.error.issues[0];
  throw new TapeError(`field "${issue?.path.join('.')}": ${issue?.message}; ${RESTORE}`, place);
}

const RESTORE = 'restore the tape from version control';

function refusal(path: string): Report {
  return (problem, line) => {
    throw new TapeError(`${problem}; ${RESTORE}`, { path, line });
  };
}

const ADDRESS_BYTES_MAX = 1024;
const ADDRESS =
  /^\{"task":"([a-z0-9_-]+\/[a-z0-9_.-]+)","trial":(\d{1,16}),"key":"([0-9a-f]{64})","occurrence":(\d{1,16}),"reply":\{/;

/** Parsing JSON would take seconds for a million replies. */
export function addressOf(bytes: Buffer): Address | null {
  const match = ADDRESS.exec(bytes.toString('latin1', 0, Math.min(bytes.length, ADDRESS_BYTES_MAX)));
  if (match === null) return null;
  const [, task = '', trial, key = '', occurrence] = match;
  return { task, trial: Number(trial), key, occurrence: Number(occurrence) };
}

async function* countedLines(file: Omit<RepliesFile, 'task'>, chunks: Chunks, report: Report): AsyncGenerator<Line> {
  const sha256 = createHash('sha256');
  let entries = 0;
  async function* hashed() {
    for await (const chunk of chunks) {
      sha256.update(chunk);
      yield chunk;
    }
  }
  for await (const line of readLines(hashed(), file)) {
    entries += 1;
    yield line;
  }
  if (entries !== file.entries) report(`the manifest counts ${file.entries} entries, the file has ${entries}`);
  const digest = sha256.digest('hex');
  if (digest !== file.sha256) report(`the manifest says SHA-256 ${file.sha256}, the file has ${digest}`);
}

const storedRequestSchema = z.strictObject({
  key: z.string().regex(/^[0-9a-f]{64}$/),
  url: z.string(),
  body: z.unknown(),
});

export type StoredRequest = Readonly<{ key: string; request: TapedRequest }>;

export function formatRequestLine({ key, request }: StoredRequest): string {
  return `${JSON.stringify({ key, url: request.url, body: request.body })}\n`;
}

/** Does not recompute keys. */
export async function* readRequests(
  file: Omit<RepliesFile, 'task'>,
  report: Report = refusal(file.path),
): AsyncGenerator<StoredRequest & { readonly number: number }> {
  for await (const { bytes, number } of countedLines(file, unzip(file.path), report)) {
    yield { ...parseRequestLine(bytes, { path: file.path, line: number }), number };
  }
}

function parseRequestLine(bytes: Buffer, place: Readonly<{ path: string; line: number }>): StoredRequest {
  try {
    const { key, url, body } = storedRequestSchema.parse(JSON.parse(bytes.toString()));
    return { key, request: tapedRequestSchema.parse({ url, body }) };
  } catch (cause) {
    throw new TapeError(`it is not a recorded request; ${RESTORE}`, { ...place, cause });
  }
}

async function* unzip(path: string): AsyncGenerator<Buffer> {
  const file = createReadStream(regularFile(path));
  const gunzip = createGunzip();
  file.on('error', (error) => gunzip.destroy(error));
  try {
    yield* file.pipe(gunzip);
  } catch (cause) {
    throw new TapeError(`it cannot be decompressed; ${RESTORE}`, { path, cause });
  } finally {
    file.destroy();
  }
}
