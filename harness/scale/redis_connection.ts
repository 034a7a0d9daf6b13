import { Redis } from 'ioredis';
import { CommandFailure, invalid, messageOf } from '../io/errors/failure.ts';

type RedisOptions = Readonly<{
  /** `redis://HOST:PORT/DATABASE`, or `rediss:` for TLS. */
  url: string;
  /** Not in the URL, because others can see command lines. */
  password: string | undefined;
  say: (message: string) => void;
  outageMsMax: number;
}>;

export type RedisConnection = Readonly<{
  redis: Redis;
  /** Fires after `outageMsMax`; then every command rejects. */
  loss: AbortSignal;
  label: string;
}>;

const RETRY_MS = 500;
const CONNECT_MS = 10_000;
const VERSION_MIN = '6.2'; // BullMQ's minimum

export async function connectRedis({ url, password, say, outageMsMax }: RedisOptions): Promise<RedisConnection> {
  const label = labelOf(url);
  const loss = new AbortController();
  let isReady = false;
  const redis = new Redis(url, {
    ...(password === undefined ? {} : { password }),
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_MS,
    retryStrategy(times) {
      if (!isReady) return null;
      if (times === 1) say(`Redis at ${label} cannot be reached; trying again`);
      if (times * RETRY_MS <= outageMsMax) return RETRY_MS;
      const problem = `Redis at ${label} could not be reached for more than ${outageMsMax / 1_000} s`;
      loss.abort(invalid(`${problem}; its stored answers are not lost`));
      return null;
    },
  });
  let problem = '';
  redis.on('error', ({ message }) => {
    problem = message;
  });
  try {
    await redis.connect();
    await redis.ping();
    await checkVersion(redis, label);
  } catch (error) {
    redis.disconnect();
    if (error instanceof CommandFailure) throw error;
    const remedy = 'Check that Redis runs, and check its URL and its password in REDIS_PASSWORD';
    throw invalid(`Cannot use Redis at ${label}: ${problem || messageOf(error)}. ${remedy}`, { cause: error });
  }
  isReady = true;
  const warning = await durabilityWarning(redis, label);
  if (warning !== null) say(warning);
  return { redis, loss: loss.signal, label };
}

function labelOf(url: string): string {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) {
    throw invalid('--redis must be a URL such as redis://localhost:6379/0');
  }
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

async function checkVersion(redis: Redis, label: string): Promise<void> {
  const [, version = '0'] = /redis_version:(\d+\.\d+)/.exec(await redis.info('server')) ?? [];
  if (version.localeCompare(VERSION_MIN, 'en', { numeric: true }) >= 0) return;
  throw invalid(`Redis at ${label} has version ${version}; sweeps need ${VERSION_MIN} or newer`);
}

const DURABLE = [
  ['appendonly', 'yes'],
  ['appendfsync', 'always'],
  ['maxmemory-policy', 'noeviction'],
] as const;

async function durabilityWarning(redis: Redis, label: string): Promise<string | null> {
  const values = await Promise.all(DURABLE.map(([name]) => redis.config('GET', name))).catch(() => null);
  const unsafe = DURABLE.filter(([, value], at) => (values?.[at] as string[] | undefined)?.[1] !== value);
  const settings = unsafe.map((setting) => setting.join(' ')).join(', ');
  if (values === null) return `Redis at ${label} does not show its settings; make sure that it has ${settings}`;
  return unsafe.length === 0 ? null : `Redis at ${label} may lose answers if it crashes; set ${settings}`;
}
