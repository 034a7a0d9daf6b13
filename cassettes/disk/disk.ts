/**
 * The few things that writers of tapes do to the file system, durable when they return.
 *
 * They come in as an argument, so that tests can make each of them fail.
 */
import {
  closeSync,
  createWriteStream,
  fdatasyncSync,
  fsyncSync,
  ftruncateSync,
  openSync,
  readSync,
  renameSync,
  rmSync,
  writeSync,
} from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

/** A file that is open, read and written at places. */
export type OpenFile = {
  /** Writes from a position on, and returns how many bytes: all, or fewer. */
  write(bytes: Buffer, position: number): number;
  /** Returns when what was written is on the disk. */
  sync(): void;
  truncate(length: number): void;
  /** Fills the buffer from a position on, as far as the file goes. */
  read(bytes: Buffer, position: number): void;
  close(): void;
};

export type Disk = {
  /** `r` opens a file that is there, `wx+` creates one that is not. */
  open(path: string, flags: 'r' | 'wx+'): OpenFile;
  /** Creates or overwrites a file. */
  write(path: string, chunks: AsyncIterable<string> | Iterable<string>, options?: { gzip?: boolean }): Promise<void>;
  /** Puts one file in the place of another. */
  rename(from: string, to: string): void;
  /** Removes a file if it is there. */
  remove(path: string): void;
};

export const disk: Disk = {
  open(path, flags) {
    const descriptor = openSync(path, flags);
    if (flags === 'wx+') syncFolderOf(path);
    return {
      write: (bytes, position) => writeSync(descriptor, bytes, 0, bytes.length, position),
      sync: () => fdatasyncSync(descriptor),
      truncate: (length) => ftruncateSync(descriptor, length),
      read: (bytes, position) => void readSync(descriptor, bytes, 0, bytes.length, position),
      close: () => closeSync(descriptor),
    };
  },
  async write(path, chunks, { gzip = false } = {}) {
    const file = createWriteStream(path);
    const source = Readable.from(inBlocks(chunks), { objectMode: true, highWaterMark: 1 });
    try {
      await (gzip ? pipeline(source, createGzip({ level: 9 }), file) : pipeline(source, file));
      sync(path, 'r+');
    } catch (error) {
      throw namingFile(path, error);
    }
  },
  rename(from, to) {
    renameSync(from, to);
    syncFolderOf(to);
  },
  remove(path) {
    rmSync(path, { force: true });
    syncFolderOf(path);
  },
};

/** An error of a write, with the path of its file, which the system leaves out. */
export function namingFile(path: string, error: unknown): unknown {
  return error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error;
}

/** Writes a small file so that it is there in full or not at all. */
export async function replaceFile(disk: Disk, path: string, chunks: Iterable<string>): Promise<void> {
  const beside = besideOf(path);
  await disk.write(beside, chunks);
  disk.rename(beside, path);
}

/** Of what waits to take its place until it is whole: an ending that no user gives a file. */
export const PART = '.tapedeck-part';

/** Where a file or folder waits until it is whole. */
export function besideOf(path: string): string {
  return `${path}${PART}`;
}

const BLOCK_LENGTH = 256 * 1024;

/** Lines joined into blocks: a stream costs by the chunk. */
async function* inBlocks(chunks: AsyncIterable<string> | Iterable<string>): AsyncGenerator<string> {
  let block: string[] = [];
  let length = 0;
  for await (const chunk of chunks) {
    block.push(chunk);
    length += chunk.length;
    if (length >= BLOCK_LENGTH) {
      yield block.join('');
      block = [];
      length = 0;
    }
  }
  if (length > 0) yield block.join('');
}

function sync(path: string, flags: 'r' | 'r+'): void {
  const descriptor = openSync(path, flags);
  try {
    fsyncSync(descriptor);
  } finally {
    closeSync(descriptor);
  }
}

/** So that a file's name survives a power cut, too. Windows has no such call, and needs none. */
function syncFolderOf(path: string): void {
  if (process.platform !== 'win32') sync(dirname(path), 'r');
}
