import { existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { makeFolder } from './make_folder.ts';

const root = mkdtempSync(join(tmpdir(), 'tapedeck-folder-'));
afterAll(() => rmSync(root, { recursive: true }));

test('makeFolder() makes what is missing, and is content with what is there', () => {
  const path = join(root, 'a/b/c');
  makeFolder(path);
  makeFolder(path);
  expect(existsSync(path)).toBe(true);
});

test('makeFolder() says what is in the way', () => {
  writeFileSync(join(root, 'file'), '');
  symlinkSync(join(root, 'nowhere'), join(root, 'link'));
  expect(() => makeFolder(join(root, 'file'))).toThrow('EEXIST');
  expect(() => makeFolder(join(root, 'file/below'))).toThrow(join(root, 'file'));
  expect(() => makeFolder(join(root, 'link'))).toThrow('EEXIST');
});

test.skipIf(process.platform !== 'linux')(
  'makeFolder() comes back where the system takes no folders (skipped where there is no /proc)',
  () => {
    expect(() => makeFolder('/proc/nope/deeper')).toThrow('ENOENT');
  },
);
