/** The engine that a command means: in Redis where one is named, else in a file of this project. */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { invalid, unknownName } from '../io/errors/failure.ts';
import { namesIn } from '../io/places.ts';
import type { Environment } from './providers.ts';
import { SweepEngine } from './sweep_engine.ts';

export type SweepPlace = {
  readonly redis: string | undefined;
  /** Folder of sweeps without Redis. */
  readonly sweeps: string;
  /** Of a sweep without Redis; the one that changed last where absent. */
  readonly name?: string | undefined;
};

/** Times in milliseconds. */
export type Clocks = {
  /** The same on all hosts, as far as their clocks go. */
  readonly wall: () => number;
  /** Never goes back. */
  readonly monotonic: () => number;
};

export type SweepSurroundings = {
  readonly clocks: Clocks;
  readonly environment: Environment;
  readonly say: (message: string) => void;
};

const ENDING = '.sqlite';

/** With `isNew`, a file that is not there is made. Throws a CommandFailure where there is no such sweep, or no such Redis. */
export async function openSweep(
  { redis, sweeps, name }: SweepPlace,
  surroundings: SweepSurroundings,
  { isNew }: { readonly isNew: boolean },
): Promise<SweepEngine> {
  if (redis !== undefined) return inRedis({ ...surroundings, redis });
  const known = namesIn(sweeps, ENDING);
  const fileOf = (each: string) => join(sweeps, `${each}${ENDING}`);
  const changedMs = (each: string) => statSync(fileOf(each)).mtimeMs;
  const meant = name ?? known.toSorted((a, b) => changedMs(a) - changedMs(b)).at(-1);
  if (meant === undefined) {
    throw invalid(`No sweep was started in "${sweeps}"; name another folder with --sweeps, or a Redis with --redis`);
  }
  if (!isNew && !known.includes(meant)) throw unknownName('sweep', meant, known);
  const { FileStore } = await import('./file_store.ts');
  return new SweepEngine(new FileStore({ path: fileOf(meant), clock: surroundings.clocks.wall }));
}

type InRedis = Omit<SweepSurroundings, 'clocks'> & { readonly redis: string; readonly stalledMs?: number };

/** How long a Redis may stay away. */
const AWAY_MS = 10 * 60_000;
/** A worker that gives no sign for so long has lost its cells, unless its user says otherwise. */
export const STALLED_S = 30;

/** Warns where it could lose answers. Throws a CommandFailure where it cannot be used. */
export async function inRedis({
  redis: url,
  environment,
  say,
  stalledMs = STALLED_S * 1_000,
}: InRedis): Promise<SweepEngine> {
  // A command that does not sweep in Redis loads neither its client nor BullMQ.
  const { connectRedis, durabilityWarning } = await import('./redis_connection.ts');
  const { RedisStore } = await import('./redis_store.ts');
  const { REDIS_PASSWORD: password } = environment;
  const connection = await connectRedis({ url, password, say, awayMs: AWAY_MS });
  const warning = await durabilityWarning(connection);
  if (warning !== null) say(warning);
  return new SweepEngine(new RedisStore({ connection, stalledMs, say }));
}
