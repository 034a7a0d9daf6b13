/** A slice of replayed_tables_integration_test.ts for every change. */
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterAll, expect, test } from 'vitest';
import { PLACES } from '../../io/places.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-replayed-'));
afterAll(() => rmSync(folder, { recursive: true }));

const SHORT_SUITES = ['robot', 'listings', 'spelling_distractors'];
const DENO = join(PLACES.root, 'node_modules/.bin/deno');

const CONFINED = ['run', '--no-prompt', '--allow-read', '--allow-env', '--allow-write'];

test.for<readonly [name: string, program: string, flags: string[], suites: string[], jobs: string]>([
  ['Node, one job', process.execPath, [], ['household', ...SHORT_SUITES], '1'],
  ['Deno without network, two jobs', DENO, CONFINED, SHORT_SUITES, '2'],
])(
  'tables --check passes on some suites, byte for byte: %s',
  { timeout: 600_000 },
  async ([name, program, flags, suites, jobs]) => {
    const out = join(folder, name.replaceAll(' ', '_'));
    const words = ['tables', '--check', '--suite', ...suites, '--jobs', jobs, '--out', out];
    const ran = promisify(execFile)(program, [...flags, 'harness/main.ts', ...words], { cwd: PLACES.root });
    expect((await ran).stderr).toContain(`All files of ${suites.join(', ')} equal the baseline byte for byte`);
  },
);
