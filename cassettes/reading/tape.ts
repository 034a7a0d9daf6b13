/**
 * A tape, opened for reading: found by address, checked as it is opened, read line by line.
 *
 * A task's replies are checked in full when the task is first asked for. A journal that no fold has taken in yet lies over the tape.
 */
import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readLines } from '../disk/read_lines.ts';
import { regularFile } from '../disk/regular_file.ts';
import { TapeError } from '../disk/tape_error.ts';
import type { Address } from '../format/address.ts';
import type { Entry } from '../format/entry.ts';
import { Journal } from '../format/journal.ts';
import { emptyManifest, type Manifest, readCurrentManifest } from '../format/manifest.ts';
import { addressOf, parseReplyLine, type RepliesFile, readReplies } from '../format/replies_file.ts';
import { readRequests, type StoredRequest } from '../format/requests_file.ts';
import { type TapeName, type TaskFiles, tapeFiles, taskOfFile, taskPaths } from '../format/tape_files.ts';

/**
 * The recorded replies of one task, checked and found by address.
 *
 * Memory holds where each trial begins, the addresses of the trials that were asked for last, and the replies themselves where there is
 * room. Otherwise a reply is read when it is wanted, through the descriptor that was checked: a file that is put in its place changes
 * nothing.
 *
 * So many trials of a task are being played at the same time at most, each by one thread.
 */
const TRIALS_OPEN_MAX = 64;
const CHUNK_BYTES = 256 * 1024;

/** Where a line stands in the file. */
type Place = { readonly offset: number; readonly length: number; readonly line: number };

/** `key occurrence` → where its line is. */
type TrialLines = ReadonlyMap<string, Place>;

class TaskTape {
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

export type TapeOptions = {
  /** Replies up to this many bytes are kept in memory, task by task as they are opened. */
  readonly bytesInMemoryMax?: number;
};

/** What can be read from one tape, or from several that lie over each other. */
export interface TapeReader {
  readonly name: TapeName;
  /** The folders of tapes that are read, highest first. */
  readonly folders: readonly string[];
  /** Tasks of which something is recorded. */
  tasks(): ReadonlySet<string>;
  /** What was recorded at an address, or null. Reads and checks the task's replies when it is first asked for. */
  find(address: Address): Promise<Entry | null>;
  has(address: Address): Promise<boolean>;
  /** All that is recorded; reads every task. */
  addresses(): AsyncGenerator<Address>;
  /** All that is recorded of one task. */
  addressesOf(task: string): AsyncGenerator<Address>;
  /** The requests of one task, some perhaps twice. Throws a `TapeError` where they cannot be read. */
  requests(task: string): AsyncGenerator<StoredRequest>;
  close(): Promise<void>;
}

type TapeParts = { readonly journal: Journal | null; readonly isDecided: boolean; readonly bytesInMemoryMax: number };

export class Tape implements TapeReader {
  readonly name: TapeName;
  readonly manifest: Manifest;
  /** What was recorded and not yet folded in, or null. */
  readonly journal: Journal | null;
  readonly #dir: string;
  readonly #isDecided: boolean;
  /** Null for a task that the tape does not have. */
  readonly #tasks = new Map<string, Promise<TaskTape> | null>();
  #bytesLeft: number;

  constructor(name: TapeName, manifest: Manifest, { journal, isDecided, bytesInMemoryMax }: TapeParts) {
    this.name = name;
    this.manifest = manifest;
    this.journal = journal;
    this.#dir = tapeFiles(name).dir;
    this.#isDecided = isDecided;
    this.#bytesLeft = bytesInMemoryMax;
  }

  get folders(): readonly string[] {
    return [this.name.tapesDir];
  }

  tasks(): ReadonlySet<string> {
    const journaled = this.journal?.addresses().map(({ task }) => task) ?? [];
    return new Set([...Object.keys(this.manifest.tasks), ...journaled]);
  }

  async find(address: Address): Promise<Entry | null> {
    const recording = this.journal?.find(address) ?? null;
    if (recording !== null) return recording.entry;
    return (await (await this.#task(address.task))?.find(address)) ?? null;
  }

  async has(address: Address): Promise<boolean> {
    if (this.journal?.has(address) === true) return true;
    return (await (await this.#task(address.task))?.has(address)) ?? false;
  }

  async *addresses(): AsyncGenerator<Address> {
    for (const task of this.tasks()) yield* this.addressesOf(task);
  }

  async *addressesOf(task: string): AsyncGenerator<Address> {
    const { journal } = this;
    for await (const address of (await this.#task(task))?.addresses() ?? [])
      if (journal?.has(address) !== true) yield address;
    for (const address of journal?.addresses() ?? []) if (address.task === task) yield address;
  }

  async *requests(task: string): AsyncGenerator<StoredRequest> {
    const { journal } = this;
    for (const address of journal?.addresses() ?? []) {
      const recording = address.task === task ? journal?.find(address) : null;
      if (recording !== null && recording !== undefined) yield { key: address.key, request: recording.request };
    }
    const summary = this.manifest.tasks[task];
    if (summary === undefined) return;
    yield* readRequests({ path: this.#pathsOf(task).requests, ...summary.requests });
  }

  async close(): Promise<void> {
    for (const task of await Promise.allSettled(this.#tasks.values())) {
      if (task.status === 'fulfilled') task.value?.close();
    }
    this.journal?.close();
  }

  #pathsOf(task: string): TaskFiles {
    return taskPaths(this.#dir, task, { isDecided: this.#isDecided });
  }

  #task(task: string): Promise<TaskTape> | null {
    const known = this.#tasks.get(task);
    if (known !== undefined) return known;
    const opened = this.#open(task);
    this.#tasks.set(task, opened);
    return opened;
  }

  #open(task: string): Promise<TaskTape> | null {
    const summary = this.manifest.tasks[task];
    if (summary === undefined) return null;
    const { replies: path } = this.#pathsOf(task);
    const { size } = statSync(path);
    const inMemory = size <= this.#bytesLeft;
    if (inMemory) this.#bytesLeft -= size;
    return TaskTape.open({ path, task, ...summary.replies }, { inMemory });
  }
}

/** A tape that nobody has recorded yet is empty; one that is damaged, cut short or not ours throws a `TapeError`. */
export async function openTape(name: TapeName, { bytesInMemoryMax = 64 * 2 ** 20 }: TapeOptions = {}): Promise<Tape> {
  const files = tapeFiles(name);
  const { manifest, isDecided } = readCurrentManifest(files, name);
  const known = manifest ?? emptyManifest(name.suite, name.model);
  checkFolder(files.dir, known, { isDecided });
  return new Tape(name, known, { journal: await Journal.read(files.journal, name), isDecided, bytesInMemoryMax });
}

/** The task files in the folder are those of the manifest, no more and no fewer; a rewrite that is decided may have some to remove. */
function checkFolder(dir: string, manifest: Manifest, { isDecided }: { readonly isDecided: boolean }): void {
  for (const file of existsSync(dir) ? readdirSync(dir) : []) {
    const task = taskOfFile(file);
    if (!isDecided && task !== null && manifest.tasks[task] === undefined) {
      throw new TapeError('the manifest does not know it; restore the tape from version control', {
        path: join(dir, file),
      });
    }
  }
  for (const task of Object.keys(manifest.tasks)) {
    const { replies: path } = taskPaths(dir, task, { isDecided });
    if (!existsSync(path)) throw new TapeError('it is missing; restore the tape from version control', { path });
  }
}
