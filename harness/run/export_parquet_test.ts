import { existsSync } from 'node:fs';
import { DuckDBInstance } from '@duckdb/node-api';
import { beforeAll, describe, expect, it } from 'vitest';
import { tapedeck } from '../testing/run_tapedeck.ts';
import { scratchFolder } from '../testing/scratch_folder.ts';
import { readRun, StoredRun } from './stored_run.ts';

const { at } = scratchFolder();

async function asked(sql: string): Promise<Record<string, unknown>[]> {
  const instance = await DuckDBInstance.create(':memory:');
  const connection = await instance.connect();
  try {
    return (await connection.runAndReadAll(sql)).getRowObjects();
  } finally {
    connection.closeSync();
    instance.closeSync();
  }
}

const SHARED = ['number', 'episode', 'planner', 'model', 'end', 'complete', 'steps', 'calls', 'promptTokens'] as const;

beforeAll(async () => {
  const words = ['--scene', 'house_1', '--task', 'use_computer', 'make_toast', '--planner', 'llm_state', 'random'];
  await tapedeck('run', 'household', '--shipped', ...words, '--out', at('run'));
});

describe('tapedeck runs export', () => {
  it('writes the episodes with all columns, which DuckDB reads back', async () => {
    const said = await tapedeck('runs', 'export', at('run'), '-o', at('episodes.parquet'), '--json');
    expect(said).toMatchObject({ exitCode: 0, out: JSON.stringify({ out: at('episodes.parquet'), rows: 4 }) });
    const rows = await asked(`SELECT * FROM '${at('episodes.parquet')}' ORDER BY number`);
    const stored = [...new StoredRun(at('run')).episodes()];
    expect(rows.map((row) => SHARED.map((column) => row[column]))).toEqual(
      stored.map((each) => SHARED.map((column) => each[column])),
    );
    const planners = await asked(
      `SELECT planner, count(*)::INTEGER AS n, avg(steps) AS steps FROM '${at('episodes.parquet')}' WHERE success GROUP BY planner`,
    );
    const successes = stored.filter(({ planner, success }) => planner === 'llm_state' && success);
    expect(planners).toContainEqual({
      planner: 'llm_state',
      n: successes.length,
      steps: successes.reduce((sum, { steps }) => sum + steps, 0) / successes.length,
    });
  });

  it('writes each event as JSON, with its common fields in columns', async () => {
    const path = at('events.parquet');
    expect((await tapedeck('runs', 'export', at('run'), '--rows', 'events', '-o', path)).exitCode).toBe(0);
    const events = readRun(at('run')).traces.flatMap((trace) => trace.events);
    const rows = await asked(`SELECT event, verb, ok, json FROM '${path}' ORDER BY episode, position`);
    expect(rows).toHaveLength(events.length);
    expect(new Set(rows.map(({ json }) => json))).toEqual(new Set(events.map((event) => JSON.stringify(event))));
    const [refused] = await asked(
      `SELECT count(*)::INTEGER AS n FROM '${path}' WHERE event = 'step' AND NOT ok AND precondition IS NOT NULL`,
    );
    expect(refused?.['n']).toBe(events.filter((event) => event.event === 'step' && !event.ok).length);
    expect(refused?.['n']).toBeGreaterThan(0);
  });

  it('replaces a file, and writes none if the run has no rows', async () => {
    const words = ['--scene', 'house_1', '--task', 'use_computer', '--planner', 'random', '--shard', '2/2'];
    await tapedeck('run', 'household', '--shipped', ...words, '--out', at('empty'));
    const said = await tapedeck('runs', 'export', at('empty'), '-o', at('empty.parquet'));
    expect(said).toMatchObject({ exitCode: 2, said: expect.stringContaining('it has no episodes') });
    expect(existsSync(at('empty.parquet'))).toBe(false);
    expect((await tapedeck('runs', 'export', at('run'), '-o', at('episodes.parquet'))).exitCode).toBe(0);
  });
});
