import { existsSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import { expect, onTestFinished, test } from 'vitest';
import { temporaryFolder } from '../testing/tape_fixture.ts';
import { disk, makeFolder, replaceFile } from './disk.ts';

test('disk.write() joins what it is given, compressed, longer than a block or nothing; disk.remove() removes it', async () => {
  const path = join(temporaryFolder(onTestFinished), 'file');
  const long = Array.from({ length: 3_000 }, (_, index) => `é ${index} ${'x'.repeat(200)}\n`);
  for (const chunks of [long, []]) {
    await disk.write(path, chunks);
    expect(readFileSync(path, 'utf8')).toBe(chunks.join(''));
  }
  await disk.write(path, long, { gzip: true });
  expect(gunzipSync(readFileSync(path)).toString()).toBe(long.join(''));
  for (const _ of ['there', 'not there']) disk.remove(path);
  expect(existsSync(path)).toBe(false);
});

test('replaceFile() leaves the old file where writing fails', async () => {
  const folder = temporaryFolder(onTestFinished);
  const path = join(folder, 'file');
  await replaceFile(disk, path, ['old']);
  function* failing() {
    yield 'new';
    throw new Error('no more');
  }
  await expect(replaceFile(disk, path, failing())).rejects.toThrow('no more');
  expect(readFileSync(path, 'utf8')).toBe('old');
  await replaceFile(disk, path, ['new']);
  expect(readFileSync(path, 'utf8')).toBe('new');
  expect(readdirSync(folder)).toEqual(['file']);
});

test('makeFolder() makes what is missing, is content with what is there, and says what is in the way', () => {
  const root = temporaryFolder(onTestFinished);
  for (const _ of [1, 2]) makeFolder(join(root, 'a/b/c'));
  expect(existsSync(join(root, 'a/b/c'))).toBe(true);
  writeFileSync(join(root, 'file'), '');
  symlinkSync(join(root, 'nowhere'), join(root, 'link'));
  expect(() => makeFolder(join(root, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(root, 'file/below'))).toThrow(join(root, 'file'));
  expect(() => makeFolder(join(root, 'link'))).toThrow('EEXIST');
});

test.skipIf(process.platform !== 'linux')('makeFolder() ends in /proc (skipped where there is none)', () => {
  expect(() => makeFolder('/proc/nope/deeper')).toThrow('ENOENT');
});
