/**
 * A tape, opened for reading: found by address, checked as it is opened, read line by line.
 *
 * A task's replies are checked in full when the task is first asked for; from then on memory holds addresses and offsets only, and a
 * reply is read when it is wanted, through the descriptor that was checked: a file that is put in its place changes nothing. A journal that no fold has taken in yet lies over the tape.
 *
 * @module
 */
import { closeSync, existsSync, fstatSync, readFileSync, openSync, readdirSync, readSync } from 'node:fs';
import { join } from 'node:path';
import type { Address } from './address.ts';
import type { Entry } from './entry.ts';
import { Journal } from './journal.ts';
import { emptyManifest, type Manifest, readManifest, type TaskSummary } from './manifest.ts';
import { parseReplyLine, readReplies } from './replies_file.ts';
import { readRequests, type StoredRequest } from './requests_file.ts';
import { TapeError } from './tape_error.ts';
import { type TapeName, tapeFiles, taskFiles, taskOfFile } from './tape_files.ts';

/** The replies of one task. */
export class TaskTape {
  readonly task: string;
  readonly #path: string;
  #descriptor: number | null;
  /** The whole file, where there is room for it. */
  #content: Buffer | null = null;
  /** `trial key occurrence` → number of the line, from 0. */
  readonly #lines = new Map<string, number>();
  /** Where each line begins, and where the last one ends. */
  readonly #offsets = [0];

  private constructor(task: string, path: string, descriptor: number | null) {
    this.task = task;
    this.#path = path;
    this.#descriptor = descriptor;
  }

  /** Checks the file, and keeps up to `bytesMax` of it in memory. A task that the tape does not have is empty. */
  static async open(dir: string, task: string, summary: TaskSummary | undefined, bytesMax: number): Promise<TaskTape> {
    const path = join(dir, taskFiles(task).replies);
    if (summary === undefined) return new TaskTape(task, path, null);
    const descriptor = openSync(path, 'r');
    const opened = new TaskTape(task, path, descriptor);
    try {
      if (fstatSync(descriptor).size <= bytesMax) opened.#content = readFileSync(descriptor);
      for await (const line of readReplies({ path, descriptor, task, ...summary.replies })) {
        opened.#lines.set(lineId(line.address), opened.#lines.size);
        opened.#offsets.push(line.offset + line.bytes.length + 1);
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
    return line === undefined ? null : this.#read(line);
  }

  has(address: Address): boolean {
    return this.#lines.has(lineId(address));
  }

  *addresses(): Generator<Address> {
    for (const id of this.#lines.keys()) {
      const [trial, key = '', occurrence] = id.split(' ');
      yield { task: this.task, trial: Number(trial), key, occurrence: Number(occurrence) };
    }
  }

  close(): void {
    if (this.#descriptor !== null) closeSync(this.#descriptor);
  }

  #read(line: number): Entry {
    const offset = this.#offsets[line];
    const end = this.#offsets[line + 1];
    if (offset === undefined || end === undefined || this.#descriptor === null) {
      throw new Error(`The index of "${this.#path}" has no line ${line}`);
    }
    const bytes = this.#content?.subarray(offset, end - 1) ?? Buffer.allocUnsafe(end - offset - 1);
    if (this.#content === null) readSync(this.#descriptor, bytes, 0, bytes.length, offset);
    return parseReplyLine(bytes, { path: this.#path, line: line + 1 });
  }
}

export class Tape {
  readonly name: TapeName;
  readonly manifest: Manifest;
  /** What was recorded and not yet folded in, or null. */
  readonly journal: Journal | null;
  readonly #dir: string;
  readonly #tasks = new Map<string, Promise<TaskTape>>();

  constructor(name: TapeName, manifest: Manifest, journal: Journal | null) {
    this.name = name;
    this.manifest = manifest;
    this.journal = journal;
    this.#dir = tapeFiles(name).dir;
  }

  /** Reads and checks the task's replies at the first call; a task that the tape does not have is empty. */
  task(task: string): Promise<TaskTape> {
    let opened = this.#tasks.get(task);
    if (opened === undefined) {
      opened = TaskTape.open(this.#dir, task, this.manifest.tasks[task], 64e6);
      this.#tasks.set(task, opened);
    }
    return opened;
  }

  /** What was recorded at an address, or null. */
  async find(address: Address): Promise<Entry | null> {
    const recording = this.journal?.find(address) ?? null;
    return recording !== null ? recording.entry : (await this.task(address.task)).find(address);
  }

  async has(address: Address): Promise<boolean> {
    return this.journal?.has(address) === true || (await this.task(address.task)).has(address);
  }

  /** All that is recorded; reads every task. */
  async *addresses(): AsyncGenerator<Address> {
    const journaled = this.journal?.addresses().map(({ task }) => task) ?? [];
    for (const task of new Set([...Object.keys(this.manifest.tasks), ...journaled])) yield* this.addressesOf(task);
  }

  /** All that is recorded of one task. */
  async *addressesOf(task: string): AsyncGenerator<Address> {
    const { journal } = this;
    for (const address of (await this.task(task)).addresses()) if (journal?.has(address) !== true) yield address;
    for (const address of journal?.addresses() ?? []) if (address.task === task) yield address;
  }

  /** The requests of one task, some perhaps twice. Throws a `TapeError` where they cannot be read. */
  async *requests(task: string): AsyncGenerator<StoredRequest> {
    const { journal } = this;
    for (const address of journal?.addresses() ?? []) {
      const recording = address.task === task ? journal?.find(address) : null;
      if (recording !== null && recording !== undefined) yield { key: address.key, request: recording.request };
    }
    const summary = this.manifest.tasks[task];
    if (summary === undefined) return;
    yield* readRequests({ path: join(this.#dir, taskFiles(task).requests), ...summary.requests });
  }

  async close(): Promise<void> {
    for (const task of await Promise.allSettled(this.#tasks.values())) {
      if (task.status === 'fulfilled') task.value.close();
    }
    this.journal?.close();
  }
}

/** A tape that nobody has recorded yet is empty; one that is damaged, cut short or not ours throws a `TapeError`. */
export async function openTape(name: TapeName): Promise<Tape> {
  const files = tapeFiles(name);
  if (existsSync(files.manifestNext)) {
    throw new TapeError(
      'a recording was interrupted while it was being stored; run once with --mode batch to finish it',
      {
        path: files.manifestNext,
      },
    );
  }
  const manifest = readManifest(files.manifest, name);
  const known = manifest ?? emptyManifest(name.suite, name.model);
  checkFolder(files.dir, known);
  return new Tape(name, known, await Journal.read(files.journal, name));
}

/** The task files in the folder are those of the manifest, no more and no fewer. */
function checkFolder(dir: string, manifest: Manifest): void {
  const found = existsSync(dir) ? readdirSync(dir) : [];
  for (const file of found) {
    const task = taskOfFile(file);
    if (task !== null && manifest.tasks[task] === undefined) {
      throw new TapeError('the manifest does not know it; restore the tape from version control', {
        path: join(dir, file),
      });
    }
  }
  const present = new Set(found);
  for (const task of Object.keys(manifest.tasks)) {
    const { replies } = taskFiles(task);
    if (!present.has(replies)) {
      throw new TapeError('it is missing; restore the tape from version control', { path: join(dir, replies) });
    }
  }
}

function lineId({ trial, key, occurrence }: Address): string {
  return `${trial} ${key} ${occurrence}`;
}
