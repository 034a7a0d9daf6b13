/** Written beside the old report, then swapped in; never synced to disk, as you can rebuild a report. */
import { existsSync, mkdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { besideOf, namingFile } from '../../cassettes/disk/disk.ts';
import { listOf, ownFiles } from '../io/own_folder.ts';

const LIST = 'tapedeck_report.json';

export class ReportFolder {
  readonly #folder: string;
  readonly #beside: string;
  readonly #new: string;
  readonly #made = new Set<string>();
  readonly #files: string[] = [];

  /** Throws a CommandFailure if the folder holds anything but a report. */
  constructor(folder: string) {
    this.#folder = existsSync(folder) ? realpathSync(folder) : resolve(folder);
    this.#beside = besideOf(this.#folder);
    this.#new = join(this.#beside, 'new');
    this.#refuseStrangers();
    this.abandon(); // left by a killed process
    mkdirSync(this.#new, { recursive: true });
  }

  get files(): number {
    return this.#files.length;
  }

  write(path: string, text: string): void {
    const file = join(this.#new, path);
    const folder = dirname(file);
    if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
    this.#writeFile(file, text);
    this.#files.push(path);
  }

  finish(): void {
    this.#writeFile(join(this.#new, LIST), listOf(this.#files));
    this.#refuseStrangers(); // a file may have appeared meanwhile
    if (existsSync(this.#folder)) renameSync(this.#folder, join(this.#beside, 'old'));
    renameSync(this.#new, this.#folder);
    this.abandon();
  }

  abandon(): void {
    rmSync(this.#beside, { recursive: true, force: true });
  }

  #writeFile(path: string, text: string): void {
    try {
      writeFileSync(path, text);
    } catch (error) {
      throw namingFile(path, error);
    }
  }

  #refuseStrangers(): void {
    ownFiles({ folder: this.#folder, list: LIST, what: 'a report', option: '-o' });
  }
}
