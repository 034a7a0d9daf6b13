/**
 * The queue of an embedded sweep.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises';
import {
  ATTEMPT_PAUSE_MS,
  type CellEnd,
  type CellFailure,
  isStopped,
  type PlayCell,
  type QueuedCell,
  type WorkOptions,
} from '../engine/sweep_engine.ts';
import type { SweepDatabase } from './sweep_database.ts';

/** How long a lane that finds nothing to play waits before it looks again. */
const LOOK_MS = 50;

export class EmbeddedCells {
  readonly #database: SweepDatabase;
  readonly #clock: () => number;
  #played = 0;

  constructor(database: SweepDatabase, clock: () => number) {
    this.#database = database;
    this.#clock = clock;
  }

  add(cells: readonly QueuedCell[]): void {
    for (const [place, { id, name, model, priority }] of cells.entries()) {
      this.#database.run(
        `INSERT INTO cells (id, name, model, priority, place, state) VALUES (?, ?, ?, ?, ?, 'waiting')
         ON CONFLICT DO UPDATE SET priority = excluded.priority`,
        ...[id, name, model, priority, place],
      );
    }
  }

  /** Cells that failed, or that were being played when a process died. */
  again(state: 'failed' | 'active'): void {
    const change = `UPDATE cells SET state = 'waiting', attempts = iif(state = 'failed', 0, attempts), notBeforeMs = 0 WHERE state = ?`;
    this.#database.run(change, state);
  }

  async work(play: PlayCell, options: WorkOptions): Promise<void> {
    // Whoever played before has ended: a sweep's tapes have one writer.
    this.again('active');
    this.#database.run('UPDATE sweep SET workers = 1');
    try {
      await Promise.all(Array.from({ length: options.concurrency }, () => this.#lane(play, options)));
    } finally {
      this.#database.run('UPDATE sweep SET workers = 0');
    }
  }

  async #lane(play: PlayCell, { signal, untilIdle }: WorkOptions): Promise<void> {
    while (!signal.aborted) {
      const cell = this.#take();
      if (cell !== null) {
        this.#played += 1;
        try {
          this.#end(cell, await play(cell, signal));
        } finally {
          this.#played -= 1;
        }
      } else if (untilIdle && this.#played === 0 && this.#isIdle()) return;
      else await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    }
  }

  #take(): string | null {
    if (this.#database.stopped() !== null) return null;
    const row = this.#database.one(
      `UPDATE cells SET state = 'active' WHERE id = (
         SELECT id FROM cells WHERE state = 'waiting' AND notBeforeMs <= ? ORDER BY priority DESC, place LIMIT 1
       ) RETURNING id`,
      this.#clock(),
    );
    return row === undefined ? null : String(row['id']);
  }

  #isIdle(): boolean {
    const waiting = this.#database.one(`SELECT 1 FROM cells WHERE state = 'waiting' LIMIT 1`);
    return waiting === undefined || isStopped(this.#database.stopped());
  }

  #end(cell: string, end: CellEnd): void {
    if (end === 'done') this.#database.run(`UPDATE cells SET state = 'done', failure = NULL WHERE id = ?`, cell);
    else if (end === 'given_back') this.#database.run(`UPDATE cells SET state = 'waiting' WHERE id = ?`, cell);
    else this.#fail(cell, end);
  }

  #fail(cell: string, failure: CellFailure): void {
    this.#database.together(() => {
      const row = this.#database.one('SELECT attempts FROM cells WHERE id = ?', cell);
      const attempts = Number(row?.['attempts'] ?? 0) + 1;
      const attemptsMax = this.#database.record()?.sweep.attempts ?? 1;
      const pauseMs = ATTEMPT_PAUSE_MS * 2 ** (attempts - 1);
      this.#database.run(
        'UPDATE cells SET state = ?, attempts = ?, notBeforeMs = ?, failure = ? WHERE id = ?',
        attempts < attemptsMax ? 'waiting' : 'failed',
        ...[attempts, this.#clock() + pauseMs, JSON.stringify(failure), cell],
      );
    });
  }
}
