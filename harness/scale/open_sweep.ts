/**
 * The engine that a command means: Redis where one is named, else a file of this project.
 *
 * @module
 */
import { statSync } from 'node:fs';
import { join } from 'node:path';
import { option } from '../cli/terminal/option.ts';
import { invalid, unknownName } from '../io/errors/failure.ts';
import { namesIn, PLACES } from '../io/places.ts';
import type { SweepEngine } from './engine/sweep_engine.ts';

export const SWEEP_PLACE = {
  redis: option.text(
    'redis://HOST:PORT/DATABASE, for a sweep on several hosts; its password is read from REDIS_PASSWORD',
  ),
  sweeps: option.path(PLACES.sweeps, 'results/sweeps', 'Folder of sweeps without Redis'),
} as const;

/** For whoever plays cells. */
export const GRACE = option.number(30, 'When interrupted: seconds in which what was asked may still be answered');

export type SweepPlace = {
  readonly redis: string | undefined;
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
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly say: (message: string) => void;
};

const ENDING = '.sqlite';

/** Where an embedded sweep lies, without the ending. */
export function sweepFile(sweeps: string, name: string): string {
  return join(sweeps, `${name}${ENDING}`);
}

/** With `isNew`, a file that is not there is made. Throws a CommandFailure where there is no such sweep, or no such Redis. */
export async function openSweep(
  { redis, sweeps, name }: SweepPlace,
  surroundings: SweepSurroundings,
  { isNew }: { readonly isNew: boolean },
): Promise<SweepEngine> {
  if (redis !== undefined) return inRedis({ ...surroundings, redis });
  const known = namesIn(sweeps, ENDING);
  const meant = name ?? latest(sweeps, known);
  if (meant === undefined) {
    throw invalid(`No sweep was started in "${sweeps}"; name another folder with --sweeps, or a Redis with --redis`);
  }
  if (!isNew && !known.includes(meant)) throw unknownName('sweep', meant, known);
  const { EmbeddedEngine } = await import('./embedded/embedded_engine.ts');
  return new EmbeddedEngine({ path: sweepFile(sweeps, meant), clock: surroundings.clocks.wall });
}

type InRedis = Omit<SweepSurroundings, 'clocks'> & { readonly redis: string; readonly stalledMs?: number };

/** A Redis that is away is waited for so long. */
const AWAY_MS = 10 * 60_000;
/** A worker that gives no sign for so long has lost its cells, unless it was told otherwise. */
export const STALLED_S = 30;

/** Warns where it could lose answers. Throws a CommandFailure where it cannot be used. */
export async function inRedis({
  redis: url,
  environment,
  say,
  stalledMs = STALLED_S * 1_000,
}: InRedis): Promise<SweepEngine> {
  // Who does not sweep in Redis loads neither its client nor BullMQ.
  const { connectRedis, durabilityWarning } = await import('./redis/redis_connection.ts');
  const { RedisEngine } = await import('./redis/redis_engine.ts');
  const { REDIS_PASSWORD: password } = environment;
  const connection = await connectRedis({ url, password, say, awayMs: AWAY_MS });
  const warning = await durabilityWarning(connection);
  if (warning !== null) say(warning);
  return new RedisEngine({ connection, stalledMs, say });
}

function latest(sweeps: string, known: readonly string[]): string | undefined {
  const changed = (name: string) => statSync(sweepFile(sweeps, name)).mtimeMs;
  return known.toSorted((a, b) => changed(a) - changed(b)).at(-1);
}
