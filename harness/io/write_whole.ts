/** Files are written beside, to disk, then renamed, so none is ever partial. */

import { once } from 'node:events';
import { closeSync, constants, createWriteStream, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { besideOf, makeFolder, namingFile } from '../../cassettes/disk/disk.ts';

/** Writes reach the disk before they return; the permission model forbids `fsync`. */
const TO_DISK = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC | (constants.O_SYNC ?? 0);

export function writeWhole(path: string, text: string | Uint8Array): void {
  makeFolder(dirname(path));
  const beside = besideOf(path);
  const file = openSync(beside, TO_DISK);
  try {
    const bytes = typeof text === 'string' ? Buffer.from(text, 'utf8') : text;
    let written = 0;
    while (written < bytes.length) written += writeSync(file, bytes, written);
  } catch (error) {
    rmSync(beside, { force: true });
    throw namingFile(path, error);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}

const NEW_TO_DISK = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_SYNC ?? 0);

/** At any moment the file is whole but for its end. */
export class AppendedFile {
  readonly #path: string;
  readonly #file: number;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #length = 0;

  /** Throws where the file exists or cannot be made. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, NEW_TO_DISK);
  }

  /** Bytes, held ones included. */
  get length(): number {
    return this.#length;
  }

  get heldBytes(): number {
    return this.#heldBytes;
  }

  append(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    this.#length += bytes.length;
  }

  flush(): void {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(this.#file, bytes, at);
    } catch (error) {
      throw namingFile(this.#path, error);
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

export type LineFile = ReturnType<typeof openLineFile>;

/** The file appears once it is whole; `.gz` packs it. */
export function openLineFile(path: string) {
  makeFolder(dirname(path));
  const beside = besideOf(path);
  const lines = new PassThrough();
  const file = createWriteStream(beside);
  const packed = path.endsWith('.gz') ? pipeline(lines, createGzip(), file) : pipeline(lines, file);
  const written = packed.catch((error) => {
    throw namingFile(path, error);
  });
  written.catch(() => {}); // the next write, or keep(), reports it
  return {
    /** Resolves when there is room. Rejects with the system's error. */
    async write(line: string): Promise<void> {
      if (!lines.write(`${line}\n`)) await Promise.race([once(lines, 'drain'), written]);
    },
    async keep(): Promise<void> {
      lines.end();
      await written;
      renameSync(beside, path);
    },
    async drop(): Promise<void> {
      lines.destroy();
      await written.catch(() => {});
      rmSync(beside, { force: true });
    },
  };
}
