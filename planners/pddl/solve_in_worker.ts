/**
 * Solves a ground task in a thread of its own, which can be stopped at any moment.
 *
 * The same search gives the same result as in this thread. Where time is up or the signal comes, the thread is asked to
 * stop and to say how far it came; where it does not within a grace, it is ended.
 *
 * @module
 */
import { Worker } from 'node:worker_threads';
import type { GroundTask } from './ground_task.ts';
import { CostTooGreatError } from './pack_task.ts';
import { type LimitName, SEARCH_LIMITS, type SearchLimits, type SolveOptions, type SolveResult } from './solve.ts';

/** The time limit is kept by a timer of this thread, from the call on, without a clock. */
export type SolveInWorkerOptions = SolveOptions & {
  /** What the thread has for stopping by itself. */
  readonly graceMs?: number;
};

/** What the thread is given. */
export type WorkerOrder = {
  readonly task: GroundTask;
  readonly options: Pick<SolveOptions, 'search' | 'heuristic'> & { readonly limits: SearchLimits };
  /** Shared: why to stop, by its place in `STOPS`. */
  readonly stop: Int32Array;
  /** Shared, left by the thread: expanded, evaluated, generated, reopened, bytes, states stored. */
  readonly counts: Float64Array;
};

/** What the thread answers. */
export type WorkerAnswer = { readonly result: SolveResult } | { readonly costTooGreat: string };

export const STOPS: readonly (LimitName | null)[] = [null, 'time', 'aborted'];

const COUNTS = 6;
const GRACE_MS = 1_000;

/** Solves a task. Rejects with `CostTooGreatError` where costs are beyond what the search counts. */
export async function solveInWorker(task: GroundTask, options: SolveInWorkerOptions = {}): Promise<SolveResult> {
  const { signal, timeLimitMs, graceMs = GRACE_MS } = options;
  const stop = new Int32Array(new SharedArrayBuffer(4));
  const counts = new Float64Array(new SharedArrayBuffer(8 * COUNTS));
  const order: WorkerOrder = {
    task,
    options: {
      search: options.search ?? 'astar',
      heuristic: options.heuristic ?? 'lmcut',
      limits: { ...SEARCH_LIMITS, ...options.limits },
    },
    stop,
    counts,
  };
  if (signal?.aborted) return stopped('aborted', counts);
  const worker = new Worker(new URL('./solve_worker.ts', import.meta.url), { workerData: order });
  const { promise, resolve, reject } = Promise.withResolvers<SolveResult>();
  const timers: NodeJS.Timeout[] = [];

  /** Asks the thread to stop, and ends it if it does not. */
  function askToStop(limit: LimitName): void {
    if (Atomics.load(stop, 0) !== 0) return;
    Atomics.store(stop, 0, STOPS.indexOf(limit));
    timers.push(setTimeout(() => resolve(stopped(limit, counts)), graceMs));
  }
  const onAbort = () => askToStop('aborted');
  signal?.addEventListener('abort', onAbort, { once: true });
  if (timeLimitMs !== undefined) timers.push(setTimeout(() => askToStop('time'), timeLimitMs));
  worker.on('message', (answer: WorkerAnswer) => {
    if ('result' in answer) resolve(answer.result);
    else reject(new CostTooGreatError(answer.costTooGreat));
  });
  worker.on('error', reject);
  worker.on('exit', (code) => reject(new Error(`The thread of the search ended with exit code ${code} and no result`)));
  return promise.finally(() => {
    for (const timer of timers) clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    return worker.terminate();
  });
}

/** The result of a thread that was ended, with the counts that it left. */
function stopped(limit: LimitName, counts: Float64Array): SolveResult {
  const [expanded = 0, evaluated = 0, generated = 0, reopened = 0, bytes = 0, statesStored = 0] = counts;
  return {
    status: 'limit',
    limit,
    expanded,
    evaluated,
    generated,
    reopened,
    bytes,
    statesStored,
    initialH: null,
  };
}
