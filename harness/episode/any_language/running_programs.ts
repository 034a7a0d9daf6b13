/** Shared, because a terminated thread cannot end its programs. */
import { getEnvironmentData, setEnvironmentData } from 'node:worker_threads';
import { killGroup } from '../../../planners/pddl/plan/bounded_process.ts';

const KEY = 'tapedeck.runningPrograms';
const PROGRAMS_MAX = 4096;

/** Call before other threads start. */
export function watchPrograms(): () => void {
  const groups = new Int32Array(new SharedArrayBuffer(PROGRAMS_MAX * Int32Array.BYTES_PER_ELEMENT));
  setEnvironmentData(KEY, groups);
  return () => endAll(groups);
}

export function endPrograms(): void {
  const groups = getEnvironmentData(KEY);
  if (groups instanceof Int32Array) endAll(groups);
}

function endAll(groups: Int32Array) {
  for (let place = 0; place < groups.length; place += 1) {
    const pid = Atomics.exchange(groups, place, 0);
    if (pid !== 0) killGroup(pid, 'SIGKILL');
  }
}

const OWN_GROUPS = new Set<number>();

/** Call the result once the group has ended. */
export function enterProgram(pid: number): () => void {
  if (OWN_GROUPS.size === 0) process.prependListener('exit', endOwn);
  OWN_GROUPS.add(pid);
  const forget = enterShared(pid);
  return () => {
    forget();
    OWN_GROUPS.delete(pid);
    if (OWN_GROUPS.size === 0) process.off('exit', endOwn);
  };
}

function endOwn() {
  for (const pid of OWN_GROUPS) killGroup(pid, 'SIGKILL');
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
  throw new Error(`the limit of ${PROGRAMS_MAX} running programs is reached`);
}
