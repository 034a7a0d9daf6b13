import { closeSync, existsSync, openSync, readdirSync, readFileSync, readSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { readLines, regularFile, TapeError } from '../disk/read_lines.ts';
import type { Address, Entry } from '../format/entry.ts';
import { Journal } from '../format/journal.ts';
import { type Manifest, readCurrentManifest } from '../format/manifest.ts';
import {
  addressOf,
  parseReplyLine,
  type RepliesFile,
  readReplies,
  readRequests,
  type StoredRequest,
} from '../format/replies_file.ts';
import { type TapeName, type TaskFiles, tapeFiles, taskOfFile, taskPaths } from '../format/tape_files.ts';

const TRIALS_INDEXED_MAX = 64;
const CHUNK_BYTES = 256 * 1024;

type Place = Readonly<{ offset: number; length: number; line: number }>;

type TrialLines = ReadonlyMap<string, Place>;

/** Reads from the descriptor that it checked. */
class TaskTape {
  readonly #file: RepliesFile;
  readonly #content: Buffer | number;
  readonly #spanOfTrial = new Map<number, { readonly begin: number; readonly firstLine: number; end: number }>();
  readonly #linesOfTrial = new Map<number, TrialLines>();

  private constructor(file: RepliesFile, content: Buffer | number) {
    this.#file = file;
    this.#content = content;
  }

  static async open(file: RepliesFile, { inMemory }: { inMemory: boolean }): Promise<TaskTape> {
    const path = regularFile(file.path);
    const tape = new TaskTape(file, inMemory ? readFileSync(path) : openSync(path, 'r'));
    try {
      await tape.#check();
      return tape;
    } catch (error) {
      tape.close();
      throw error;
    }
  }

  async find(address: Address): Promise<Entry | null> {
    const place = (await this.#trial(address.trial)).get(lineId(address));
    return place === undefined ? null : parseReplyLine(this.#read(place), { path: this.#file.path, line: place.line });
  }

  async has(address: Address): Promise<boolean> {
    return (await this.#trial(address.trial)).has(lineId(address));
  }

  async *addresses(): AsyncGenerator<Address> {
    for (const trial of this.#spanOfTrial.keys()) {
      for (const id of (await this.#trial(trial)).keys()) {
        const [key = '', occurrence] = id.split(' ');
        yield { task: this.#file.task, trial, key, occurrence: Number(occurrence) };
      }
    }
  }

  close(): void {
    if (typeof this.#content === 'number') closeSync(this.#content);
  }

  async #check() {
    for await (const { address, offset, bytes, number } of readReplies(this.#file, { chunks: this.#chunks() })) {
      const end = offset + bytes.length + 1;
      const span = this.#spanOfTrial.get(address.trial);
      if (span === undefined) this.#spanOfTrial.set(address.trial, { begin: offset, firstLine: number, end });
      else span.end = end;
    }
  }

  async #trial(trial: number): Promise<TrialLines> {
    const lines = this.#linesOfTrial.get(trial) ?? (await this.#indexTrial(trial));
    this.#linesOfTrial.delete(trial);
    this.#linesOfTrial.set(trial, lines);
    const [oldest] = this.#linesOfTrial.keys();
    if (this.#linesOfTrial.size > TRIALS_INDEXED_MAX && oldest !== undefined) this.#linesOfTrial.delete(oldest);
    return lines;
  }

  async #indexTrial(trial: number): Promise<TrialLines> {
    const lines = new Map<string, Place>();
    const span = this.#spanOfTrial.get(trial);
    if (span === undefined) return lines;
    const { begin, end, firstLine } = span;
    for await (const { bytes, offset, number } of readLines(this.#chunks(begin, end), this.#file)) {
      // `#check` has parsed each address.
      lines.set(lineId(addressOf(bytes)!), {
        offset: begin + offset,
        length: bytes.length,
        line: firstLine + number - 1,
      });
    }
    return lines;
  }

  /** A stream would close the descriptor. */
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

  #read({ offset, length }: Place) {
    if (typeof this.#content !== 'number') return this.#content.subarray(offset, offset + length);
    const bytes = Buffer.allocUnsafe(length);
    readSync(this.#content, bytes, 0, length, offset);
    return bytes;
  }
}

function lineId({ key, occurrence }: Address) {
  return `${key} ${occurrence}`;
}

export type TapeReader = Pick<
  Tape,
  'name' | 'folders' | 'tasks' | 'find' | 'has' | 'addresses' | 'addressesOf' | 'requests' | 'close'
>;

export class Tape {
  readonly name: TapeName;
  readonly manifest: Manifest;
  readonly journal: Journal | null;
  readonly #isRewriteCommitted: boolean;
  readonly #tasks = new Map<string, Promise<TaskTape>>();
  #bytesLeft: number;

  constructor(
    name: TapeName,
    { manifest, isRewriteCommitted, journal }: Pick<Tape, 'manifest' | 'journal'> & { isRewriteCommitted: boolean },
    bytesInMemoryMax: number,
  ) {
    this.name = name;
    this.manifest = manifest;
    this.journal = journal;
    this.#isRewriteCommitted = isRewriteCommitted;
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
    const journaled = this.journal?.find(address)?.entry;
    return journaled ?? (await (await this.#task(address.task))?.find(address)) ?? null;
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

  /** May repeat requests. */
  async *requests(task: string): AsyncGenerator<StoredRequest> {
    const { journal } = this;
    for (const address of journal?.addresses() ?? []) {
      if (address.task === task) yield { key: address.key, request: journal!.find(address)!.request };
    }
    const summary = this.manifest.tasks[task];
    if (summary === undefined) return;
    yield* readRequests({ path: this.#pathsOf(task).requests, ...summary.requests });
  }

  async close(): Promise<void> {
    for (const task of await Promise.allSettled(this.#tasks.values())) {
      if (task.status === 'fulfilled') task.value.close();
    }
    this.journal?.close();
  }

  #pathsOf(task: string): TaskFiles {
    return taskPaths(tapeFiles(this.name).dir, task, { isRewriteCommitted: this.#isRewriteCommitted });
  }

  #task(task: string): Promise<TaskTape> | null {
    const known = this.#tasks.get(task);
    if (known !== undefined) return known;
    const summary = this.manifest.tasks[task];
    if (summary === undefined) return null;
    const { replies: path } = this.#pathsOf(task);
    const { size } = statSync(path);
    const inMemory = size <= this.#bytesLeft;
    if (inMemory) this.#bytesLeft -= size;
    const opened = TaskTape.open({ path, task, ...summary.replies }, { inMemory });
    this.#tasks.set(task, opened);
    return opened;
  }
}

/** A missing tape is empty. */
export async function openTape(name: TapeName, { bytesInMemoryMax = 64 * 2 ** 20 } = {}): Promise<Tape> {
  const files = tapeFiles(name);
  const { manifest, isRewriteCommitted } = readCurrentManifest(name);
  checkFolder(files.dir, manifest, { isRewriteCommitted });
  const journal = await Journal.read(files.journal, name);
  return new Tape(name, { manifest, isRewriteCommitted, journal }, bytesInMemoryMax);
}

function checkFolder(dir: string, manifest: Manifest, { isRewriteCommitted }: { isRewriteCommitted: boolean }) {
  for (const file of existsSync(dir) ? readdirSync(dir) : []) {
    const task = taskOfFile(file);
    if (!isRewriteCommitted && task !== null && manifest.tasks[task] === undefined) {
      throw new TapeError('the manifest does not list it; restore the tape from version control', {
        path: join(dir, file),
      });
    }
  }
  for (const task of Object.keys(manifest.tasks)) {
    const { replies: path } = taskPaths(dir, task, { isRewriteCommitted });
    if (!existsSync(path)) throw new TapeError('it is missing; restore the tape from version control', { path });
  }
}
