import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { PLACES } from '../../io/places.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-replayed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const DENO = join(PLACES.root, 'node_modules/.bin/deno');
const WITHOUT_NETWORK = ['run', '--no-prompt', '--allow-read', '--allow-env', '--allow-write'];
/** `.ci/run` replays them with two jobs in Node. */
const WAYS: readonly (readonly [name: string, program: string, flags: readonly string[], jobs: string])[] = [
  ['Deno without network, one job', DENO, WITHOUT_NETWORK, '1'],
  ...(Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1) >= 5
    ? [['node, one job', process.execPath, [], '1'] as const]
    : []),
];

test.for(WAYS)(
  'the tables are the committed ones byte for byte: %s',
  { timeout: 600_000 },
  async ([name, program, flags, jobs]) => {
    const out = join(folder, name.replaceAll(' ', '_'));
    const words = ['harness/main.ts', 'tables', '--check', '--jobs', jobs, '--out', out, '--json'];
    await promisify(execFile)(program, [...flags, ...words], { cwd: PLACES.root, maxBuffer: 1e8 });
    const made = readdirSync(out).sort();
    expect(made).toEqual(readdirSync(PLACES.baseline).sort());
    for (const file of made) {
      expect(readFileSync(join(out, file), 'utf8'), file).toBe(readFileSync(join(PLACES.baseline, file), 'utf8'));
    }
  },
);
