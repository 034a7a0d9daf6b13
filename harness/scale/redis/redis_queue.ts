/**
 * The queue of cells in Redis, by BullMQ: priorities, attempts with pauses that double, and cells of a worker that died taken over by another.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, type JobType, Queue, WaitingError, Worker } from 'bullmq';
import { counted } from '../../io/errors/counted.ts';
import {
  ATTEMPT_PAUSE_MS,
  type CellFailure,
  type PlayCell,
  type QueuedCell,
  type WorkOptions,
} from '../engine/sweep_engine.ts';
import type { RedisConnection } from './redis_connection.ts';
import { PREFIX, QUEUE } from './sweep_scripts.ts';

/** So many jobs go into Redis at once. */
const BULK_MAX = 1_000;
const PRIORITY_MAX = 1_000;
const LOOK_MS = 200;

const WAITING = ['wait', 'prioritized', 'delayed'] as const satisfies readonly JobType[];

export type CellIds = Readonly<Record<'waiting' | 'active' | 'done' | 'failed', readonly string[]>>;

export type QueueHooks = {
  /** Whether workers that end when nothing is left are to end. */
  readonly isStopped: () => Promise<boolean>;
  readonly onFailure: (cell: string, failure: CellFailure, attempts: number) => Promise<void>;
  readonly onDone: (cell: string) => Promise<void>;
  readonly say: (message: string) => void;
};

export class RedisQueue {
  readonly #connection: RedisConnection;
  readonly #queue: Queue;
  readonly #stalledMs: number;

  /** A worker that gives no sign for `stalledMs` has lost its cells. */
  constructor(connection: RedisConnection, stalledMs: number) {
    this.#connection = connection;
    this.#stalledMs = stalledMs;
    this.#queue = new Queue(QUEUE, { connection: connection.redis, prefix: PREFIX });
    this.#queue.on('error', () => {}); // the connection tells
  }

  /** Those that are there already stay as they are. */
  async add(cells: readonly QueuedCell[], attempts: number): Promise<void> {
    const backoff = { type: 'exponential', delay: ATTEMPT_PAUSE_MS, jitter: 0.2 };
    for (let from = 0; from < cells.length; from += BULK_MAX) {
      const jobs = cells.slice(from, from + BULK_MAX).map(({ id, priority }) => {
        // BullMQ's lowest number goes first, and 0 means none.
        const opts = { jobId: id, priority: 1 + PRIORITY_MAX - priority, attempts, backoff };
        return { name: 'cell', data: {}, opts };
      });
      await this.#queue.addBulk(jobs);
    }
  }

  async retryFailed(): Promise<void> {
    for (const job of await this.#queue.getFailed()) {
      await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    }
  }

  pause(): Promise<void> {
    return this.#queue.pause();
  }

  resume(): Promise<void> {
    return this.#queue.resume();
  }

  async ids(): Promise<CellIds> {
    const [waiting, active, done, failed] = await Promise.all([
      this.#queue.getRanges([...WAITING], 0, -1),
      this.#queue.getRanges(['active'], 0, -1),
      this.#queue.getRanges(['completed'], 0, -1),
      this.#queue.getRanges(['failed'], 0, -1),
    ]);
    return { waiting, active, done, failed };
  }

  async workers(): Promise<number> {
    // A managed Redis may not tell.
    return this.#queue.getWorkersCount().catch(() => 0);
  }

  obliterate(): Promise<void> {
    return this.#queue.obliterate({ force: true });
  }

  async work(play: PlayCell, { concurrency, signal, untilIdle }: WorkOptions, hooks: QueueHooks): Promise<void> {
    const played = new Map<string, AbortController>();
    const worker = new Worker(QUEUE, (job, token) => playJob(job, token, { play, signal, hooks, played }), {
      connection: this.#connection.redis,
      prefix: PREFIX,
      concurrency,
      lockDuration: this.#stalledMs,
      stalledInterval: this.#stalledMs,
      maxStalledCount: Number.MAX_SAFE_INTEGER, // a worker that dies is no fault of the cell
      drainDelay: 1,
      runRetryDelay: LOOK_MS,
      autorun: false,
    });
    // Another worker may have it already: nothing more of it is asked here.
    worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) played.get(id)?.abort();
      hooks.say(
        `${counted(ids.length, 'cell')} held for too long without a sign, and left to others; --stalled-s allows more`,
      );
    });
    worker.on('error', ({ message }) => {
      // The connection tells of itself, and a cell that was lost was told of above.
      if (!/\block\b|ECONN|closed/i.test(message)) hooks.say(`Queue: ${message}`);
    });
    const either = AbortSignal.any([signal, this.#connection.gone]);
    const running = worker.run();
    while (!either.aborted && !(untilIdle && (await this.#isIdle(hooks)))) {
      await sleep(LOOK_MS, undefined, { signal: either }).catch(() => {});
    }
    await worker.close(this.#connection.gone.aborted);
    this.#connection.gone.throwIfAborted();
    await running;
  }

  async close(): Promise<void> {
    await this.#queue.close();
  }

  async #isIdle({ isStopped }: QueueHooks): Promise<boolean> {
    const counts = await this.#queue.getJobCounts(...WAITING, 'active');
    if ((counts['active'] ?? 0) > 0) return false;
    return Object.values(counts).every((count) => count === 0) || isStopped();
  }
}

type Playing = {
  readonly play: PlayCell;
  readonly signal: AbortSignal;
  readonly hooks: QueueHooks;
  /** What is being played here; each ends where the cell is lost. */
  readonly played: Map<string, AbortController>;
};

async function playJob(job: Job, token: string | undefined, { play, signal, hooks, played }: Playing): Promise<void> {
  const { id = '' } = job;
  const lost = new AbortController();
  played.set(id, lost);
  const end = await play(id, AbortSignal.any([signal, lost.signal]));
  if (played.get(id) === lost) played.delete(id);
  if (end === 'done') return hooks.onDone(id);
  if (end === 'given_back') {
    if (!lost.signal.aborted) await job.moveToWait(token);
    throw new WaitingError();
  }
  await hooks.onFailure(id, end, job.attemptsMade + 1);
  throw new Error(end.cause);
}
