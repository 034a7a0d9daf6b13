/** Other than regular files may never end. */
import { closeSync, openSync, readFileSync, readSync, statSync } from 'node:fs';
import { irregularKind } from '../../cassettes/disk/read_lines.ts';
import { CommandFailure, codeOf, invalid, messageOf } from './errors/failure.ts';
import { ownValue } from './own_value.ts';

export const BYTES_MAX = 256 * 2 ** 20;

export function readText(path: string, bytesMax = BYTES_MAX, { keepsMark = false } = {}): string {
  const bytes = readBytes(path, bytesMax);
  return tryRead(path, () => new TextDecoder('utf-8', { fatal: true, ignoreBOM: keepsMark }).decode(bytes));
}

export function readBytes(path: string, bytesMax = BYTES_MAX): Buffer {
  checkInputFile(path, bytesMax);
  return tryRead(path, () => readFileSync(path));
}

export function checkInputFile(path: string, bytesMax = Number.POSITIVE_INFINITY): void {
  const stats = tryRead(path, () => statSync(path));
  const kind = irregularKind(stats);
  if (kind !== null) throw invalid(`Cannot read "${path}": it is ${kind}; name a regular file`);
  if (stats.size > bytesMax) {
    throw invalid(`Cannot read "${path}": expected at most ${bytesMax} bytes, found ${stats.size}`);
  }
}

function tryRead<T>(path: string, read: () => T): T {
  try {
    return read();
  } catch (cause) {
    throw unreadable(path, cause);
  }
}

export function unreadable(path: string, cause: unknown): CommandFailure {
  if (cause instanceof CommandFailure) return cause;
  const problem = ownValue(PROBLEMS, codeOf(cause)) ?? messageOf(cause);
  return invalid(`Cannot read "${path}": ${problem}`, { cause });
}

const PROBLEMS: Readonly<Record<string, string>> = {
  ENOENT: 'there is no such file',
  EISDIR: 'it is a folder',
  ERR_ENCODING_INVALID_ENCODED_DATA: 'it is not UTF-8 text',
};

const CHUNK_BYTES = 2 ** 20;
const NEWLINE = 0x0a;

/** `isWhole` is false for a last line without a newline. */
export function* linesOfFile(path: string) {
  checkInputFile(path);
  const file = tryRead(path, () => openSync(path, 'r'));
  try {
    let rest = Buffer.alloc(0);
    let number = 1;
    for (;;) {
      const chunk = Buffer.allocUnsafe(CHUNK_BYTES);
      const length = readSync(file, chunk, 0, CHUNK_BYTES, null);
      if (length === 0) break;
      const bytes = rest.length === 0 ? chunk.subarray(0, length) : Buffer.concat([rest, chunk.subarray(0, length)]);
      let start = 0;
      for (let end = bytes.indexOf(NEWLINE, rest.length); end !== -1; end = bytes.indexOf(NEWLINE, start)) {
        yield { text: bytes.toString('utf8', start, end), number, isWhole: true };
        number += 1;
        start = end + 1;
      }
      rest = bytes.subarray(start);
      if (rest.length > BYTES_MAX) {
        throw invalid(`Cannot read "${path}", line ${number}: it is longer than ${BYTES_MAX} bytes`);
      }
    }
    if (rest.length > 0) yield { text: rest.toString('utf8'), number, isWhole: false };
  } finally {
    closeSync(file);
  }
}
