/** Ends the process group, even if this process exits; a child may leave it (`setsid`). */
import { spawn } from 'node:child_process';
import type { Readable } from 'node:stream';

export type ProcessLimits = Readonly<{
  timeLimitMs: number;
  /** Between SIGTERM and SIGKILL. */
  graceMs: number;
  signal?: AbortSignal;
}>;

export type ProcessEnd = Readonly<{
  exitCode: number | null;
  stopped: 'time' | 'aborted' | null;
  stdout: string;
  stderr: string;
}>;

const OUTPUT_MAX = 1 << 18;

/** Rejects only if the program cannot start. */
export async function runProcess(
  [program, ...words]: readonly [string, ...string[]],
  folder: string,
  { timeLimitMs, graceMs, signal }: ProcessLimits,
): Promise<ProcessEnd> {
  const child = spawn(program, words, { cwd: folder, detached: true, stdio: ['ignore', 'pipe', 'pipe'] });
  const stdout = keepTail(child.stdout);
  const stderr = keepTail(child.stderr);
  const timers: NodeJS.Timeout[] = [];
  let stopped: ProcessEnd['stopped'] = null;

  function stop(reason: 'time' | 'aborted'): void {
    if (stopped !== null) return;
    stopped = reason;
    killGroup(child.pid, 'SIGTERM');
    timers.push(setCappedTimeout(() => killGroup(child.pid, 'SIGKILL'), graceMs));
  }
  const onAbort = () => stop('aborted');
  const onExit = () => killGroup(child.pid, 'SIGKILL');
  // Before other listeners, such as the one that removes the folder.
  process.prependListener('exit', onExit);
  timers.push(setCappedTimeout(() => stop('time'), timeLimitMs));
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
      child.once('exit', (code) => {
        // Descendants could hold the pipes open.
        killGroup(child.pid, 'SIGKILL');
        timers.push(setCappedTimeout(() => resolve(code), graceMs));
      });
    });
    return { exitCode, stopped, stdout: stdout(), stderr: stderr() };
  } finally {
    for (const timer of timers) clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    process.off('exit', onExit);
    child.stdout.destroy();
    child.stderr.destroy();
  }
}

function keepTail(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    tail += piece;
    if (tail.length > 2 * OUTPUT_MAX) tail = tail.slice(-OUTPUT_MAX);
  });
  stream.on('error', () => {});
  return () => tail.slice(-OUTPUT_MAX);
}

export function killGroup(pid: number | undefined, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // The group is empty.
  }
}

const DELAY_MS_MAX = 2 ** 31 - 1;

/** `setTimeout` treats more than 2³¹ − 1 ms as 1 ms. */
export function setCappedTimeout(callback: () => void, delayMs: number): NodeJS.Timeout {
  return setTimeout(callback, Math.min(delayMs, DELAY_MS_MAX));
}
