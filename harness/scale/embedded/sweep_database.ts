/**
 * The SQLite file of an embedded sweep. Every change is on the disk before it counts (`synchronous = FULL`), as with tapes.
 *
 * @module
 */
import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { namingFile } from '../../../cassettes/disk/disk.ts';
import { makeFolder } from '../../../cassettes/disk/make_folder.ts';
import { invalid, systemProblem } from '../../io/errors/failure.ts';
import { budgetSpent } from '../engine/budget.ts';
import type { SweepRecord } from '../engine/sweep_engine.ts';

/** Once it is otherwise, older files are refused. */
const VERSION = 1;

const TABLES = `
  CREATE TABLE IF NOT EXISTS sweep (
    one INTEGER PRIMARY KEY CHECK (one = 1), record TEXT NOT NULL, stopped TEXT, workers INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS cells (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, model TEXT NOT NULL, priority INTEGER NOT NULL, place INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'active', 'done', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0, notBeforeMs REAL NOT NULL DEFAULT 0, failure TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS nextCell ON cells (state, priority DESC, place);
  CREATE TABLE IF NOT EXISTS answers (
    cell TEXT NOT NULL, address TEXT NOT NULL, entry TEXT NOT NULL, request TEXT, collected INTEGER NOT NULL,
    PRIMARY KEY (cell, address)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS uncollected ON answers (collected) WHERE collected = 0;
  CREATE TABLE IF NOT EXISTS spent (
    model TEXT PRIMARY KEY, calls INTEGER NOT NULL DEFAULT 0, promptTokens INTEGER NOT NULL DEFAULT 0,
    completionTokens INTEGER NOT NULL DEFAULT 0, nanoUsd INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE IF NOT EXISTS providers (
    provider TEXT PRIMARY KEY, requestsMs REAL NOT NULL DEFAULT 0, tokensMs REAL NOT NULL DEFAULT 0,
    blockedMs REAL NOT NULL DEFAULT 0, shiftMs REAL NOT NULL DEFAULT 0, requestsPerMinute REAL, tokensPerMinute REAL
  ) STRICT;
  PRAGMA user_version = ${VERSION};
`;

/** How long a change waits for one of another process. */
const BUSY_MS = 10_000;

export type Row = Readonly<Record<string, unknown>>;

export class SweepDatabase {
  readonly #sqlite: DatabaseSync;

  /** Makes the file where it is not there. Throws a CommandFailure where it cannot be used. */
  constructor(path: string) {
    // Asked for here, so that an older Node, or a command that does not sweep, does without.
    const module = process.getBuiltinModule('node:sqlite');
    if (module === undefined) {
      throw invalid(
        `Cannot sweep: this is Node ${process.version}, and recording needs Node 22.13 or newer. Install one from https://nodejs.org and run the same command again`,
      );
    }
    makeFolder(dirname(path));
    try {
      this.#sqlite = new module.DatabaseSync(path, { timeout: BUSY_MS });
      const version = Number(this.one('PRAGMA user_version')?.['user_version']);
      if (version !== 0 && version !== VERSION)
        throw new Error(`it is of version ${version}, and this knows ${VERSION}`);
      this.#sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${TABLES}`);
    } catch (cause) {
      const problem = systemProblem(namingFile(path, cause));
      if (problem !== null) throw invalid(problem, { cause });
      const why = cause instanceof Error ? cause.message : String(cause);
      const remedy = 'It says how far a sweep has come; delete it to begin anew';
      throw invalid(`Cannot use "${path}": ${why}. ${remedy}`, { cause });
    }
  }

  one(sql: string, ...values: readonly SQLInputValue[]): Row | undefined {
    return this.#sqlite.prepare(sql).get(...values);
  }

  all(sql: string, ...values: readonly SQLInputValue[]): readonly Row[] {
    return this.#sqlite.prepare(sql).all(...values);
  }

  /** How many rows it changed. */
  run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#sqlite.prepare(sql).run(...values).changes);
  }

  /** All of what is done within, or nothing of it, and nobody else's changes in between. */
  together<T>(change: () => T): T {
    this.#sqlite.exec('BEGIN IMMEDIATE');
    try {
      const result = change();
      this.#sqlite.exec('COMMIT');
      return result;
    } catch (error) {
      this.#tryToRollBack();
      throw error;
    }
  }

  /** SQLite has rolled back by itself where the disk is full; the caller then hears of the disk. */
  #tryToRollBack(): void {
    try {
      this.#sqlite.exec('ROLLBACK');
    } catch {
      // No transaction is left.
    }
  }

  record(): SweepRecord | null {
    const row = this.one('SELECT record FROM sweep');
    return row === undefined ? null : (JSON.parse(String(row['record'])) as SweepRecord);
  }

  /** Why nothing may be asked; null where the sweep goes on. */
  stopped(): string | null {
    const row = this.one('SELECT record, stopped, (SELECT sum(nanoUsd) FROM spent) AS nanoUsd FROM sweep');
    if (row === undefined) return 'the sweep was cancelled';
    if (row['stopped'] !== null) return String(row['stopped']);
    const { sweep } = JSON.parse(String(row['record'])) as SweepRecord;
    return budgetSpent(sweep, Number(row['nanoUsd'] ?? 0));
  }

  close(): void {
    this.#sqlite.close();
  }
}
