/** After a timeout or abort, counts may be 16 expansions old. */
import { Worker } from 'node:worker_threads';
import { setCappedTimeout } from './bounded_process.ts';
import { type PlanDocument, type PlanOptions, type PlanPhase, planDocument } from './plan_problem.ts';

/** The time limit and `totalMs` include the start of the thread. */
export type PlanInWorkerOptions = Omit<PlanOptions, 'onPhase' | 'onProgress'> &
  Readonly<{
    timeLimitMs?: number;
    /** In milliseconds. */
    clock?: () => number;
    signal?: AbortSignal;
  }>;

export type WorkerInput = Readonly<{
  domainText: string;
  problemText: string;
  options: Omit<PlanInWorkerOptions, 'clock' | 'signal' | 'timeLimitMs'>;
  /** Shared: expanded, evaluated, generated. */
  counts: Float64Array;
}>;

export type WorkerMessage = { readonly phase: PlanPhase } | { readonly document: PlanDocument };

/**
 * Rejects only for internal errors.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { planInWorker } from 'tapedeck/pddl';
 *
 * const domain = '(define (domain d) (:predicates (p)))';
 * const problem = '(define (problem q) (:domain d) (:init) (:goal (p)))';
 * const { status } = await planInWorker(domain, problem, { timeLimitMs: 60_000 });
 * assert.equal(status, 'unsolvable');
 * ```
 */
export async function planInWorker(
  domainText: string,
  problemText: string,
  { clock, signal, timeLimitMs, ...options }: PlanInWorkerOptions = {},
): Promise<PlanDocument> {
  const began = clock?.() ?? 0;
  const counts = new Float64Array(new SharedArrayBuffer(3 * Float64Array.BYTES_PER_ELEMENT));
  const times = new Map<PlanPhase, number | undefined>();
  let phase: PlanPhase = 'reading and grounding';

  function withTimes(document: PlanDocument): PlanDocument {
    const now = clock?.();
    const searchFrom = times.get('searching');
    const searchTo = times.get('checking the plan') ?? now;
    const searchMs = searchFrom === undefined || searchTo === undefined ? null : searchTo - searchFrom;
    return { ...document, searchMs, totalMs: now === undefined ? null : now - began };
  }
  function limitDocument(reason: string): PlanDocument {
    const [expanded = 0, evaluated = 0, generated = 0] = counts;
    const progress = phase === 'reading and grounding' ? {} : { expanded, evaluated, generated };
    return withTimes({ ...planDocument('limit'), message: `${reason} while ${phase}`, ...progress });
  }

  if (signal?.aborted) return limitDocument('interrupted');
  const input: WorkerInput = { domainText, problemText, options, counts };
  const { promise, resolve, reject } = Promise.withResolvers<PlanDocument>();
  const worker = new Worker(new URL('./plan_worker.ts', import.meta.url), { workerData: input });
  const onAbort = () => resolve(limitDocument('interrupted'));
  signal?.addEventListener('abort', onAbort, { once: true });
  const onTime = () => resolve(limitDocument(`the time limit of ${timeLimitMs! / 1_000} s was reached`));
  const timer = timeLimitMs === undefined ? undefined : setCappedTimeout(onTime, timeLimitMs);
  worker.on('message', (message: WorkerMessage) => {
    if ('document' in message) return resolve(withTimes(message.document));
    phase = message.phase;
    times.set(phase, clock?.());
  });
  worker.on('error', (error) => {
    const isOutOfMemory = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (isOutOfMemory) resolve(limitDocument('the machine ran out of memory'));
    else reject(error);
  });
  worker.on('exit', (code) => reject(new Error(`The planning thread ended with exit code ${code} and no result`)));
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    return worker.terminate();
  });
}
