/** Renames whole files into place. */
import { once } from 'node:events';
import { closeSync, constants, createWriteStream, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { dirname } from 'node:path';
import { PassThrough } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { createGzip } from 'node:zlib';
import { makeFolder, temporaryPath, withPath } from '../../cassettes/disk/disk.ts';

/** The permission model forbids `fsync`. */
const TO_DISK = constants.O_WRONLY | constants.O_CREAT | (constants.O_SYNC ?? 0);

export function writeWhole(path: string, text: string | Uint8Array): void {
  makeFolder(dirname(path));
  const beside = temporaryPath(path);
  const file = openSync(beside, TO_DISK | constants.O_TRUNC);
  try {
    writeAll(file, typeof text === 'string' ? Buffer.from(text, 'utf8') : text);
  } catch (error) {
    rmSync(beside, { force: true });
    throw withPath(path, error);
  } finally {
    closeSync(file);
  }
  renameSync(beside, path);
}

function writeAll(file: number, bytes: Uint8Array) {
  for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
}

export class AppendedFile {
  readonly #path: string;
  readonly #file: number;
  #held: Buffer[] = [];
  heldBytes = 0;
  length = 0;

  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, TO_DISK | constants.O_EXCL);
  }

  append(bytes: Buffer): void {
    this.#held.push(bytes);
    this.heldBytes += bytes.length;
    this.length += bytes.length;
  }

  flush(): void {
    const bytes = Buffer.concat(this.#held);
    this.#held = [];
    this.heldBytes = 0;
    try {
      writeAll(this.#file, bytes);
    } catch (error) {
      throw withPath(this.#path, error);
    }
  }

  close(): void {
    closeSync(this.#file);
  }
}

export type LineFile = ReturnType<typeof openLineFile>;

export function openLineFile(path: string) {
  makeFolder(dirname(path));
  const beside = temporaryPath(path);
  const lines = new PassThrough();
  const file = createWriteStream(beside);
  const packed = path.endsWith('.gz') ? pipeline(lines, createGzip(), file) : pipeline(lines, file);
  const written = packed.catch((error) => {
    throw withPath(path, error);
  });
  written.catch(() => {}); // reported by the next write or `keep`
  return {
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
