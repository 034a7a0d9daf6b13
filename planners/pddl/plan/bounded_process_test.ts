import { mkdtempSync, rmSync, watch } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { type ProcessEnd, type ProcessLimits, runProcess, setCappedTimeout } from './bounded_process.ts';

const LIMITS: ProcessLimits = { timeLimitMs: 600_000, graceMs: 600_000 };

function run(script: string, limits: Partial<ProcessLimits> = {}) {
  return runProcess([process.execPath, '-e', script], tmpdir(), { ...LIMITS, ...limits });
}

describe('runProcess()', () => {
  it('gives exit code and output', async () => {
    const end = await run(`console.log('out'); console.error('err'); process.exitCode = 3;`);
    expect(end).toEqual({ exitCode: 3, stopped: null, stdout: 'out\n', stderr: 'err\n' });
  });

  it('gives the last 262,144 characters of long output', async () => {
    const { stdout } = await run(`process.stdout.write('x'.repeat(3_000_000) + 'end')`);
    expect([stdout.length, stdout.slice(-4)]).toEqual([262_144, 'xend']);
  });

  /** Runs a script that makes the file `ready`, and interrupts it when it has. */
  async function interrupt(script: string, graceMs: number): Promise<ProcessEnd> {
    const folder = mkdtempSync(join(tmpdir(), 'tapedeck-process-'));
    const interruption = new AbortController();
    const watcher = watch(folder, () => interruption.abort());
    try {
      const whole = `${script} setInterval(() => {}, 1000); require('node:fs').writeFileSync('ready', '');`;
      const limits = { ...LIMITS, graceMs, signal: interruption.signal };
      return await runProcess([process.execPath, '-e', whole], folder, limits);
    } finally {
      watcher.close();
      rmSync(folder, { recursive: true });
    }
  }

  it('asks it to end at the signal, and takes what it says then', async () => {
    const script = `process.on('SIGTERM', () => { console.log('bye'); process.exit(5); });`;
    expect(await interrupt(script, 600_000)).toEqual({ exitCode: 5, stopped: 'aborted', stdout: 'bye\n', stderr: '' });
  });

  it('ends it where it does not', async () => {
    const end = await interrupt(`process.on('SIGTERM', () => {});`, 20);
    expect(end).toMatchObject({ exitCode: null, stopped: 'aborted' });
  });

  it('ends it when time is up, and leaves nothing behind on this process that would end it', async () => {
    const before = process.listenerCount('exit');
    const end = await run('setInterval(() => {}, 1000);', { timeLimitMs: 20 });
    expect(end).toMatchObject({ exitCode: null, stopped: 'time' });
    expect(process.listenerCount('exit')).toBe(before);
  });

  it('rejects where there is no such program', async () => {
    await expect(runProcess(['/nowhere/at/all'], tmpdir(), LIMITS)).rejects.toThrow('ENOENT');
  });
});

it.each([
  [5, 5],
  [1e12, 2 ** 31 - 1],
  [Number.POSITIVE_INFINITY, 2 ** 31 - 1],
])('setCappedTimeout() with %d ms calls back after %d ms', (delayMs, afterMs) => {
  vi.useFakeTimers();
  onTestFinished(() => void vi.useRealTimers());
  const callback = vi.fn();
  setCappedTimeout(callback, delayMs);
  vi.advanceTimersByTime(afterMs - 1);
  expect(callback).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(callback).toHaveBeenCalledOnce();
});
