import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { afterAll, expect, it, onTestFinished, vi } from 'vitest';
import { temporaryFolder } from '../../cassettes/testing/tape_fixture.ts';
import { FileStore } from './file_store.ts';
import { SweepEngine } from './sweep_engine.ts';
import { engineContract } from './testing/engine_contract.ts';
import { begun, queued, RECORD } from './testing/engine_fixture.ts';

const folder = temporaryFolder(afterAll);
let count = 0;

const open = async ({ again }: { again: boolean }) => {
  if (!again) count += 1;
  return new SweepEngine(new FileStore({ path: join(folder, `${count}.sqlite`), clock: Date.now }));
};

engineContract('FileStore', open, () => performance.now());

it('FileStore refuses a foreign file and a file of a different version', () => {
  const other = join(folder, 'other.sqlite');
  writeFileSync(other, 'something else, and long enough that it could be a database. '.repeat(40));
  const older = join(folder, 'older.sqlite');
  const database = new DatabaseSync(older);
  database.exec('PRAGMA user_version = 1');
  database.close();
  const opened = (path: string) => () => new FileStore({ path, clock: Date.now });
  expect(opened(other)).toThrow(`Cannot use "${other}": file is not a database. `);
  expect(opened(older)).toThrow(`Cannot use "${older}": expected version 2, found 1. `);
});

it('FileStore reports a full disk, although SQLite has already rolled back', async () => {
  const engine = await begun(open, [queued('a')]);
  const { exec } = DatabaseSync.prototype;
  onTestFinished(() => void vi.restoreAllMocks());
  vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, sql) {
    if (sql !== 'COMMIT') return exec.call(this, sql);
    exec.call(this, 'ROLLBACK');
    throw new Error('database or disk is full');
  });
  await expect(engine.begin(RECORD, [queued('b')])).rejects.toThrow('database or disk is full');
});
