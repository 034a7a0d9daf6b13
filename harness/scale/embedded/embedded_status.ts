/**
 * How far an embedded sweep has come.
 *
 * @module
 */
import { FAILED_SHOWN, type FailedCell, type ModelStatus, type SweepStatus } from '../engine/sweep_engine.ts';
import type { SweepDatabase } from './sweep_database.ts';

/** Null where there is no sweep. */
export function embeddedStatus(database: SweepDatabase): SweepStatus | null {
  const record = database.record();
  if (record === null) return null;
  const { name, models, budget = null } = record.sweep;
  const answers = database.one('SELECT count(*) AS answers FROM answers WHERE collected = 0');
  return {
    name,
    stopped: database.stopped(),
    models: models.map(({ model }) => modelStatus(database, model)),
    budget,
    uncollected: Number(answers?.['answers']),
    workers: Number(database.one('SELECT workers FROM sweep')?.['workers']),
    failed: failedCells(database),
  };
}

function modelStatus(database: SweepDatabase, model: string): ModelStatus {
  const cells = { waiting: 0, active: 0, done: 0, failed: 0 };
  const states = database.all('SELECT state, count(*) AS cells FROM cells WHERE model = ? GROUP BY state', model);
  for (const row of states) cells[row['state'] as keyof typeof cells] = Number(row['cells']);
  const columns = 'calls, promptTokens, completionTokens, nanoUsd';
  const spent = database.one(`SELECT ${columns} FROM spent WHERE model = ?`, model);
  return { model, cells, calls: 0, promptTokens: 0, completionTokens: 0, nanoUsd: 0, ...spent };
}

function failedCells(database: SweepDatabase): FailedCell[] {
  const rows = database.all(
    `SELECT name, attempts, failure FROM cells WHERE state = 'failed' ORDER BY place LIMIT ?`,
    FAILED_SHOWN,
  );
  return rows.map(({ name, attempts, failure }) => ({
    cell: String(name),
    attempts: Number(attempts),
    failure: JSON.parse(String(failure)),
  }));
}
