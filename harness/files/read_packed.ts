/**
 * Files that a user named, plain or gzip: whole within a bound, or line by line in bounded memory.
 *
 * Whether a file is packed is seen from its first two bytes, not from its name.
 *
 * @module
 */
import { createReadStream, readFileSync } from 'node:fs';
import { pipeline, Readable } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { CommandFailure, invalid } from '../errors/failure.ts';
import { unreadable } from '../errors/unreadable.ts';
import { checkInputFile } from './input_file.ts';

/** The text of a file of at most `bytesMax` bytes, once unpacked. Throws a CommandFailure. */
export function readPackedText(path: string, bytesMax: number): string {
  try {
    checkInputFile(path, bytesMax);
    const bytes = readFileSync(path);
    const plain = isPacked(bytes) ? gunzipSync(bytes, { maxOutputLength: bytesMax }) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch (cause) {
    if (hasCode(cause, 'ERR_BUFFER_TOO_LARGE')) throw tooLong(path, `at most ${bytesMax} bytes unpacked`, 'more');
    throw failure(path, cause);
  }
}

/**
 * Lines of a file, without their ends; the emptiness after the last end is no line. Throws a CommandFailure where the file
 * cannot be read or unpacked, is not UTF-8, or a line is longer than `charactersMax`.
 */
export async function* readPackedLines(path: string, charactersMax: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let line = 1;
  let rest = '';
  try {
    checkInputFile(path);
    for await (const chunk of unpacked(path)) {
      const text = decoder.decode(chunk, { stream: true });
      let start = 0;
      // What is left of the chunks before holds no end of a line, and is not searched again.
      for (let end = text.indexOf('\n'); end >= 0; end = text.indexOf('\n', start)) {
        rest += text.slice(start, end);
        refuseLong(path, line, rest.length, charactersMax);
        yield withoutReturn(rest);
        rest = '';
        start = end + 1;
        line++;
      }
      rest += text.slice(start);
      refuseLong(path, line, rest.length, charactersMax);
    }
    rest += decoder.decode();
  } catch (cause) {
    throw failure(path, cause, line);
  }
  if (rest !== '') yield withoutReturn(rest);
}

function refuseLong(path: string, line: number, length: number, charactersMax: number): void {
  if (length > charactersMax) throw tooLong(path, `at most ${charactersMax} characters in a line`, 'more', line);
}

function withoutReturn(line: string): string {
  return line.endsWith('\r') ? line.slice(0, -1) : line;
}

function tooLong(path: string, expected: string, found: string, line = 1): CommandFailure {
  return invalid(`Cannot read "${path}", line ${line}: expected ${expected}, found ${found}`);
}

function failure(path: string, cause: unknown, line?: number): CommandFailure {
  if (cause instanceof CommandFailure) return cause;
  if (!isGzipError(cause)) return unreadable(path, cause);
  const where = line === undefined ? '' : `, line ${line}`;
  return invalid(`Cannot read "${path}"${where}: damaged gzip (${cause.message})`, { cause });
}

function isGzipError(error: unknown): error is Error {
  return error instanceof Error && 'code' in error && String(error.code).startsWith('Z_');
}

function hasCode(error: unknown, code: string): boolean {
  return error instanceof Error && 'code' in error && error.code === code;
}

async function* unpacked(path: string): AsyncGenerator<Buffer> {
  const stream = createReadStream(path);
  try {
    const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
    let head: Buffer = Buffer.alloc(0);
    while (head.length < 2) {
      const { value, done } = await chunks.next();
      if (done) break;
      head = Buffer.concat([head, value]);
    }
    const all = joined(head, chunks);
    if (!isPacked(head)) return yield* all;
    const gunzip = createGunzip();
    pipeline(Readable.from(all), gunzip, () => {}); // whoever iterates hears of errors
    yield* gunzip;
  } finally {
    stream.destroy();
  }
}

async function* joined(head: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  yield head;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

function isPacked(bytes: Buffer): boolean {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
