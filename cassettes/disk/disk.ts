import * as fs from 'node:fs';
import { dirname } from 'node:path';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';

export type Disk = typeof disk;
export type OpenFile = ReturnType<Disk['open']>;

type Chunks = AsyncIterable<string> | Iterable<string>;

export const disk = {
  open(path: string, flags: 'r' | 'wx+') {
    const descriptor = fs.openSync(path, flags);
    if (flags === 'wx+') syncFolderOf(path);
    return {
      write: (bytes: Buffer, position: number): number => fs.writeSync(descriptor, bytes, 0, bytes.length, position),
      sync: () => fs.fdatasyncSync(descriptor),
      truncate: (length: number) => fs.ftruncateSync(descriptor, length),
      read: (bytes: Buffer, position: number) => void fs.readSync(descriptor, bytes, 0, bytes.length, position),
      close: () => fs.closeSync(descriptor),
    };
  },
  async write(path: string, chunks: Chunks, { gzip = false } = {}): Promise<void> {
    const file = fs.createWriteStream(path);
    const source = Readable.from(inBlocks(chunks), { objectMode: true, highWaterMark: 1 });
    try {
      await (gzip ? pipeline(source, createGzip({ level: 9 }), file) : pipeline(source, file));
      sync(path, 'r+');
    } catch (error) {
      throw withPath(path, error);
    }
  },
  rename(from: string, to: string): void {
    fs.renameSync(from, to);
    syncFolderOf(to);
  },
  remove(path: string): void {
    fs.rmSync(path, { force: true });
    syncFolderOf(path);
  },
};

/** Node's recursive `mkdir` never ends in `/proc`. */
export function makeFolder(folder: string): void {
  if (fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) return;
  const above = dirname(folder);
  if (above !== folder) makeFolder(above);
  try {
    fs.mkdirSync(folder);
  } catch (error) {
    if (!fs.statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error;
  }
}

/** A failed write does not name the path. */
export function withPath(path: string, error: unknown): unknown {
  return error instanceof Error && !('path' in error) ? Object.assign(error, { path }) : error;
}

export async function replaceFile(disk: Disk, path: string, chunks: Iterable<string>): Promise<void> {
  await disk.write(temporaryPath(path), chunks);
  disk.rename(temporaryPath(path), path);
}

export const PART = '.tapedeck-part';

export function temporaryPath(path: string): string {
  return `${path}${PART}`;
}

const BLOCK_LENGTH = 256 * 1024;

async function* inBlocks(chunks: Chunks): AsyncGenerator<string> {
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

function sync(path: string, flags: 'r' | 'r+') {
  const descriptor = fs.openSync(path, flags);
  try {
    fs.fsyncSync(descriptor);
  } finally {
    fs.closeSync(descriptor);
  }
}

/** Makes the name survive a power cut. */
function syncFolderOf(path: string) {
  if (process.platform !== 'win32') sync(dirname(path), 'r');
}
