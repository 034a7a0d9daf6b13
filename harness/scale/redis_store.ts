/** BullMQ handles priorities, attempts, and takeover from dead workers. The clock is Redis's own. */
import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Job, Queue, WaitingError, Worker } from 'bullmq';
import { counted } from '../io/errors/counted.ts';
import { invalid } from '../io/errors/failure.ts';
import type { RedisConnection } from './redis_connection.ts';
import {
  ATTEMPT_PAUSE_MS,
  type CountedCells,
  FAILED_SHOWN_MAX,
  type FailedCell,
  isStopped,
  type QueuedCell,
  type StoredAnswer,
  type SweepStore,
} from './sweep_engine.ts';

const PREFIX = 'tapedeck';
const QUEUE = 'cells';

export const KEYS = {
  /** Hash: name → document. */
  sweep: `${PREFIX}:sweep`,
  /** Hash: `CELL ADDRESS` → line. */
  uncollected: `${PREFIX}:uncollected`,
  /** Its name; expires. */
  collector: `${PREFIX}:collector`,
  /** Hash: cell → name and model. */
  cells: `${PREFIX}:names`,
} as const;

const DONE = `${PREFIX}:${QUEUE}:completed`;

const answersKey = (cell: string) => `${PREFIX}:answers:${cell}`;

/** Keys: sweep. Arguments: document, old text, new text. Returns 0 if the old text is another. */
const SWAP = `
  if (redis.call('HGET', KEYS[1], ARGV[1]) or '') ~= ARGV[2] then return 0 end
  if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
  return 1
`;

/** Keys: answers, uncollected, sweep, done. Arguments: cell, address, line, counts. Ignores a done cell or cancelled sweep. */
const KEEP = `
  if redis.call('ZSCORE', KEYS[4], ARGV[1]) or redis.call('HEXISTS', KEYS[3], 'record') == 0 then return ARGV[3] end
  if redis.call('HSETNX', KEYS[1], ARGV[2], ARGV[3]) == 0 then return redis.call('HGET', KEYS[1], ARGV[2]) end
  if #ARGV > 3 then redis.call('HSET', KEYS[2], ARGV[1] .. ' ' .. ARGV[2], ARGV[3]) end
  for at = 4, #ARGV, 2 do redis.call('HINCRBY', KEYS[3], ARGV[at], ARGV[at + 1]) end
  return ARGV[3]
`;

/** Keys: collector. Arguments: its name, milliseconds until it expires; 0 releases. */
const RENEW = `
  if (redis.call('GET', KEYS[1]) or ARGV[1]) ~= ARGV[1] then return end
  if ARGV[2] == '0' then redis.call('DEL', KEYS[1]) else redis.call('SET', KEYS[1], ARGV[1], 'PX', ARGV[2]) end
`;

const BULK_MAX = 1_000;
const PRIORITY_MAX = 1_000;
const POLL_MS = 200;
const LEASE_MS = 10_000;
const COLLISIONS_MAX = 100_000;

const STATES = [
  ['waiting', 'wait', 'prioritized', 'delayed'],
  ['active', 'active'],
  ['done', 'completed'],
  ['failed', 'failed'],
] as const;

type CellNames = Pick<QueuedCell, 'name' | 'model'>;

type RedisStoreOptions = Readonly<{ connection: RedisConnection; stalledMs: number; say: (message: string) => void }>;

export class RedisStore implements SweepStore {
  readonly label = 'Redis';
  readonly #options: RedisStoreOptions;
  readonly #redis: RedisConnection['redis'];
  readonly #queue: Queue;
  #lastChange: Promise<void> = Promise.resolve();
  #cells: ReadonlyMap<string, CellNames> = new Map();

  constructor(options: RedisStoreOptions) {
    this.#options = options;
    this.#redis = options.connection.redis;
    this.#queue = new Queue(QUEUE, { connection: this.#redis, prefix: PREFIX });
    this.#queue.on('error', () => {}); // the connection reports it
  }

  read(names: readonly string[]) {
    return this.#redis.hmget(KEYS.sweep, ...names);
  }

  change: SweepStore['change'] = (name, change) => {
    const next = this.#lastChange.then(async () => {
      for (let collisions = 0; collisions < COLLISIONS_MAX; collisions += 1) {
        const [[seconds, microseconds], before] = await Promise.all([
          this.#redis.time(),
          this.#redis.hget(KEYS.sweep, name),
        ]);
        const after = change(before, Number(seconds) * 1_000 + Number(microseconds) / 1_000);
        if ((await this.#redis.eval(SWAP, 1, KEYS.sweep, name, before ?? '', after ?? '')) === 1) return;
      }
      throw new Error(`Cannot change "${name}" of the sweep: other processes change it too often`);
    });
    this.#lastChange = next.catch(() => {});
    return next;
  };

  find(cell: string, address: string) {
    return this.#redis.hget(answersKey(cell), address);
  }

  keep: SweepStore['keep'] = async ({ cell, address, line }, counts) => {
    const keys = [answersKey(cell), KEYS.uncollected, KEYS.sweep, DONE];
    const values = [cell, address, line, ...Object.entries(counts ?? {}).flat()];
    return String(await this.#redis.eval(KEEP, keys.length, ...keys, ...values));
  };

  async listUncollected(max: number) {
    const fields = (await this.#redis.hrandfield(KEYS.uncollected, max, 'WITHVALUES')) as string[];
    return Array.from({ length: fields.length / 2 }, (_, at) => {
      const [member = '', line = ''] = fields.slice(2 * at, 2 * at + 2);
      return { cell: member.slice(0, member.indexOf(' ')), line };
    });
  }

  async markCollected(answers: readonly Omit<StoredAnswer, 'line'>[]) {
    const members = answers.map(({ cell, address }) => `${cell} ${address}`);
    if (members.length > 0) await this.#redis.hdel(KEYS.uncollected, ...members);
  }

  async collectAlone() {
    const collector = `process ${process.pid} on "${hostname()}" (${randomUUID()})`;
    const take = () => this.#redis.set(KEYS.collector, collector, 'PX', LEASE_MS, 'NX');
    const renew = (ms: number) => this.#redis.eval(RENEW, 1, KEYS.collector, collector, ms);
    for (let leftMs = LEASE_MS; (await take()) === null; leftMs -= 1_000) {
      if (leftMs <= 0) {
        const holder = await this.#redis.get(KEYS.collector);
        throw invalid(`The sweep in Redis at ${this.#options.connection.label} is already collected by ${holder}`);
      }
      await sleep(1_000);
    }
    const renewal = setInterval(() => renew(LEASE_MS).catch(() => {}), LEASE_MS / 3);
    return async () => {
      clearInterval(renewal);
      await renew(0);
    };
  }

  add: SweepStore['add'] = async (cells, attempts) => {
    const backoff = { type: 'exponential', delay: ATTEMPT_PAUSE_MS, jitter: 0.2 };
    for (let start = 0; start < cells.length; start += BULK_MAX) {
      const batch = cells.slice(start, start + BULK_MAX);
      const names = batch.map(({ id, name, model }) => [id, JSON.stringify({ name, model })] as const);
      await this.#redis.hset(KEYS.cells, Object.fromEntries(names));
      const jobs = batch.map(({ id, priority }) => {
        // In BullMQ, 1 goes first, and 0 means no priority.
        const opts = { jobId: id, priority: 1 + PRIORITY_MAX - priority, attempts, backoff, stackTraceLimit: 0 };
        return { name: 'cell', data: {}, opts };
      });
      await this.#queue.addBulk(jobs);
    }
  };

  async retryFailed() {
    for (const job of await this.#queue.getFailed()) {
      await job.retry('failed', { resetAttemptsMade: true, resetAttemptsStarted: true });
    }
  }

  work: SweepStore['work'] = async (play, { concurrency, signal, untilIdle, stopReason }) => {
    const { connection, stalledMs, say } = this.#options;
    const processor = async (job: Job, token: string | undefined, lockLoss: AbortSignal | undefined): Promise<void> => {
      const isHalted = (await stopReason()) !== null;
      if (isHalted) await worker.pause(true);
      const cellSignal = lockLoss === undefined ? signal : AbortSignal.any([signal, lockLoss]);
      const end = isHalted ? 'given_back' : await play(job.id ?? '', cellSignal);
      if (end === 'done') return;
      if (end !== 'given_back') throw new Error(JSON.stringify(end));
      if (lockLoss?.aborted !== true) await job.moveToWait(token);
      throw new WaitingError();
    };
    const worker = new Worker(QUEUE, processor, {
      ...{ connection: this.#redis, prefix: PREFIX, concurrency, autorun: false },
      ...{ lockDuration: stalledMs, stalledInterval: stalledMs },
      maxStalledCount: Number.MAX_SAFE_INTEGER, // a crash is not a failure of the cell
      ...{ drainDelay: 1, runRetryDelay: POLL_MS },
    });
    worker.on('completed', ({ id = '' }) => void this.#redis.unlink(answersKey(id)).catch(() => {}));
    worker.on('lockRenewalFailed', (ids) => {
      for (const id of ids) worker.cancelJob(id);
      const cells = counted(ids.length, 'cell');
      say(`${cells} stalled and went to other workers; allow more time with --stalled-s`);
    });
    worker.on('error', ({ message }) => {
      // `RedisConnection` and `lockRenewalFailed` report the others.
      if (!/\block\b|ECONN|closed/i.test(message)) say(`Queue: ${message}`);
    });
    const workSignal = AbortSignal.any([signal, connection.loss]);
    const running = worker.run();
    try {
      while (!workSignal.aborted) {
        const reason = await stopReason();
        if (untilIdle && (await this.#isIdle(isStopped(reason)))) break;
        if (reason === null && worker.isPaused()) await worker.resume();
        await sleep(POLL_MS, undefined, { signal: workSignal }).catch(() => {});
      }
    } finally {
      await worker.close(connection.loss.aborted);
      connection.loss.throwIfAborted();
    }
    await running;
  };

  async #isIdle(isStopped: boolean): Promise<boolean> {
    const counts = await this.#queue.getJobCounts('wait', 'prioritized', 'delayed', 'active');
    return counts['active'] === 0 && (isStopped || Object.values(counts).every((count) => count === 0));
  }

  async progress() {
    // all states at once, to miss no cell that changes state
    const [states, uncollected, workers, failed] = await Promise.all([
      Promise.all(STATES.map(async ([state, ...types]) => ({ state, ids: await this.#queue.getRanges(types, 0, -1) }))),
      this.#redis.hlen(KEYS.uncollected),
      this.#queue.getWorkersCount().catch(() => 0), // a managed Redis may hide it
      this.#queue.getFailed(0, FAILED_SHOWN_MAX - 1),
    ]);
    const cells: CountedCells[] = [];
    for (const { state, ids } of states) {
      for (const id of ids) cells.push({ model: (await this.#namesOf(id)).model, state, number: 1 });
    }
    const failures = failed.map(async ({ id = '', attemptsMade: attempts, failedReason }) => {
      return { cell: (await this.#namesOf(id)).name, attempts, failure: failureIn(failedReason) };
    });
    return { cells, uncollected, workers, failed: await Promise.all(failures) };
  }

  async clear() {
    await this.#redis.del(KEYS.sweep);
    await this.#queue.obliterate({ force: true });
    for await (const keys of this.#redis.scanStream({ match: `${PREFIX}:*`, count: 1_000 })) {
      if (keys.length > 0) await this.#redis.unlink(...keys);
    }
    this.#cells = new Map();
  }

  async close() {
    if (!this.#options.connection.loss.aborted) await this.#queue.close();
    this.#redis.disconnect();
  }

  async #namesOf(id: string): Promise<CellNames> {
    if (!this.#cells.has(id)) {
      const cells = await this.#redis.hgetall(KEYS.cells);
      this.#cells = new Map(Object.entries(cells).map(([cell, names]) => [cell, JSON.parse(names)]));
    }
    return this.#cells.get(id) ?? { name: '', model: '' };
  }
}

function failureIn(reason = 'unknown'): FailedCell['failure'] {
  return reason.startsWith('{') ? JSON.parse(reason) : { cause: reason };
}
