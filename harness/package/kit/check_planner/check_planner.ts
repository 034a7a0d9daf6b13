import { Worker } from 'node:worker_threads';
import { setCappedTimeout } from '../../../../planners/pddl/plan/bounded_process.ts';
import { endPrograms } from '../../../episode/any_language/running_programs.ts';
import { counted } from '../../../io/errors/counted.ts';
import { CommandFailure, invalid, messageOf } from '../../../io/errors/failure.ts';
import { unpackError } from '../../../run/threads/carried_error.ts';
import type {
  CheckedTitle,
  CheckOrder,
  CheckOutcome,
  CheckPlan,
  FromCheckThread,
  PlannerReport,
  ToCheckThread,
} from './planner_report.ts';

/** Index of the check that searches for recordings. */
const RECORDED_CHECK = 0;

/** Further checks are skipped. */
const LATE_MAX = 2;

/** Rejects with a CommandFailure on an unusable planner or tape. */
export async function checkPlanner(
  order: CheckOrder,
  { signal, onCheck }: { signal: AbortSignal; onCheck: (title: string, total: number) => void },
): Promise<PlannerReport> {
  const threads: CheckThread[] = [new CheckThread(order)];
  const closeThread = () => void threads.at(-1)?.close();
  signal.addEventListener('abort', closeThread);
  try {
    const plan = await threads[0]!.plan();
    const checks: CheckedTitle[] = [];
    for (const [at, check] of plan.titles.entries()) {
      if (signal.aborted) throw new CommandFailure(130, 'Interrupted');
      onCheck(check, plan.titles.length);
      checks.push({ check, ...(await outcomeOf(at, threads, order)) });
    }
    const { titles: _, ...subject } = plan;
    return { ...subject, runs: order.runs, seed: order.seed, checks };
  } catch (error) {
    throw signal.aborted ? new CommandFailure(130, 'Interrupted') : error;
  } finally {
    signal.removeEventListener('abort', closeThread);
    for (const thread of threads) await thread.close();
  }
}

async function outcomeOf(at: number, threads: CheckThread[], order: CheckOrder): Promise<CheckOutcome> {
  const late = threads.filter(({ isLate }) => isLate).length;
  if (late >= LATE_MAX) return { status: 'skipped', reason: `${counted(late, 'check')} did not end in time` };
  let thread = threads.at(-1)!;
  if (thread.hasEnded) {
    await thread.close();
    // A search for recordings that was too slow is not repeated.
    const withoutRecorded = threads[0]?.hasEnded === true && threads[0].lastCheck === RECORDED_CHECK;
    thread = new CheckThread({ ...order, withoutRecorded });
    threads.push(thread);
    await thread.plan();
  }
  return thread.run(at);
}

const LINES_MAX = 12;

/** Ratio of the time limits of loading and of a play. */
const LOADING_FACTOR = 4;

/** Runs one check at a time; ends if the planner exceeds a limit or crashes. */
class CheckThread {
  #endReason: string | null = null;
  isLate = false;
  lastCheck: number | null = null;
  readonly #worker: Worker;
  readonly #order: CheckOrder;
  readonly #loaded = Promise.withResolvers<CheckPlan>();
  #pending: PromiseWithResolvers<CheckOutcome> | null = null;
  /** Counts if shrinking the case does not end in time. */
  #unshrunk: CheckOutcome | null = null;
  #lines: string[] = [];
  #timer: NodeJS.Timeout | null = null;

  constructor(order: CheckOrder) {
    this.#order = order;
    this.#loaded.promise.catch(() => {});
    this.#worker = new Worker(new URL('./check_worker.ts', import.meta.url), { workerData: order });
    this.#worker.on('message', (message: FromCheckThread) => this.#receive(message));
    this.#worker.on('error', (error) => this.#end(`it throws an uncaught error: ${messageOf(error)}`));
    this.#worker.on('exit', (code) => this.#end(`it ends its thread with exit code ${code}`));
  }

  get hasEnded(): boolean {
    return this.#endReason !== null;
  }

  plan(): Promise<CheckPlan> {
    return this.#inTime(this.#loaded.promise);
  }

  run(check: number): Promise<CheckOutcome> {
    this.#pending = Promise.withResolvers();
    this.#lines = [];
    this.#unshrunk = null;
    this.lastCheck = check;
    this.#worker.postMessage({ check } satisfies ToCheckThread);
    return this.#inTime(this.#pending.promise);
  }

  async close(): Promise<void> {
    this.#end('it was stopped');
    await this.#worker.terminate();
    endPrograms();
  }

  async #inTime<T>(promise: Promise<T>): Promise<T> {
    this.#limit(LOADING_FACTOR * this.#order.timeLimitS);
    try {
      return await promise;
    } finally {
      this.#limit(null);
    }
  }

  #limit(limitS: number | null): void {
    clearTimeout(this.#timer ?? undefined);
    this.#timer = null;
    if (limitS === null) return;
    const timer = setCappedTimeout(() => {
      // Let messages arrive that a busy machine delayed.
      setImmediate(() => {
        if (this.#timer !== timer) return;
        this.isLate = true;
        this.#end(`it does not end within ${limitS} s`);
        void this.#worker.terminate();
      });
    }, 1_000 * limitS);
    this.#timer = timer;
  }

  #receive(message: FromCheckThread): void {
    if (this.hasEnded) return;
    if ('plan' in message) this.#loaded.resolve(message.plan);
    else if ('failed' in message) this.#fail(unpackError(message.failed));
    else if ('found' in message) this.#unshrunk = message.found;
    else if ('outcome' in message) this.#pending?.resolve(message.outcome);
    else if (message.line !== null) this.#lines = [...this.#lines.slice(1 - LINES_MAX), message.line];
    else {
      this.#lines = [];
      if (this.#timer !== null) this.#limit(this.#order.timeLimitS);
    }
  }

  #fail(error: Error): void {
    this.#endReason ??= error.message;
    this.#loaded.reject(error);
    this.#pending?.reject(error);
  }

  #end(why: string): void {
    if (this.hasEnded) return;
    this.#endReason = why;
    this.#loaded.reject(invalid(`Cannot load planner "${this.#order.planner}": ${why}`));
    const reason = why.replace(/^it /, 'The planner ');
    const fault: CheckOutcome = { status: 'failed', reason, trace: this.#lines };
    this.#pending?.resolve(this.#unshrunk ?? fault);
  }
}
