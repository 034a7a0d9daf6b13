import { mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterAll } from 'vitest';

export function scratchFolder() {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), 'tapedeck-test-')));
  afterAll(() => rmSync(folder, { recursive: true, force: true }));
  const at = (...names: string[]) => join(folder, ...names);
  const file = (name: string, content: string | Uint8Array) => {
    mkdirSync(dirname(at(name)), { recursive: true });
    writeFileSync(at(name), content);
    return at(name);
  };
  const read = (name: string) => readFileSync(at(name), 'utf8');
  return { folder, at, file, read };
}
