/**
 * The lines of a file, one after the other, whatever its size.
 *
 * @module
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { invalid } from './errors/failure.ts';
import { unreadable } from './errors/unreadable.ts';
import { BYTES_MAX, checkInputFile } from './input_file.ts';

export type FileLine = {
  /** Without the newline. */
  readonly text: string;
  /** From 1. */
  readonly number: number;
  /** False for a last line that no newline ends, as of a file that is being written. */
  readonly isWhole: boolean;
};

const CHUNK_BYTES = 2 ** 20;
const NEWLINE = 0x0a;

/** Throws a CommandFailure where the file cannot be read, or one of its lines is longer than any text may be. */
export function* linesOfFile(path: string): Generator<FileLine> {
  checkInputFile(path);
  const file = opened(path);
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

function opened(path: string): number {
  try {
    return openSync(path, 'r');
  } catch (cause) {
    throw unreadable(path, cause);
  }
}
