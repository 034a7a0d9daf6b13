import { closeSync, createReadStream, openSync, readFileSync, readSync } from 'node:fs';
import { pipeline } from 'node:stream';
import { createGunzip, gunzipSync } from 'node:zlib';
import { readLines, TapeError } from '../../cassettes/disk/read_lines.ts';
import { codeOf, invalid, messageOf } from './errors/failure.ts';
import { checkInputFile, unreadable } from './read_text.ts';

export function readPackedText(path: string, bytesMax: number): string {
  try {
    checkInputFile(path, bytesMax);
    const bytes = readFileSync(path);
    const plain = isPacked(bytes) ? gunzipSync(bytes, { maxOutputLength: bytesMax }) : bytes;
    return new TextDecoder('utf-8', { fatal: true }).decode(plain);
  } catch (cause) {
    if (codeOf(cause) === 'ERR_BUFFER_TOO_LARGE') throw tooLong(path, `at most ${bytesMax} bytes unpacked`);
    throw failure(path, cause);
  }
}

export async function* readPackedLines(path: string, charactersMax: number): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  let nextLine = 1;
  try {
    checkInputFile(path);
    // UTF-8 takes at most three bytes per UTF-16 code unit.
    for await (const { bytes, number } of readLines(unpack(path), { path, lineBytesMax: 3 * charactersMax })) {
      const line = decoder.decode(bytes);
      if (line.length > charactersMax) throw longLine(path, number, charactersMax);
      yield line.endsWith('\r') ? line.slice(0, -1) : line;
      nextLine = number + 1;
    }
  } catch (cause) {
    throw cause instanceof TapeError ? longLine(path, nextLine, charactersMax) : failure(path, cause, nextLine);
  }
}

function longLine(path: string, line: number, charactersMax: number) {
  return tooLong(path, `at most ${charactersMax} characters in a line`, line);
}

function tooLong(path: string, expected: string, line = 1) {
  return invalid(`Cannot read "${path}", line ${line}: expected ${expected}, found more`);
}

function failure(path: string, cause: unknown, line?: number) {
  if (!codeOf(cause).startsWith('Z_')) return unreadable(path, cause);
  const where = line === undefined ? '' : `, line ${line}`;
  return invalid(`Cannot read "${path}"${where}: damaged gzip (${messageOf(cause)})`, { cause });
}

function unpack(path: string): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  if (!isPacked(readStart(path))) return file;
  const gunzip = createGunzip();
  pipeline(file, gunzip, () => {}); // The reader gets the error.
  return gunzip;
}

function readStart(path: string) {
  const bytes = Buffer.alloc(2);
  const file = openSync(path, 'r');
  try {
    readSync(file, bytes);
  } finally {
    closeSync(file);
  }
  return bytes;
}

function isPacked(bytes: Buffer) {
  return bytes[0] === 0x1f && bytes[1] === 0x8b;
}
