import { createReadStream } from 'node:fs';
import { regularFile } from './regular_file.ts';
import { TapeError } from './tape_error.ts';

export type Line = Readonly<{
  bytes: Buffer;
  /** From 1. */
  number: number;
  offset: number;
  ended: boolean;
}>;

const NEWLINE = 0x0a;

export const LINE_BYTES_MAX = 256 * 2 ** 20;

/** Throws a `TapeError` on a longer line. */
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

export function fileLines(path: string): AsyncGenerator<Line> {
  return readLines(createReadStream(regularFile(path)), { path });
}
