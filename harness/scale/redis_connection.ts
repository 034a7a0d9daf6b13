import { Redis } from 'ioredis';
import { CommandFailure, invalid } from '../io/errors/failure.ts';

export type RedisOptions = {
  /** `redis://HOST:PORT/DATABASE`, or `rediss:` for TLS. */
  readonly url: string;
  /** Replaces one in the URL, which others on the host could see. */
  readonly password: string | undefined;
  readonly say: (message: string) => void;
  readonly awayMs: number;
};

export type RedisConnection = {
  readonly redis: Redis;
  /** Every command rejects once it fires. */
  readonly gone: AbortSignal;
  /** Without password. */
  readonly shown: string;
};

const RETRY_MS = 500;
const CONNECT_MS = 10_000;

/** BullMQ's minimum. */
const VERSION_MIN = [6, 2] as const;

/** Throws a CommandFailure if no usable Redis answers. */
export async function connectRedis(options: RedisOptions): Promise<RedisConnection> {
  const shown = shownUrl(options.url);
  const gone = new AbortController();
  const { awayMs, say, password } = options;
  let isReady = false;
  const redis = new Redis(options.url, {
    ...(password === undefined ? {} : { password }),
    lazyConnect: true,
    maxRetriesPerRequest: null,
    connectTimeout: CONNECT_MS,
    retryStrategy(times) {
      if (!isReady) return null;
      if (times === 1) say(`Redis at ${shown} is away; waiting for it`);
      if (times * RETRY_MS <= awayMs) return RETRY_MS;
      gone.abort(
        invalid(`Redis at ${shown} was away for more than ${awayMs / 1_000} s; what was kept is there when it is`),
      );
      return null;
    },
  });
  // Reported by the first command, later by `retryStrategy`.
  let why = '';
  redis.on('error', ({ message }) => {
    why = message;
  });
  try {
    await redis.connect();
    await redis.ping();
    await checkVersion(redis, shown);
  } catch (error) {
    redis.disconnect();
    if (error instanceof CommandFailure) throw error;
    if (why === '') why = error instanceof Error ? error.message : String(error);
    const remedy = 'Check that it runs, its URL and, in REDIS_PASSWORD, its password';
    throw invalid(`Cannot use Redis at ${shown}: ${why}. ${remedy}`, { cause: error });
  }
  isReady = true;
  return { redis, gone: gone.signal, shown };
}

function shownUrl(url: string): string {
  if (!URL.canParse(url) || !/^rediss?:$/.test(new URL(url).protocol)) {
    throw invalid('--redis must be a URL such as redis://localhost:6379/0');
  }
  const { host, pathname } = new URL(url);
  return `${host}${pathname}`;
}

async function checkVersion(redis: Redis, shown: string): Promise<void> {
  const info = await redis.info('server');
  const [, major = '0', minor = '0'] = /redis_version:(\d+)\.(\d+)/.exec(info) ?? [];
  const [needsMajor, needsMinor] = VERSION_MIN;
  if (Number(major) > needsMajor || (Number(major) === needsMajor && Number(minor) >= needsMinor)) return;
  throw invalid(`Redis at ${shown} is version ${major}.${minor}; sweeps need ${VERSION_MIN.join('.')} or newer`);
}

const DURABLE: readonly (readonly [string, string])[] = [
  ['appendonly', 'yes'],
  ['appendfsync', 'always'],
  ['maxmemory-policy', 'noeviction'],
];

/** Null if settings lose no answers, or Redis hides them. */
export async function durabilityWarning({ redis, shown }: RedisConnection): Promise<string | null> {
  const settings = Promise.all(DURABLE.map(([name]) => redis.config('GET', name) as Promise<string[]>));
  const found = await settings.catch(() => null);
  if (found === null) {
    return `Redis at ${shown} does not tell its settings; see that it has ${settingsText(DURABLE)}`;
  }
  const wrong = DURABLE.filter(([, value], at) => found[at]?.[1] !== value);
  return wrong.length === 0 ? null : `Redis at ${shown} may lose answers when it dies: set ${settingsText(wrong)}`;
}

function settingsText(settings: typeof DURABLE): string {
  return settings.map((words) => words.join(' ')).join(', ');
}
