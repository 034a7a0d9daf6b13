/**
 * The folder of a report: filled beside the old one, which it then replaces as a whole.
 *
 * A report is thousands of files, and can be made again; so the disk is not waited for at each.
 *
 * @module
 */
import { existsSync, mkdirSync, readdirSync, realpathSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { invalid } from '../errors/failure.ts';
import { listOf, ownFiles } from '../files/own_folder.ts';

/** Lists the files of a report, which tells them from files of the user's. */
const LIST = 'tapedeck_report.json';

export class ReportFolder {
  readonly #folder: string;
  readonly #beside: string;
  readonly #old: string;
  readonly #made = new Set<string>();
  readonly #files: string[] = [];

  /** Throws a CommandFailure where the folder, or one that it needs beside it, holds anything but a report. */
  constructor(folder: string) {
    this.#folder = existsSync(folder) ? realpathSync(folder) : resolve(folder);
    this.#beside = `${this.#folder}.part`;
    this.#old = `${this.#folder}.old`;
    this.#refuseStrangers();
    for (const left of [this.#beside, this.#old]) removeLeftover(left);
    mkdirSync(this.#beside, { recursive: true });
    writeFileSync(join(this.#beside, LIST), listOf([]));
  }

  get files(): number {
    return this.#files.length;
  }

  write(path: string, text: string): void {
    const file = join(this.#beside, path);
    const folder = dirname(file);
    if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
    writeFileSync(file, text);
    this.#files.push(path);
  }

  /** Puts it in the place of the old one. */
  finish(): void {
    writeFileSync(join(this.#beside, LIST), listOf(this.#files));
    this.#refuseStrangers(); // somebody may have put a file there meanwhile
    if (existsSync(this.#folder)) renameSync(this.#folder, this.#old);
    renameSync(this.#beside, this.#folder);
    rmSync(this.#old, { recursive: true, force: true });
  }

  /** Leaves the old one as it was. */
  abandon(): void {
    rmSync(this.#beside, { recursive: true, force: true });
  }

  #refuseStrangers(): void {
    ownFiles({ folder: this.#folder, list: LIST, what: 'a report', option: '-o' });
  }
}

/** Removes what a report that was killed left beside its folder. */
function removeLeftover(folder: string): void {
  if (!existsSync(folder)) return;
  if (!existsSync(join(folder, LIST)) && readdirSync(folder).length > 0) {
    throw invalid(
      `Cannot write a report: "${folder}" is in the way and holds other files; name another folder with -o`,
    );
  }
  rmSync(folder, { recursive: true });
}
