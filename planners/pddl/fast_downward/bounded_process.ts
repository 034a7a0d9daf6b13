/**
 * Runs a program that is not trusted to end: for a limited time, with what it prints kept to a limited length, and its whole
 * process group ended with it, also where this process exits before. A child that it starts in a session or a group of its own
 * (`setsid`) has left its group, and cannot be ended.
 *
 * @module
 */
import { type ChildProcess, spawn } from 'node:child_process';
import type { Readable } from 'node:stream';
import { setCappedTimeout } from '../plan/capped_timeout.ts';

export type ProcessLimits = {
  readonly timeLimitMs: number;
  /** What it has for ending by itself after SIGTERM, before SIGKILL. */
  readonly graceMs: number;
  readonly signal?: AbortSignal;
};

export type ProcessEnd = {
  /** Null where a signal ended it. */
  readonly exitCode: number | null;
  /** Why it was ended; null where it ended by itself. */
  readonly stopped: 'time' | 'aborted' | null;
  /** The last of what it printed, at most `OUTPUT_KEPT` characters each. */
  readonly stdout: string;
  readonly stderr: string;
};

const OUTPUT_KEPT = 1 << 18;

/** Runs a program in a folder. Rejects only where it cannot be started. */
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

  function stop(why: 'time' | 'aborted'): void {
    if (stopped !== null) return;
    stopped = why;
    killGroup(child, 'SIGTERM');
    timers.push(setCappedTimeout(() => killGroup(child, 'SIGKILL'), graceMs));
  }
  const onAbort = () => stop('aborted');
  const onExit = () => killGroup(child, 'SIGKILL');
  // Before whatever else is done on exit, such as removing the folder that it writes to.
  process.prependListener('exit', onExit);
  timers.push(setCappedTimeout(() => stop('time'), timeLimitMs));
  signal?.addEventListener('abort', onAbort, { once: true });
  if (signal?.aborted) onAbort();
  try {
    const exitCode = await new Promise<number | null>((resolve, reject) => {
      child.once('error', reject);
      child.once('close', resolve);
      child.once('exit', (code) => {
        // Whatever it started must not outlive it, nor hold its pipes open.
        killGroup(child, 'SIGKILL');
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

function killGroup({ pid }: ChildProcess, signal: NodeJS.Signals): void {
  if (pid === undefined) return;
  try {
    process.kill(-pid, signal);
  } catch {
    // There is nobody left in the group.
  }
}

/** Reads a stream to its end; what it gives is the last part of it. */
function keepTail(stream: Readable): () => string {
  let tail = '';
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    tail += piece;
    if (tail.length > 2 * OUTPUT_KEPT) tail = tail.slice(-OUTPUT_KEPT);
  });
  stream.on('error', () => {});
  return () => tail.slice(-OUTPUT_KEPT);
}
