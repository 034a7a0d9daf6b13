import { statSync } from 'node:fs';
import { join } from 'node:path';
import { invalid, unknownName } from '../io/errors/failure.ts';
import { namesIn } from '../io/places.ts';
import { SweepEngine } from './sweep_engine.ts';

export type SweepPlace = Readonly<{
  redis: string | undefined;
  sweeps: string;
  /** Default: the last changed sweep. */
  name?: string | undefined;
}>;

export type Environment = Readonly<Record<string, string | undefined>>;

export type SweepSurroundings = Readonly<{
  /** Milliseconds. */
  clocks: Readonly<{ wall: () => number; monotonic: () => number }>;
  environment: Environment;
  say: (message: string) => void;
}>;

const EXTENSION = '.sqlite';

export async function openSweep(
  { redis, sweeps, name }: SweepPlace,
  surroundings: SweepSurroundings,
  { isNew }: { readonly isNew: boolean },
): Promise<SweepEngine> {
  if (redis !== undefined) return openRedisSweep(redis, surroundings);
  const names = namesIn(sweeps, EXTENSION);
  const fileOf = (sweep: string) => join(sweeps, `${sweep}${EXTENSION}`);
  const changedMs = (sweep: string) => statSync(fileOf(sweep)).mtimeMs;
  const sweep = name ?? names.toSorted((a, b) => changedMs(a) - changedMs(b)).at(-1);
  if (sweep === undefined) {
    throw invalid(`No sweep was started in "${sweeps}"; choose a different folder with --sweeps, or use --redis`);
  }
  if (!isNew && !names.includes(sweep)) throw unknownName('sweep', sweep, names);
  const { FileStore } = await import('./file_store.ts');
  return new SweepEngine(new FileStore({ path: fileOf(sweep), clock: surroundings.clocks.wall }));
}

const OUTAGE_MS_MAX = 10 * 60_000;
export const STALLED_S = 30;

export async function openRedisSweep(
  url: string,
  { environment, say }: Omit<SweepSurroundings, 'clocks'>,
  stalledMs = STALLED_S * 1_000,
): Promise<SweepEngine> {
  const { connectRedis } = await import('./redis_connection.ts');
  const { RedisStore } = await import('./redis_store.ts');
  const password = environment['REDIS_PASSWORD'];
  const connection = await connectRedis({ url, password, say, outageMsMax: OUTAGE_MS_MAX });
  return new SweepEngine(new RedisStore({ connection, stalledMs, say }));
}
