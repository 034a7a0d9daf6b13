/** One process plays a sweep in SQLite; others may read, pause, resume and cancel it. */
import { dirname } from 'node:path';
import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { setTimeout as sleep } from 'node:timers/promises';
import { makeFolder, withPath } from '../../cassettes/disk/disk.ts';
import { lockTape } from '../../cassettes/writing/tape_lock.ts';
import { invalid, messageOf, systemProblem } from '../io/errors/failure.ts';
import {
  ATTEMPT_PAUSE_MS,
  type CellEnd,
  type CountedCells,
  FAILED_SHOWN_MAX,
  isStopped,
  type PlayCell,
  type StoredAnswer,
  type SweepStore,
} from './sweep_engine.ts';

const VERSION = 2;

const TABLES = `
  CREATE TABLE IF NOT EXISTS documents (name TEXT PRIMARY KEY, text TEXT NOT NULL) STRICT;
  CREATE TABLE IF NOT EXISTS cells (
    id TEXT PRIMARY KEY, name TEXT NOT NULL, model TEXT NOT NULL, priority INTEGER NOT NULL, place INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('waiting', 'active', 'done', 'failed')),
    attempts INTEGER NOT NULL DEFAULT 0, attemptsMax INTEGER NOT NULL, notBeforeMs REAL NOT NULL DEFAULT 0, failure TEXT
  ) STRICT;
  CREATE INDEX IF NOT EXISTS nextCell ON cells (state, priority DESC, place);
  CREATE TABLE IF NOT EXISTS answers (
    cell TEXT NOT NULL, address TEXT NOT NULL, line TEXT NOT NULL, collected INTEGER NOT NULL, PRIMARY KEY (cell, address)
  ) STRICT;
  CREATE INDEX IF NOT EXISTS uncollected ON answers (collected) WHERE collected = 0;
  PRAGMA user_version = ${VERSION};
`;

const BUSY_MS = 10_000;
const POLL_MS = 50;

export class FileStore implements SweepStore {
  readonly label: string;
  readonly #path: string;
  readonly #clock: () => number;
  readonly #sqlite: DatabaseSync;
  #playing = 0;

  /** `clock`: milliseconds, the same in all processes. */
  constructor({ path, clock }: Readonly<{ path: string; clock: () => number }>) {
    this.label = JSON.stringify(path);
    this.#path = path;
    this.#clock = clock;
    this.#sqlite = openDatabase(path);
  }

  async read(names: readonly string[]) {
    return names.map((name) => this.#document(name));
  }

  change: SweepStore['change'] = async (name, change) =>
    this.#transact(() => {
      const after = change(this.#document(name), this.#clock());
      if (after === null) this.#run('DELETE FROM documents WHERE name = ?', name);
      else this.#run('INSERT OR REPLACE INTO documents VALUES (?, ?)', name, after);
    });

  async find(cell: string, address: string) {
    return this.#text('SELECT line FROM answers WHERE cell = ? AND address = ?', cell, address);
  }

  keep: SweepStore['keep'] = async ({ cell, address, line }, counts) => {
    this.#transact(() => {
      const added = this.#run(
        `INSERT OR IGNORE INTO answers SELECT ?, ?, ?, ? FROM cells WHERE id = ? AND state != 'done'`,
        ...[cell, address, line, counts === null ? 1 : 0, cell],
      );
      if (added === 0) return;
      for (const [name, count] of Object.entries(counts ?? {})) {
        this.#run(
          'INSERT INTO documents VALUES (?, ?) ON CONFLICT DO UPDATE SET text = CAST(text AS INTEGER) + excluded.text',
          ...[name, String(count)],
        );
      }
    });
    return (await this.find(cell, address)) ?? line;
  };

  async listUncollected(max: number) {
    const rows = this.#all('SELECT cell, line FROM answers WHERE collected = 0 ORDER BY rowid LIMIT ?', max);
    return rows.map(({ cell, line }) => ({ cell: String(cell), line: String(line) }));
  }

  async markCollected(answers: readonly Omit<StoredAnswer, 'line'>[]) {
    this.#transact(() => {
      for (const { cell, address } of answers) {
        this.#run('UPDATE answers SET collected = 1 WHERE cell = ? AND address = ?', cell, address);
      }
      this.#run(`DELETE FROM answers WHERE collected = 1 AND cell IN (SELECT id FROM cells WHERE state = 'done')`);
    });
  }

  async collectAlone() {
    const release = lockTape(`${this.#path}.lock`);
    return async () => release();
  }

  add: SweepStore['add'] = async (cells, attempts) =>
    this.#transact(() => {
      for (const [place, { id, name, model, priority }] of cells.entries()) {
        this.#run(
          `INSERT INTO cells (id, name, model, priority, place, state, attemptsMax) VALUES (?, ?, ?, ?, ?, 'waiting', ?)
           ON CONFLICT DO UPDATE SET priority = excluded.priority, attemptsMax = excluded.attemptsMax`,
          ...[id, name, model, priority, place, attempts],
        );
      }
    });

  async retryFailed() {
    this.#run(`UPDATE cells SET state = 'waiting', attempts = 0, notBeforeMs = 0 WHERE state = 'failed'`);
  }

  work: SweepStore['work'] = async (play, options) => {
    // Only the writer of the tapes plays, so active cells belong to a dead process.
    this.#run(`UPDATE cells SET state = 'waiting', notBeforeMs = 0 WHERE state = 'active'`);
    this.#run(`INSERT OR REPLACE INTO documents VALUES ('workers', '1')`);
    try {
      await Promise.all(Array.from({ length: options.concurrency }, () => this.#playInTurn(play, options)));
    } finally {
      this.#run(`DELETE FROM documents WHERE name = 'workers'`);
    }
  };

  async #playInTurn(play: PlayCell, { signal, untilIdle, stopReason }: Parameters<SweepStore['work']>[1]) {
    while (!signal.aborted) {
      const reason = await stopReason();
      const cell = reason === null ? this.#takeCell() : null;
      if (cell !== null) {
        this.#playing += 1;
        try {
          this.#storeEnd(cell, await play(cell, signal));
        } finally {
          this.#playing -= 1;
        }
      } else if (untilIdle && this.#playing === 0 && (isStopped(reason) || !this.#hasWaitingCell())) return;
      else await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    }
  }

  #takeCell(): string | null {
    return this.#text(
      `UPDATE cells SET state = 'active' WHERE id = (
         SELECT id FROM cells WHERE state = 'waiting' AND notBeforeMs <= ? ORDER BY priority DESC, place LIMIT 1
       ) RETURNING id`,
      this.#clock(),
    );
  }

  #hasWaitingCell(): boolean {
    return this.#text(`SELECT id FROM cells WHERE state = 'waiting' LIMIT 1`) !== null;
  }

  #storeEnd(cell: string, end: CellEnd): void {
    if (end === 'done') this.#run(`UPDATE cells SET state = 'done', failure = NULL WHERE id = ?`, cell);
    else if (end === 'given_back') this.#run(`UPDATE cells SET state = 'waiting' WHERE id = ?`, cell);
    else {
      this.#run(
        `UPDATE cells SET state = iif(attempts + 1 < attemptsMax, 'waiting', 'failed'), attempts = attempts + 1,
         notBeforeMs = ? + ? * (1 << attempts), failure = ? WHERE id = ?`,
        ...[this.#clock(), ATTEMPT_PAUSE_MS, JSON.stringify(end), cell],
      );
    }
  }

  async progress() {
    const cells = this.#all('SELECT model, state, count(*) AS number FROM cells GROUP BY model, state');
    const failed = this.#all(
      `SELECT name, attempts, failure FROM cells WHERE state = 'failed' ORDER BY place LIMIT ?`,
      FAILED_SHOWN_MAX,
    );
    return {
      cells: cells as CountedCells[],
      uncollected: Number(this.#text('SELECT count(*) FROM answers WHERE collected = 0')),
      workers: Number(this.#text(`SELECT count(*) FROM documents WHERE name = 'workers'`)),
      failed: failed.map(({ name, attempts, failure }) => ({
        cell: String(name),
        attempts: Number(attempts),
        failure: JSON.parse(String(failure)),
      })),
    };
  }

  async clear() {
    this.#transact(() => {
      for (const table of ['documents', 'cells', 'answers']) this.#run(`DELETE FROM ${table}`);
    });
  }

  async close() {
    this.#sqlite.close();
  }

  #document(name: string): string | null {
    return this.#text('SELECT text FROM documents WHERE name = ?', name);
  }

  #all(sql: string, ...values: readonly SQLInputValue[]): readonly Readonly<Record<string, unknown>>[] {
    return this.#sqlite.prepare(sql).all(...values);
  }

  #text(sql: string, ...values: readonly SQLInputValue[]): string | null {
    const row = this.#sqlite.prepare(sql).get(...values);
    return row === undefined ? null : String(Object.values(row)[0]);
  }

  #run(sql: string, ...values: readonly SQLInputValue[]): number {
    return Number(this.#sqlite.prepare(sql).run(...values).changes);
  }

  #transact(change: () => void): void {
    this.#sqlite.exec('BEGIN IMMEDIATE');
    try {
      change();
      this.#sqlite.exec('COMMIT');
    } catch (error) {
      try {
        this.#sqlite.exec('ROLLBACK');
      } catch {
        // On a full disk SQLite has already rolled back.
      }
      throw error;
    }
  }
}

function openDatabase(path: string): DatabaseSync {
  const module = process.getBuiltinModule('node:sqlite');
  if (module === undefined) {
    throw invalid(
      `Cannot start a sweep: recording needs Node 22.13 or newer, and this is Node ${process.version}. Install a newer Node from https://nodejs.org and run the same command again`,
    );
  }
  makeFolder(dirname(path));
  try {
    const sqlite = new module.DatabaseSync(path, { timeout: BUSY_MS });
    const version = Number(sqlite.prepare('PRAGMA user_version').get()?.['user_version']);
    if (version !== 0 && version !== VERSION) throw new Error(`expected version ${VERSION}, found ${version}`);
    sqlite.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${TABLES}`);
    return sqlite;
  } catch (cause) {
    const remedy = 'The file contains the progress of a sweep; delete it to start over';
    const problem = systemProblem(withPath(path, cause));
    throw invalid(problem ?? `Cannot use "${path}": ${messageOf(cause)}. ${remedy}`, { cause });
  }
}
