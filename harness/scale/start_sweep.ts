/**
 * A sweep begun and seen to its end: played here where there is no Redis, else by workers; its answers brought onto the tapes.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises';
import type { Terminal } from '../cli/terminal/terminal.ts';
import { inCassette } from '../run/tapes/tape_layers.ts';
import { beginSweep } from './begin_sweep.ts';
import { collectAnswers } from './collect_answers.ts';
import type { SweepStatus } from './engine/sweep_engine.ts';
import type { Sweep } from './engine/sweep_file.ts';
import { type Clocks, openSweep, type SweepPlace } from './open_sweep.ts';
import { cellsById, type Played, playCells } from './play_cells.ts';
import { providersOf } from './served_providers.ts';
import { planSweep } from './sweep_plan.ts';
import { SweepProgress } from './sweep_progress.ts';
import { SweepTapes } from './sweep_tapes.ts';
import { tapesOf } from './tapes_of.ts';
import { watchSweep } from './watch_sweep.ts';

export type StartOptions = Omit<SweepPlace, 'name'> & {
  /** Folders of tapes, lowest first; the last is written. */
  readonly layers: readonly string[];
  readonly concurrency: number;
  readonly graceS: number;
  readonly detach: boolean;
  readonly allowCode: boolean;
  readonly signal: AbortSignal;
  readonly terminal: Terminal;
  readonly clocks: Clocks;
  readonly environment: Readonly<Record<string, string | undefined>>;
};

export type Started = {
  /** Null where the sweep was cancelled meanwhile. */
  readonly status: SweepStatus | null;
  readonly recorded: number;
  /** Where the recordings went. */
  readonly tapesDir: string;
};

/** Throws a CommandFailure or a `TapeError` where the sweep cannot be begun. */
export async function startSweep(sweep: Sweep, options: StartOptions): Promise<Started> {
  const { layers, detach, clocks, terminal } = options;
  const plan = await planSweep(sweep, options);
  const served = providersOf(sweep);
  const engine = await openSweep({ ...options, name: sweep.name }, { ...options, say: terminal.say }, { isNew: true });
  try {
    const release = detach ? async () => {} : await engine.collectAlone();
    try {
      const tapes = await SweepTapes.open(tapesOf(plan, served, clocks.wall()), { layers, isWritten: !detach });
      const { status, recorded } = await withTapes(tapes, async () => {
        await beginSweep(engine, plan, tapes);
        if (detach) return engine.status();
        const begun = { plan, engine, tapes, served };
        return options.redis === undefined ? playHere(begun, options) : watch(begun, options);
      });
      return { status, recorded, tapesDir: inCassette(layers).tapesDir };
    } finally {
      await release();
    }
  } finally {
    await engine.close();
  }
}

/** Stores what was collected, whatever happens. */
async function withTapes(
  tapes: SweepTapes,
  work: () => Promise<SweepStatus | null>,
): Promise<Omit<Started, 'tapesDir'>> {
  let status: SweepStatus | null;
  try {
    status = await work();
  } catch (error) {
    await tapes.finish();
    throw error;
  }
  return { status, ...(await tapes.finish()) };
}

const LOOK_MS = 500;

function watch({ plan, engine, tapes }: Played, { signal, terminal }: Pick<StartOptions, 'signal' | 'terminal'>) {
  const progress = new SweepProgress(terminal);
  return watchSweep({
    ...{ engine, tapes, signal },
    cells: cellsById(plan),
    pause: () => sleep(LOOK_MS, undefined, { signal }).catch(() => {}),
    onStatus: (status) => progress.show(status),
  });
}

/** Where one of the two fails, such as at a full disk, the other is ended. */
async function playHere(begun: Played, options: StartOptions): Promise<SweepStatus | null> {
  const { plan, engine, tapes } = begun;
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const endBoth = (error: unknown) => failure.abort(error);
  const { concurrency } = options;
  await Promise.all([
    playCells(begun, { ...options, signal, concurrency, untilIdle: true, say: options.terminal.say }).catch(endBoth),
    watch(begun, { ...options, signal }).catch(endBoth),
  ]);
  failure.signal.throwIfAborted();
  await collectAnswers({ engine, tapes, cells: cellsById(plan) });
  return engine.status();
}
