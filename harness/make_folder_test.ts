/**
 * Folders, and those above them.
 *
 * @module
 */
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { makeFolder } from './make_folder.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-folder-'));
afterAll(() => rmSync(folder, { recursive: true }));

describe('makeFolder()', () => {
  it('makes what is missing, and leaves what is there', () => {
    for (let time = 0; time < 2; time += 1) makeFolder(join(folder, 'a/b/c'));
    expect(statSync(join(folder, 'a/b/c')).isDirectory()).toBe(true);
  });

  it('ends where a folder takes no other, and where a file is in the way', () => {
    writeFileSync(join(folder, 'file'), '');
    expect(() => makeFolder(join(folder, 'file/in'))).toThrow();
    if (process.platform === 'linux') expect(() => makeFolder('/proc/nope/in')).toThrow('ENOENT');
  });
});
