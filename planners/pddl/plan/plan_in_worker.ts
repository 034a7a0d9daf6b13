/**
 * Plans from two PDDL texts in a worker thread, which can be ended at any moment.
 *
 * The thread finds what `planProblem` would find in this one. When time is up or the signal is given, the thread is terminated
 * without being asked, since grounding or a single estimate may take long. The counts are then those it left last, up to 16
 * expansions old.
 *
 * @module
 */
import { Worker } from 'node:worker_threads';
import { setCappedTimeout } from './capped_timeout.ts';
import { type PlanDocument, planDocument } from './plan_document.ts';
import type { PlanOptions, PlanPhase } from './plan_problem.ts';

/**
 * The time limit covers everything, and is kept by a timer of this thread. The clock is for `searchMs`, and for `totalMs`, which
 * includes the start of the thread.
 */
export type PlanInWorkerOptions = Omit<PlanOptions, 'onPhase' | 'onProgress'> & {
  readonly timeLimitMs?: number;
  /** Gives milliseconds. */
  readonly clock?: () => number;
  readonly signal?: AbortSignal;
};

/** What is passed to the thread. */
export type WorkerOrder = {
  readonly domainText: string;
  readonly problemText: string;
  readonly options: Omit<PlanInWorkerOptions, 'clock' | 'signal' | 'timeLimitMs'>;
  /** Shared memory, in which the thread leaves its counts: expanded, evaluated, generated. */
  readonly counts: Float64Array;
};

/** What the thread reports: the phase that it begins, and the result. */
export type WorkerMessage = { readonly phase: PlanPhase } | { readonly document: PlanDocument };

const COUNTS = 3;

/**
 * Rejects only with defects of our own.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { planInWorker } from 'tapedeck/pddl';
 *
 * const domain = '(define (domain d) (:predicates (p)) (:action a :parameters () :precondition (p) :effect (not (p))))';
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
  const progress = new Progress(clock);
  const stop = (why: 'time' | 'aborted') =>
    progress.timed({ ...stopped(why, progress.phase, timeLimitMs), ...progress.counts });
  if (signal?.aborted) return stop('aborted');
  const order: WorkerOrder = { domainText, problemText, options, counts: progress.shared };
  const { promise, resolve, reject } = Promise.withResolvers<PlanDocument>();
  const worker = new Worker(new URL('./plan_worker.ts', import.meta.url), { workerData: order });
  const onAbort = () => resolve(stop('aborted'));
  signal?.addEventListener('abort', onAbort, { once: true });
  const timer = timeLimitMs === undefined ? undefined : setCappedTimeout(() => resolve(stop('time')), timeLimitMs);
  worker.on('message', (message: WorkerMessage) => {
    if ('phase' in message) progress.begin(message.phase);
    else resolve(progress.timed(message.document));
  });
  worker.on('error', (error) => {
    const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
    if (!isFull) return reject(error);
    const message = `the memory of the machine did not suffice for ${progress.phase}`;
    resolve(progress.timed({ ...planDocument('limit'), message, ...progress.counts }));
  });
  worker.on('exit', (code) => reject(new Error(`The planning thread ended with exit code ${code} and no result`)));
  return promise.finally(() => {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
    return worker.terminate();
  });
}

/** The document if planning was stopped during a phase. */
function stopped(why: 'time' | 'aborted', phase: PlanPhase, timeLimitMs = 0): PlanDocument {
  const end = why === 'time' ? `the time limit of ${timeLimitMs / 1_000} s was reached` : 'interrupted';
  return { ...planDocument('limit'), message: `${end} while ${phase}` };
}

/** How far the thread has got, and when. */
class Progress {
  /** Where the thread leaves its counts. */
  readonly shared = new Float64Array(new SharedArrayBuffer(8 * COUNTS));
  phase: PlanPhase = 'reading and grounding';
  readonly #clock: PlanInWorkerOptions['clock'];
  readonly #began: number;
  /** Phase → when it began. */
  readonly #times = new Map<PlanPhase, number>();

  constructor(clock: PlanInWorkerOptions['clock']) {
    this.#clock = clock;
    this.#began = clock?.() ?? 0;
  }

  begin(phase: PlanPhase): void {
    this.phase = phase;
    if (this.#clock !== undefined) this.#times.set(phase, this.#clock());
  }

  get counts(): Partial<PlanDocument> {
    const [expanded = 0, evaluated = 0, generated = 0] = this.shared;
    return this.phase === 'reading and grounding' ? {} : { expanded, evaluated, generated };
  }

  timed(document: PlanDocument): PlanDocument {
    const now = this.#clock?.();
    const searchFrom = this.#times.get('searching');
    const searchTo = this.#times.get('checking the plan found') ?? now;
    const searchMs = searchFrom === undefined || searchTo === undefined ? null : searchTo - searchFrom;
    return { ...document, searchMs, totalMs: now === undefined ? null : now - this.#began };
  }
}
