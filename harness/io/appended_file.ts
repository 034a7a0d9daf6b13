/**
 * A new file that is written piece by piece: what is in it at any moment is whole, but for its end.
 *
 * @module
 */
import { closeSync, constants, openSync, writeSync } from 'node:fs';
import { namingFile } from '../../cassettes/disk/disk.ts';

/** What is written reaches the disk before the write returns; `fsync` would do the same, but the permission model forbids it. */
const NEW_TO_DISK = constants.O_WRONLY | constants.O_CREAT | constants.O_EXCL | (constants.O_SYNC ?? 0);

export class AppendedFile {
  readonly #path: string;
  readonly #file: number;
  #held: Buffer[] = [];
  #heldBytes = 0;
  #length = 0;

  /** Throws where the file is there, or cannot be made. */
  constructor(path: string) {
    this.#path = path;
    this.#file = openSync(path, NEW_TO_DISK);
  }

  /** In bytes, with what is held back. */
  get length(): number {
    return this.#length;
  }

  /** How many bytes wait to be written. */
  get heldBytes(): number {
    return this.#heldBytes;
  }

  append(bytes: Buffer): void {
    this.#held.push(bytes);
    this.#heldBytes += bytes.length;
    this.#length += bytes.length;
  }

  /** Writes what is held back. */
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
