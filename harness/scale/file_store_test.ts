import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it, vi } from 'vitest';
import { FileStore } from './file_store.ts';
import { SweepEngine } from './sweep_engine.ts';
import { engineContract } from './testing/engine_contract.ts';
import { queued, RECORD } from './testing/engine_fixture.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-file-store-'));
afterAll(() => rmSync(folder, { recursive: true, force: true }));
let count = 0;

const open = async ({ again }: { again: boolean }) => {
  if (!again) count += 1;
  return new SweepEngine(new FileStore({ path: join(folder, `${count}.sqlite`), clock: Date.now }));
};

engineContract('FileStore', open, () => performance.now());

it('FileStore plays again what was being played when its process died', async () => {
  const first = await open({ again: false });
  await first.begin(RECORD, [queued('a')]);
  const options = { concurrency: 1, signal: new AbortController().signal, untilIdle: true };
  const begun = Promise.withResolvers<void>();
  void first.work(async () => {
    begun.resolve();
    return new Promise(() => {});
  }, options);
  await begun.promise;
  const second = await open({ again: true });
  expect((await second.status())!.models[0]!.cells.active).toBe(1);
  await second.work(async () => 'done', options);
  expect((await second.status())!.models[0]!.cells).toMatchObject({ active: 0, done: 1 });
  await second.close();
  await first.close();
});

it('FileStore refuses a file that is none of its own, and one of another version', async () => {
  const path = join(folder, 'other.sqlite');
  writeFileSync(path, 'something else, and long enough that it could be a database. '.repeat(40));
  expect(() => new FileStore({ path, clock: Date.now })).toThrow(
    /Cannot use ".*other\.sqlite": file is not a database\. /,
  );
  const older = new DatabaseSync(join(folder, 'older.sqlite'));
  older.exec('PRAGMA user_version = 1');
  older.close();
  expect(() => new FileStore({ path: join(folder, 'older.sqlite'), clock: Date.now })).toThrow(
    /Cannot use ".*older\.sqlite": its version is 1, not 2\. /,
  );
});

it('FileStore says that no space is left, though SQLite has rolled back by itself', async () => {
  const engine = await open({ again: false });
  await engine.begin(RECORD, [queued('a')]);
  const { exec } = DatabaseSync.prototype;
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql !== 'COMMIT') return exec.call(this, sql);
    exec.call(this, 'ROLLBACK');
    throw new Error('database or disk is full');
  });
  await expect(engine.begin(RECORD, [queued('b')])).rejects.toThrow('database or disk is full');
  vi.restoreAllMocks();
  await engine.close();
});
