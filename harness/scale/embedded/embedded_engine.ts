/**
 * The engine without Redis: a SQLite file, which Node has within it. One process plays; others may look, pause, resume and cancel.
 *
 * @module
 */
import { type Address, addressId } from '../../../cassettes/format/address.ts';
import type { Entry } from '../../../cassettes/format/entry.ts';
import { lockTape } from '../../../cassettes/writing/tape_lock.ts';
import type { Cost, Kept, QueuedCell, SweepEngine, SweepRecord } from '../engine/sweep_engine.ts';
import { EmbeddedCells } from './embedded_cells.ts';
import { EmbeddedLimits } from './embedded_limits.ts';
import { embeddedStatus } from './embedded_status.ts';
import { SweepDatabase } from './sweep_database.ts';

export type EmbeddedOptions = {
  /** The file; made where it is not there. */
  readonly path: string;
  /** Milliseconds, since any time that is the same for all who open the file. */
  readonly clock: () => number;
};

export class EmbeddedEngine implements SweepEngine {
  readonly #database: SweepDatabase;
  readonly #cells: EmbeddedCells;
  readonly #limits: EmbeddedLimits;

  readonly #path: string;

  /** Throws a CommandFailure where the file cannot be used. */
  constructor({ path, clock }: EmbeddedOptions) {
    this.#path = path;
    this.#database = new SweepDatabase(path);
    this.#cells = new EmbeddedCells(this.#database, clock);
    this.#limits = new EmbeddedLimits(this.#database, clock);
  }

  readonly record: SweepEngine['record'] = async () => this.#database.record();
  readonly stopped: SweepEngine['stopped'] = async () => this.#database.stopped();
  readonly status: SweepEngine['status'] = async () => embeddedStatus(this.#database);
  readonly work: SweepEngine['work'] = (play, options) => this.#cells.work(play, options);
  readonly reserve: SweepEngine['reserve'] = async (provider, tokens) => this.#limits.reserve(provider, tokens);
  readonly moved: SweepEngine['moved'] = async (provider, shiftMs) => this.#limits.moved(provider, shiftMs);
  readonly learn: SweepEngine['learn'] = async (provider, news, beyond) => this.#limits.learn(provider, news, beyond);

  async begin(record: SweepRecord, cells: readonly QueuedCell[]) {
    const { providers, models } = record.sweep;
    this.#database.together(() => {
      this.#database.run(
        'INSERT INTO sweep (one, record) VALUES (1, ?) ON CONFLICT DO UPDATE SET record = excluded.record, stopped = NULL',
        JSON.stringify(record),
      );
      for (const name of Object.keys(providers)) {
        this.#database.run('INSERT OR IGNORE INTO providers (provider) VALUES (?)', name);
      }
      for (const { model } of models) this.#database.run('INSERT OR IGNORE INTO spent (model) VALUES (?)', model);
      this.#cells.add(cells);
      this.#cells.again('failed');
    });
  }

  async know(cell: string, entries: readonly Entry[]) {
    this.#database.together(() => {
      if (this.#database.one(`SELECT 1 FROM cells WHERE id = ? AND state = 'done'`, cell) !== undefined) return;
      for (const entry of entries) {
        const line = JSON.stringify(entry);
        this.#database.run('INSERT OR IGNORE INTO answers VALUES (?, ?, ?, NULL, 1)', cell, addressId(entry), line);
      }
    });
  }

  async find(cell: string, address: Address): Promise<Entry | null> {
    const sql = 'SELECT entry FROM answers WHERE cell = ? AND address = ?';
    const row = this.#database.one(sql, cell, addressId(address));
    return row === undefined ? null : (JSON.parse(String(row['entry'])) as Entry);
  }

  async keep({ cell, recording: { entry, request } }: Kept, model: string, cost: Cost): Promise<Entry> {
    const { promptTokens, completionTokens, nanoUsd } = cost;
    const isFirst = this.#database.together(() => {
      const added = this.#database.run(
        'INSERT OR IGNORE INTO answers VALUES (?, ?, ?, ?, 0)',
        ...[cell, addressId(entry), JSON.stringify(entry), JSON.stringify(request)],
      );
      if (added === 0) return false;
      this.#database.run(
        `UPDATE spent SET calls = calls + 1, promptTokens = promptTokens + ?, completionTokens = completionTokens + ?,
         nanoUsd = nanoUsd + ? WHERE model = ?`,
        ...[promptTokens, completionTokens, nanoUsd, model],
      );
      return true;
    });
    return isFirst ? entry : ((await this.find(cell, entry)) ?? entry);
  }

  async collectAlone() {
    const release = lockTape(`${this.#path}.lock`);
    return async () => release();
  }

  async uncollected(max: number): Promise<readonly Kept[]> {
    const rows = this.#database.all('SELECT * FROM answers WHERE collected = 0 ORDER BY rowid LIMIT ?', max);
    return rows.map(({ cell, entry, request }) => ({
      cell: String(cell),
      recording: { entry: JSON.parse(String(entry)), request: JSON.parse(String(request)) },
    }));
  }

  async collected(kept: readonly Kept[]) {
    this.#database.together(() => {
      for (const { cell, recording } of kept) {
        const id = addressId(recording.entry);
        this.#database.run('UPDATE answers SET collected = 1 WHERE cell = ? AND address = ?', cell, id);
      }
      const done = `SELECT id FROM cells WHERE state = 'done'`;
      this.#database.run(`DELETE FROM answers WHERE collected = 1 AND cell IN (${done})`);
    });
  }

  async pause(reason: string) {
    this.#database.run('UPDATE sweep SET stopped = coalesce(stopped, ?)', reason);
  }

  async resume() {
    this.#database.together(() => {
      this.#database.run('UPDATE sweep SET stopped = NULL');
      this.#cells.again('failed');
    });
  }

  async cancel() {
    this.#database.together(() => {
      for (const table of ['sweep', 'cells', 'answers', 'spent', 'providers'])
        this.#database.run(`DELETE FROM ${table}`);
    });
  }

  async close() {
    this.#database.close();
  }
}
