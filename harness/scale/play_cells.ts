/**
 * Plays cells of a sweep, as many at a time as one likes, until none is left or somebody stops it.
 *
 * @module
 */
import { randomInt } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { SweepEngine, WorkOptions } from './engine/sweep_engine.ts';
import type { Clocks } from './open_sweep.ts';
import type { ServedProviders } from './served_providers.ts';
import type { SweepCell, SweepPlan } from './sweep_plan.ts';
import { sweepPlayer } from './sweep_player.ts';
import type { SweepTapes } from './sweep_tapes.ts';
import { SweptClients } from './swept_clients.ts';

export type Played = {
  readonly plan: SweepPlan;
  readonly engine: SweepEngine;
  /** What is recorded already. */
  readonly tapes: SweepTapes;
  /** Where requests may go. */
  readonly served: ServedProviders;
};

export type PlayOptions = WorkOptions & {
  /** When interrupted: how long what was asked may still be answered. */
  readonly graceS: number;
  readonly environment: Readonly<Record<string, string | undefined>>;
  readonly clocks: Clocks;
  readonly say: (message: string) => void;
};

/** Throws an ApiSettingError where the key of a provider is not there. */
export async function playCells({ plan, engine, tapes, served }: Played, options: PlayOptions): Promise<void> {
  const { graceS, environment, clocks, say } = options;
  // At once nothing new is begun, and after a while what is under way is given up.
  const stop = options.signal;
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => {
    timer = setTimeout(() => giveUp.abort(new Error('Interrupted')), graceS * 1_000);
  };
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });
  try {
    const clients = new SweptClients({
      ...{ served, limits: plan.record.sweep.providers, engine, environment, stop, giveUp: giveUp.signal, say },
      nowMs: clocks.monotonic,
      sleep: (ms, signal) => sleep(ms, undefined, { signal }),
      chance: () => randomInt(1_000) / 1_000,
    });
    const settings = fastDownwardIn(environment);
    const play = sweepPlayer({ engine, tapes, clients, cells: cellsById(plan), settings, say });
    await engine.work(play, { ...options, signal: stop });
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}

export function cellsById({ cells }: SweepPlan): ReadonlyMap<string, SweepCell> {
  return new Map(cells.map((cell) => [cell.id, cell]));
}

/** Planners that are told `solver=fast-downward` plan with the one that is installed here. */
function fastDownwardIn({ FAST_DOWNWARD: path = '' }: PlayOptions['environment']): { fastDownward?: string } {
  return path === '' ? {} : { fastDownward: path };
}
