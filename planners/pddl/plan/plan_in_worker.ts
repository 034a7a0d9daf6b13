/**
 * Plans from two PDDL texts in a thread of its own: reading, grounding, search and check, which can be ended at any moment.
 *
 * What the thread finds is what `planProblem` finds in this one. Where time is up or the signal comes, the thread is ended
 * without asking, for grounding and a single estimate may take long; the counts are then those that it has left, up to 16
 * expansions old.
 *
 * @module
 */
import { Worker } from 'node:worker_threads';
import { setCappedTimeout } from './capped_timeout.ts';
import { type PlanDocument, planDocument } from './plan_document.ts';
import type { PlanOptions, PlanPhase } from './plan_problem.ts';

/**
 * The time limit is for everything, and kept by a timer of this thread. A clock is for `searchMs` and `totalMs`, which
 * contains the start of the thread.
 */
export type PlanInWorkerOptions = Omit<PlanOptions, 'onPhase' | 'onProgress'> & {
  readonly timeLimitMs?: number;
  /** Gives milliseconds. */
  readonly clock?: () => number;
  readonly signal?: AbortSignal;
};

/** What the thread is given. */
export type WorkerOrder = {
  readonly domainText: string;
  readonly problemText: string;
  readonly options: Omit<PlanInWorkerOptions, 'clock' | 'signal' | 'timeLimitMs'>;
  /** Shared, left by the thread as it searches: expanded, evaluated, generated. */
  readonly counts: Float64Array;
};

/** What the thread tells: what it begins to do, and what comes of it. */
export type WorkerMessage = { readonly phase: PlanPhase } | { readonly document: PlanDocument };

const COUNTS = 3;

/** Plans. Rejects with mistakes of our own only. */
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

/** The document of planning that was stopped while it did something. */
function stopped(why: 'time' | 'aborted', phase: PlanPhase, timeLimitMs = 0): PlanDocument {
  const end = why === 'time' ? `the time limit of ${timeLimitMs / 1_000} s was reached` : 'interrupted';
  return { ...planDocument('limit'), message: `${end} while ${phase}` };
}

/** How far the thread has come, and when. */
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
