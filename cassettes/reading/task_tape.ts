/**
 * The recorded replies of one task, checked and found by address.
 *
 * Memory holds where each trial begins, the addresses of the trials that were asked for last, and the replies themselves where there is
 * room. Otherwise a reply is read when it is wanted, through the descriptor that was checked: a file that is put in its place changes
 * nothing.
 */
import { closeSync, openSync, readFileSync, readSync } from 'node:fs';
import { readLines } from '../disk/read_lines.ts';
import { regularFile } from '../disk/regular_file.ts';
import type { Address } from '../format/address.ts';
import type { Entry } from '../format/entry.ts';
import { addressOf, parseReplyLine, type RepliesFile, readReplies } from '../format/replies_file.ts';

/** So many trials of a task are being played at the same time at most, each by one thread. */
const TRIALS_OPEN_MAX = 64;
const CHUNK_BYTES = 256 * 1024;

/** Where a line stands in the file. */
type Place = { readonly offset: number; readonly length: number; readonly line: number };

/** `key occurrence` → where its line is. */
type TrialLines = ReadonlyMap<string, Place>;

export class TaskTape {
  readonly #file: RepliesFile;
  /** The whole file, or where it is open. */
  readonly #content: Buffer | number;
  /** In the order of the file, which is sorted by trial. */
  readonly #trials: number[] = [];
  /** Where the lines of each begin, and where the last one's end. */
  readonly #offsets: number[] = [];
  /** The number of the first line of each, from 1. */
  readonly #firstLines: number[] = [];
  /** The least recently asked for first. */
  readonly #open = new Map<number, TrialLines>();

  private constructor(file: RepliesFile, content: Buffer | number) {
    this.#file = file;
    this.#content = content;
  }

  /** Rejects with a `TapeError` at the first thing that is not as it was written. */
  static async open(file: RepliesFile, { inMemory }: { readonly inMemory: boolean }): Promise<TaskTape> {
    const path = regularFile(file.path);
    const opened = new TaskTape(file, inMemory ? readFileSync(path) : openSync(path, 'r'));
    try {
      await opened.#check();
      return opened;
    } catch (error) {
      opened.close();
      throw error;
    }
  }

  /** Null where nothing is recorded. */
  async find(address: Address): Promise<Entry | null> {
    const place = (await this.#trial(address.trial)).get(lineId(address));
    return place === undefined ? null : parseReplyLine(this.#read(place), { path: this.#file.path, line: place.line });
  }

  async has(address: Address): Promise<boolean> {
    return (await this.#trial(address.trial)).has(lineId(address));
  }

  async *addresses(): AsyncGenerator<Address> {
    for (const trial of this.#trials) {
      for (const id of (await this.#trial(trial)).keys()) {
        const [key = '', occurrence] = id.split(' ');
        yield { task: this.#file.task, trial, key, occurrence: Number(occurrence) };
      }
    }
  }

  close(): void {
    if (typeof this.#content === 'number') closeSync(this.#content);
  }

  async #check(): Promise<void> {
    let end = 0;
    for await (const { address, offset, bytes, number } of readReplies(this.#file, this.#chunks())) {
      end = offset + bytes.length + 1;
      if (address.trial === this.#trials.at(-1)) continue;
      this.#trials.push(address.trial);
      this.#offsets.push(offset);
      this.#firstLines.push(number);
    }
    this.#offsets.push(end);
  }

  async #trial(trial: number): Promise<TrialLines> {
    const open = this.#open.get(trial) ?? (await this.#linesOf(trial));
    this.#open.delete(trial);
    this.#open.set(trial, open);
    const [oldest] = this.#open.keys();
    if (this.#open.size > TRIALS_OPEN_MAX && oldest !== undefined) this.#open.delete(oldest);
    return open;
  }

  async #linesOf(trial: number): Promise<TrialLines> {
    const lines = new Map<string, Place>();
    const at = indexOf(this.#trials, trial);
    if (at === null) return lines;
    const [begin, end, firstLine] = [this.#offsets[at]!, this.#offsets[at + 1]!, this.#firstLines[at]!];
    for await (const { bytes, offset, number } of readLines(this.#chunks(begin, end), this.#file)) {
      const address = addressOf(bytes);
      if (address === null) throw new Error(`"${this.#file.path}" was checked, and line ${number} has no address`);
      lines.set(lineId(address), { offset: begin + offset, length: bytes.length, line: firstLine + number - 1 });
    }
    return lines;
  }

  /** A stream is no use here: it closes a descriptor that it does not own. */
  *#chunks(begin = 0, end = Number.POSITIVE_INFINITY): Generator<Buffer> {
    if (typeof this.#content !== 'number') return yield this.#content.subarray(begin, end);
    for (let position = begin; position < end; ) {
      const chunk = Buffer.alloc(Math.min(CHUNK_BYTES, end - position));
      const bytes = readSync(this.#content, chunk, 0, chunk.length, position);
      if (bytes === 0) return;
      yield chunk.subarray(0, bytes);
      position += bytes;
    }
  }

  #read({ offset, length }: Place): Buffer {
    if (typeof this.#content !== 'number') return this.#content.subarray(offset, offset + length);
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#content, bytes, 0, length, offset);
    return bytes;
  }
}

function lineId({ key, occurrence }: Address): string {
  return `${key} ${occurrence}`;
}

/** By bisection; null where a sorted list does not have it. */
function indexOf(sorted: readonly number[], wanted: number): number | null {
  let [low, high] = [0, sorted.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (sorted[middle]! < wanted) low = middle + 1;
    else high = middle;
  }
  return sorted[low] === wanted ? low : null;
}
