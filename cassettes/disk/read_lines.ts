import { createReadStream, type Stats, statSync } from 'node:fs';

export const WHOLE_BYTES_MAX = 256 * 2 ** 20;

export function regularFile(path: string, bytesMax = Number.POSITIVE_INFINITY): string {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return path;
  const kind = irregularKind(stats);
  if (kind === null && stats.size <= bytesMax) return path;
  const problem =
    kind === null ? `expected at most ${bytesMax} bytes, found ${stats.size}` : `it is ${kind}, not a regular file`;
  throw new TapeError(`${problem}; restore the tape, or name another`, { path });
}

export function irregularKind(stats: Stats): string | null {
  if (stats.isFile()) return null;
  if (stats.isDirectory()) return 'a folder';
  if (stats.isFIFO()) return 'a pipe';
  return stats.isSocket() ? 'a socket' : 'a device';
}

export class TapeError extends Error {
  override readonly name = 'TapeError';
  readonly path: string;
  /** Counted from 1. */
  readonly line: number | null;
  /** Without path and line. */
  readonly problem: string;

  constructor(problem: string, { path, line, cause }: { path: string; line?: number | undefined; cause?: unknown }) {
    const explained = `${problem}${systemMessage(cause)}`;
    super(`Cannot use tape file "${path}"${line === undefined ? '' : `, line ${line}`}: ${explained}`, { cause });
    this.path = path;
    this.problem = explained;
    this.line = line ?? null;
  }
}

function systemMessage(cause: unknown) {
  if (!(cause instanceof Error)) return '';
  const isSystem = 'syscall' in cause || ('code' in cause && cause.code === 'ERR_SQLITE_ERROR');
  return isSystem ? ` (${cause.message})` : '';
}

export type Line = Readonly<{
  bytes: Buffer;
  /** Counted from 1. */
  number: number;
  offset: number;
  hasNewline: boolean;
}>;

const NEWLINE = 0x0a;

export const LINE_BYTES_MAX = 256 * 2 ** 20;

export async function* readLines(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  { path, lineBytesMax = LINE_BYTES_MAX }: { path: string; lineBytesMax?: number },
): AsyncGenerator<Line> {
  let rest: Buffer[] = [];
  let restLength = 0;
  let number = 1;
  let offset = 0;
  for await (const chunk of chunks) {
    let start = 0;
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      const piece = chunk.subarray(start, end);
      const bytes = rest.length === 0 ? piece : Buffer.concat([...rest, piece]);
      yield { bytes, number, offset, hasNewline: true };
      rest = [];
      restLength = 0;
      number += 1;
      offset += bytes.length + 1;
      start = end + 1;
    }
    if (start < chunk.length) {
      rest.push(chunk.subarray(start));
      restLength += chunk.length - start;
    }
    if (restLength > lineBytesMax)
      throw new TapeError(`it is longer than ${lineBytesMax} bytes`, { path, line: number });
  }
  if (rest.length > 0) yield { bytes: Buffer.concat(rest), number, offset, hasNewline: false };
}

export function fileLines(path: string): AsyncGenerator<Line> {
  return readLines(createReadStream(regularFile(path)), { path });
}
