import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { afterAll, describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../cassettes/testing/tape_fixture.ts';
import { openLineFile, writeWhole } from './write_whole.ts';

const folder = temporaryFolder(afterAll);

describe('openLineFile()', () => {
  it('is there when it is kept, and not before; makes its folder', async () => {
    const path = join(folder, 'new', 'lines.jsonl');
    const file = openLineFile(path);
    for (const line of ['one', 'two']) await file.write(line);
    expect(existsSync(path)).toBe(false);
    await file.keep();
    expect(readFileSync(path, 'utf8')).toBe('one\ntwo\n');
    expect(readdirSync(join(folder, 'new'))).toEqual(['lines.jsonl']);
  });

  it('packs what ends in .gz, however much it is', async () => {
    const path = join(folder, 'many.jsonl.gz');
    const file = openLineFile(path);
    const line = 'x'.repeat(100_000);
    for (let count = 0; count < 50; count++) await file.write(line);
    await file.keep();
    expect(gunzipSync(readFileSync(path)).toString()).toBe(`${line}\n`.repeat(50));
  });

  it('leaves what was there, and nothing beside but what the user has, when it is dropped or kept', async () => {
    const path = join(folder, 'mine.jsonl');
    const mine = ['.old', '.part', '.tmp', '~'].map((ending) => `${path}${ending}`);
    for (const other of [path, ...mine]) writeFileSync(other, 'before');
    for (const end of ['drop', 'keep'] as const) {
      const file = openLineFile(path);
      await file.write('after');
      await file[end]();
      expect(readFileSync(path, 'utf8')).toBe(end === 'keep' ? 'after\n' : 'before');
    }
    writeWhole(path, 'two');
    expect(readFileSync(path, 'utf8')).toBe('two');
    for (const other of mine) expect(readFileSync(other, 'utf8')).toBe('before');
    const beside = readdirSync(folder).filter((name) => name.startsWith('mine.jsonl'));
    expect(beside.map((name) => join(folder, name)).sort()).toEqual([path, ...mine]);
  });

  it('rejects with what the system refused', async () => {
    const path = join(folder, 'taken.jsonl');
    const taken = openLineFile(path);
    rmSync(folder, { recursive: true });
    await taken.write('one').catch(() => {});
    await expect(taken.keep()).rejects.toThrow('ENOENT');
  });
});
