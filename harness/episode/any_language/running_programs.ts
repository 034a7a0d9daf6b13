/**
 * Programs that run for a command. A thread that is terminated, or has no memory left, cannot end what it started, so each thread
 * writes the process groups of its programs into memory that all threads share.
 */

import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { killGroup } from '../../../planners/pddl/plan/bounded_process.ts';

const KEY = 'tapedeck.runningPrograms';
/** At a time; far more than there are jobs. */
const PROGRAMS_MAX = 4096;

/** Called by the main thread before it starts others. The function returned ends all that still run. */
export function watchPrograms(): () => void {
  const groups = new Int32Array(new SharedArrayBuffer(PROGRAMS_MAX * Int32Array.BYTES_PER_ELEMENT));
  setEnvironmentData(KEY, groups);
  return () => endAll(groups);
}

/** Ends all that still run for the command, as when a thread that started some was terminated. */
export function endPrograms(): void {
  const groups = getEnvironmentData(KEY);
  if (groups instanceof Int32Array) endAll(groups);
}

function endAll(groups: Int32Array): void {
  for (let place = 0; place < groups.length; place += 1) {
    const pid = Atomics.exchange(groups, place, 0);
    if (pid !== 0) killGroup(pid, 'SIGKILL');
  }
}

const here = new Set<number>();

/** Writes a process group down. The function returned is called when it has ended. */
export function enterProgram(pid: number): () => void {
  if (here.size === 0) process.prependListener('exit', endHere);
  here.add(pid);
  const forget = enterShared(pid);
  return () => {
    forget();
    here.delete(pid);
    if (here.size === 0) process.off('exit', endHere);
  };
}

function endHere(): void {
  for (const pid of here) killGroup(pid, 'SIGKILL');
}

function enterShared(pid: number): () => void {
  const groups = getEnvironmentData(KEY);
  if (!(groups instanceof Int32Array)) return () => {};
  for (let place = 0; place < groups.length; place += 1) {
    if (Atomics.compareExchange(groups, place, 0, pid) === 0) {
      return () => void Atomics.compareExchange(groups, place, pid, 0);
    }
  }
  killGroup(pid, 'SIGKILL');
  throw new Error(`more than ${PROGRAMS_MAX} programs run at a time`);
}
