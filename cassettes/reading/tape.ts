/**
 * A tape, opened for reading: found by address, checked as it is opened, read line by line.
 *
 * A task's replies are checked in full when the task is first asked for. A journal that no fold has taken in yet lies over the tape.
 */
import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { TapeError } from '../disk/tape_error.ts';
import type { Address } from '../format/address.ts';
import type { Entry } from '../format/entry.ts';
import { Journal } from '../format/journal.ts';
import { emptyManifest, type Manifest, readCurrentManifest } from '../format/manifest.ts';
import { readRequests, type StoredRequest } from '../format/requests_file.ts';
import { type TapeName, type TaskFiles, tapeFiles, taskOfFile, taskPaths } from '../format/tape_files.ts';
import { TaskTape } from './task_tape.ts';

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
