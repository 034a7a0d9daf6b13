/**
 * A slice of the main job for every change: the household, the robot, the printed listings and some of the tables, replayed under Node, and all but the
 * household, which is most of it, under Deno. The whole: replayed_tables_integration_test.ts
 */
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

type Replay = {
  readonly program: string;
  readonly flags: readonly string[];
  readonly suites: readonly string[];
  readonly jobs: string;
};
const CONFINED = ['run', '--no-prompt', '--allow-read', '--allow-env', '--allow-write'];

test.for<readonly [name: string, Replay]>([
  ['Node, one job', { program: process.execPath, flags: [], suites: ['household', ...SHORT_SUITES], jobs: '1' }],
  ['Deno without network, two jobs', { program: DENO, flags: CONFINED, suites: SHORT_SUITES, jobs: '2' }],
])(
  'what the tables say of some suites is as committed, byte for byte: %s',
  { timeout: 600_000 },
  async ([name, { program, flags, suites, jobs }]) => {
    const out = join(folder, name.replaceAll(' ', '_'));
    const words = ['tables', '--check', '--suite', ...suites, '--jobs', jobs, '--out', out];
    const ran = promisify(execFile)(program, [...flags, 'harness/main.ts', ...words], { cwd: PLACES.root });
    // A difference is exit code 1, and an error here.
    expect((await ran).stderr).toContain(`All files of ${suites.join(', ')} equal the baseline byte for byte`);
  },
);
