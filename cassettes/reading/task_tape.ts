/**
 * The recorded replies of one task, checked and found by address.
 *
 * Memory holds addresses and offsets, and the replies themselves where there is room. Otherwise a reply is read when it is wanted,
 * through the descriptor that was checked: a file that is put in its place changes nothing.
 *
 * @module
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { regularFile } from '../disk/regular_file.ts';
import type { Address } from '../format/address.ts';
import type { Entry } from '../format/entry.ts';
import { parseReplyLine, type RepliesFile, readReplies } from '../format/replies_file.ts';

export class TaskTape {
  readonly #file: RepliesFile;
  /** The whole file, or where it is open. */
  readonly #content: Buffer | number;
  /** `trial key occurrence` → number of the line, from 0. */
  readonly #lines = new Map<string, number>();
  /** Where each line begins, and where the last one ends. */
  readonly #offsets = [0];

  private constructor(file: RepliesFile, content: Buffer | number) {
    this.#file = file;
    this.#content = content;
  }

  /** Rejects with a `TapeError` at the first thing that is not as it was written. */
  static async open(file: RepliesFile, { inMemory }: { readonly inMemory: boolean }): Promise<TaskTape> {
    const path = regularFile(file.path);
    const opened = new TaskTape(file, inMemory ? readFileSync(path) : openSync(path, 'r'));
    try {
      for await (const { address, offset, bytes } of readReplies(file, opened.#chunks())) {
        opened.#lines.set(lineId(address), opened.#lines.size);
        opened.#offsets.push(offset + bytes.length + 1);
      }
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  /** Null where nothing is recorded. */
  find(address: Address): Entry | null {
    const line = this.#lines.get(lineId(address));
    return line === undefined ? null : parseReplyLine(this.#read(line), { path: this.#file.path, line: line + 1 });
  }

  has(address: Address): boolean {
    return this.#lines.has(lineId(address));
  }

  *addresses(): Generator<Address> {
    for (const id of this.#lines.keys()) {
      const [trial, key = '', occurrence] = id.split(' ');
      yield { task: this.#file.task, trial: Number(trial), key, occurrence: Number(occurrence) };
    }
  }

  close(): void {
    if (typeof this.#content === 'number') closeSync(this.#content);
  }

  /** A stream is no use here: it closes a descriptor that it does not own. */
  *#chunks(): Generator<Buffer> {
    if (typeof this.#content !== 'number') return yield this.#content;
    for (let position = 0; ; ) {
      const chunk = Buffer.alloc(CHUNK_BYTES);
      const bytes = readSync(this.#content, chunk, 0, CHUNK_BYTES, position);
      if (bytes === 0) return;
      yield chunk.subarray(0, bytes);
      position += bytes;
    }
  }

  #read(line: number): Buffer {
    const offset = this.#offsets[line];
    const end = this.#offsets[line + 1];
    if (offset === undefined || end === undefined) throw new Error(`"${this.#file.path}" has no line ${line + 1}`);
    if (typeof this.#content !== 'number') return this.#content.subarray(offset, end - 1);
    const bytes = Buffer.allocUnsafe(end - offset - 1);
    readSync(this.#content, bytes, 0, bytes.length, offset);
    return bytes;
  }
}

const CHUNK_BYTES = 256 * 1024;

function lineId({ trial, key, occurrence }: Address): string {
  return `${trial} ${key} ${occurrence}`;
}
