import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { describe, expect, it, onTestFinished } from 'vitest';
import { PLACES } from '../../io/places.ts';
import { scratchFolder } from '../scratch_folder.ts';

const { folder, file } = scratchFolder();
const empty = file('empty', '');

/** Threads print and then compute for ever: all but the main one, or only those that a command starts. */
function busyFrom(firstThread: number): string {
  const code = `import { writeSync } from 'node:fs';
    import { threadId } from 'node:worker_threads';
    if (threadId >= ${firstThread}) { writeSync(1, 'busy'); while (true); }`;
  return file(`busy_${firstThread}.mjs`, code);
}

async function started(words: readonly string[], firstThread: number): Promise<ChildProcess> {
  const argv = ['--import', busyFrom(firstThread), join(PLACES.root, 'harness/main.ts'), ...words];
  const child = spawn(process.execPath, argv, { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'] });
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

/** ASKED commands may have something to store; the others end at once. */
const ASKED = [
  ['run', 'household'],
  ['plan', empty, empty],
  ['serve', 'openai', '--port', '0'],
] as const;
const ENDED: readonly (readonly string[])[] = [
  ['tables'],
  ['runs', 'list'],
  ['check', 'household'],
  ['validate', empty, empty, empty],
  ['merge', folder, folder, '-o', folder],
  ['cassettes', 'verify'],
];

describe('tapedeck, interrupted while it computes', () => {
  it.each([
    ...(['SIGINT', 'SIGTERM', 'SIGHUP'] as const).map((signal) => ['tables', signal, ['tables'], 1] as const),
    ['run', 'SIGTERM', ASKED[0], 2] as const,
    ['plan', 'SIGINT', ASKED[1], 2] as const,
    ...ENDED.slice(1).map((words) => [words.slice(0, 2).join(' '), 'SIGINT', words, 1] as const),
  ])('ends `%s` with 130 at %s', async (_, signal, words, firstThread) => {
    const child = await started(words, firstThread);
    const ended = once(child, 'exit');
    child.kill(signal);
    expect(await ended).toEqual([130, null]);
  });

  const named = ASKED.map((words) => [words[0], words] as const);
  it.each(named)('ends `%s`, which does not hear the first signal, at the second', async (_, words) => {
    const child = await started(words, 1);
    const ended = once(child, 'exit');
    child.stderr?.once('data', () => child.kill('SIGINT'));
    child.kill('SIGINT');
    expect(await ended).toEqual([130, null]);
  });
});

describe.skipIf(process.platform === 'win32')('a server that npm started', () => {
  const SERVE = ['serve', 'openai', '--port', '0'];
  const BY_SHELL = `${process.execPath} harness/main.ts ${SERVE.join(' ')}; true`;

  async function serving(program: string, words: readonly string[], environment: object = {}) {
    const env = { ...process.env, ...environment };
    const stdio = ['ignore', 'pipe', 'pipe'] as const;
    const child = spawn(program, words, { cwd: PLACES.root, env, stdio: [...stdio], detached: true });
    const { pid = 0 } = child;
    onTestFinished(() => {
      if (isAlive(-pid)) process.kill(-pid, 'SIGKILL');
    });
    await once(child.stderr!, 'data');
    return { child, pid };
  }

  it.each(['SIGINT', 'SIGTERM'] as const)('ends at %s to npm, and npm with it', async (signal) => {
    const { child, pid } = await serving('npm', ['run', '-s', 'tapedeck', '--', ...SERVE]);
    const ended = once(child, 'exit');
    process.kill(pid, signal);
    expect(await ended).toEqual([130, null]);
    await expect.poll(() => isAlive(-pid)).toBe(false);
  });

  it('takes what the terminal sends to it and npm for one signal', async () => {
    const { child, pid } = await serving('npm', ['run', '-s', 'tapedeck', '--', ...SERVE]);
    const said = text(child.stderr!);
    process.kill(-pid, 'SIGINT');
    expect(await said).toMatch(/Stopping; .*\n0 answers, 0 misses, 0 recorded/);
  });

  it('ends when the shell between it and npm is ended, as that of npx is', async () => {
    const { child, pid } = await serving('sh', ['-c', BY_SHELL], { npm_lifecycle_event: 'npx' });
    child.kill('SIGTERM');
    await expect.poll(() => isAlive(-pid)).toBe(false);
  });
});

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
}
