/**
 * Every command as a process that is interrupted while a thread of it computes without end.
 *
 * @module
 */
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { PLACES } from './places.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-interruption-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'empty');
writeFileSync(file, '');

/** Every thread but the main one says so and then computes for ever. */
const busy = join(folder, 'busy.mjs');
writeFileSync(
  busy,
  `import { writeSync } from 'node:fs';
  import { isMainThread } from 'node:worker_threads';
  if (!isMainThread) { writeSync(1, 'busy'); while (true); }`,
);

const COMMANDS: readonly (readonly string[])[] = [
  ['tables'],
  ['run', 'household'],
  ['runs', 'list'],
  ['check', 'household'],
  ['plan', file, file],
  ['validate', file, file, file],
  ['motion', file],
  ['simulate', file, '--rules', 'paper', '--walks', file],
  ['batch', 'ingest', file],
  ['merge', folder, folder, '-o', folder],
  ['trace', 'x'],
  ['cassettes', 'verify'],
  ['list'],
];

describe('tapedeck, interrupted while it computes', () => {
  it.each(
    COMMANDS.flatMap((words, at) => {
      const signals = at < 2 ? (['SIGINT', 'SIGTERM', 'SIGHUP'] as const) : (['SIGINT'] as const);
      return signals.map((signal) => [words.join(' ').replaceAll(folder, '…'), signal, words] as const);
    }),
  )('ends `%s` with 130 at %s', async (_, signal, words) => {
    const child = spawn(process.execPath, ['--import', busy, join(PLACES.root, 'harness/main.ts'), ...words], {
      cwd: folder,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    onTestFinished(() => void child.kill('SIGKILL'));
    const ended = once(child, 'exit');
    await once(child.stdout, 'data');
    child.kill(signal);
    expect(await ended).toEqual([130, null]);
  });
});
