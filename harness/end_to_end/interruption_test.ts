/**
 * Every command as a process that is interrupted while a thread of it computes without end.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, describe, expect, it, onTestFinished } from 'vitest';
import { PLACES } from '../files/places.ts';

const folder = mkdtempSync(join(tmpdir(), 'tapedeck-interruption-'));
afterAll(() => rmSync(folder, { recursive: true }));
const file = join(folder, 'empty');
writeFileSync(file, '');

/** A module by which threads say so and then compute for ever: all but the main one, or only those that a command starts. */
function busyFrom(firstThread: number): string {
  const path = join(folder, `busy_${firstThread}.mjs`);
  writeFileSync(
    path,
    `import { writeSync } from 'node:fs';
    import { threadId } from 'node:worker_threads';
    if (threadId >= ${firstThread}) { writeSync(1, 'busy'); while (true); }`,
  );
  return path;
}

/** Starts a command, and waits until a thread of it computes. */
async function started(words: readonly string[], firstThread: number): Promise<ChildProcess> {
  const child = spawn(
    process.execPath,
    ['--import', busyFrom(firstThread), join(PLACES.root, 'harness/main.ts'), ...words],
    { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] },
  );
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** Those that are asked to stop, since they may have something to put away, and the others, which end without being asked. */
const ASKED = [
  ['run', 'household'],
  ['plan', file, file],
  ['serve', 'openai', '--port', '0'],
] as const;
const ENDED: readonly (readonly string[])[] = [
  ['tables'],
  ['runs', 'list'],
  ['check', 'household'],
  ['validate', file, file, file],
  ['motion', file],
  ['simulate', file, '--rules', 'paper', '--walks', file],
  ['batch', 'ingest', file],
  ['merge', folder, folder, '-o', folder],
  ['trace', 'x'],
  ['cassettes', 'verify'],
  ['list', 'tasks'],
];
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'] as const;

describe('tapedeck, interrupted while it computes', () => {
  it.each([
    ...SIGNALS.map((signal) => ['tables', signal, ['tables'], 1] as const),
    ...SIGNALS.map((signal) => ['run', signal, ASKED[0], 2] as const),
    ['plan', 'SIGINT', ASKED[1], 2] as const,
    ...ENDED.slice(1).map((words) => [words.slice(0, 2).join(' '), 'SIGINT', words, 1] as const),
  ])('ends `%s` with 130 at %s', async (_, signal, words, firstThread) => {
    const child = await started(words, firstThread);
    const ended = once(child, 'exit');
    child.kill(signal);
    expect(await ended).toEqual([130, null]);
  });

  it.each(ASKED.map((words) => [words[0], words] as const))(
    'ends `%s`, which does not hear the first signal, at the second',
    async (_, words) => {
      const child = await started(words, 1);
      const ended = once(child, 'exit');
      child.stderr?.once('data', () => child.kill('SIGINT'));
      child.kill('SIGINT');
      expect(await ended).toEqual([130, null]);
    },
  );
});
