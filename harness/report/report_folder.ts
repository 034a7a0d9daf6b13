/**
 * The folder of a report: filled beside the old one, which it then replaces as a whole.
 *
 * A report is thousands of files, and can be made again; so the disk is not waited for at each.
 *
 * @module
 */
import { existsSync, mkdirSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { invalid } from '../errors/failure.ts';

/** Tells a report from a folder of the user's. */
const MARK = 'tapedeck_report.json';

export class ReportFolder {
  readonly #folder: string;
  readonly #beside: string;
  readonly #made = new Set<string>();
  #files = 0;

  /** Throws a CommandFailure where the folder holds anything but a report. */
  constructor(folder: string) {
    this.#folder = resolve(folder);
    this.#beside = `${this.#folder}.part`;
    for (const there of [this.#folder, this.#beside]) {
      if (!existsSync(there) || existsSync(join(there, MARK)) || readdirSync(there).length === 0) continue;
      throw invalid(`Cannot write a report to "${there}": it holds other files; name a new folder with -o`);
    }
    rmSync(this.#beside, { recursive: true, force: true });
    mkdirSync(this.#beside, { recursive: true });
    writeFileSync(join(this.#beside, MARK), '{"format": 1}\n');
  }

  get files(): number {
    return this.#files;
  }

  write(path: string, text: string): void {
    const file = join(this.#beside, path);
    const folder = dirname(file);
    if (!this.#made.has(folder)) mkdirSync(folder, { recursive: true });
    this.#made.add(folder);
    writeFileSync(file, text);
    this.#files += 1;
  }

  /** Puts it in the place of the old one. */
  finish(): void {
    const old = `${this.#folder}.old`;
    rmSync(old, { recursive: true, force: true });
    if (existsSync(this.#folder)) renameSync(this.#folder, old);
    renameSync(this.#beside, this.#folder);
    rmSync(old, { recursive: true, force: true });
  }

  /** Leaves the old one as it was. */
  abandon(): void {
    rmSync(this.#beside, { recursive: true, force: true });
  }
}
