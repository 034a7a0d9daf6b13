/** Lines of a stream of bytes, one at a time, with their place in the file. */
import { TapeError } from './tape_error.ts';

export type Line = {
  /** Without the newline. */
  readonly bytes: Buffer;
  /** From 1. */
  readonly number: number;
  /** Of the first byte, in the file. */
  readonly offset: number;
  /** False for a last line that no newline ends. */
  readonly ended: boolean;
};

const NEWLINE = 0x0a;

/** What is to be read as a line again must not be longer. */
export const LINE_BYTES_MAX = 256 * 2 ** 20;

export type LinesOptions = {
  /** Of the file, for messages. */
  readonly path: string;
  /** Bounds what a file without newlines can hold in memory. */
  readonly lineBytesMax?: number;
};

/** Throws a `TapeError` at a line that is longer than any that is ever written. */
export async function* readLines(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  { path, lineBytesMax = LINE_BYTES_MAX }: LinesOptions,
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
      yield { bytes, number, offset, ended: true };
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
  if (rest.length > 0) yield { bytes: Buffer.concat(rest), number, offset, ended: false };
}
