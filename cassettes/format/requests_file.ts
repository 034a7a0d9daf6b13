/** Deduplicated and sorted by key; replay never opens it. */
import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { createGunzip } from 'node:zlib';
import { z } from 'zod';
import { readLines } from '../disk/read_lines.ts';
import { regularFile } from '../disk/regular_file.ts';
import { TapeError } from '../disk/tape_error.ts';
import { type TapedRequest, tapedRequestSchema } from '../wire/taped_request.ts';

const storedRequestSchema = z.strictObject({
  key: z.string().regex(/^[0-9a-f]{64}$/),
  url: z.string(),
  body: z.unknown(),
});

export type StoredRequest = {
  readonly key: string;
  readonly request: TapedRequest;
};

export type RequestsFile = {
  readonly path: string;
  readonly entries: number;
  /** Of the uncompressed content. */
  readonly sha256: string;
};

export function formatRequestLine({ key, request }: StoredRequest): string {
  return `${JSON.stringify({ key, url: request.url, body: request.body })}\n`;
}

/** Throws a `TapeError` on the first damage; does not recompute keys. */
export async function* readRequests(file: RequestsFile): AsyncGenerator<StoredRequest & { readonly number: number }> {
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

const RESTORE = 'restore the tape from version control';

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
    for await (const chunk of file.pipe(gunzip)) {
      sha256.update(chunk);
      yield chunk;
    }
  } catch (cause) {
    throw new TapeError(`it cannot be decompressed; ${RESTORE}`, { path, cause });
  } finally {
    file.destroy();
  }
}
