/**
 * Lines of a stream of bytes, one at a time, with their place in the file.
 *
 * @module
 */

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

/** `lineBytesMax` bounds what a file without newlines can hold in memory. */
export async function* readLines(
  chunks: AsyncIterable<Buffer> | Iterable<Buffer>,
  { lineBytesMax = LINE_BYTES_MAX }: { readonly lineBytesMax?: number } = {},
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
    if (restLength > lineBytesMax) throw new Error(`Line ${number} is longer than ${lineBytesMax} bytes`);
  }
  if (rest.length > 0) yield { bytes: Buffer.concat(rest), number, offset, ended: false };
}
