/**
 * A worker: plays cells of whatever sweep is in its Redis, once it has made sure that it would play them as the one who started it.
 *
 * @module
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { invalid } from '../io/errors/failure.ts';
import { PLACES } from '../io/places.ts';
import type { SweepEngine, SweepRecord } from './engine/sweep_engine.ts';
import { type PlayOptions, playCells } from './play_cells.ts';
import type { ServedProviders } from './served_providers.ts';
import { planSweep, refuseQueued, type SweepPlan } from './sweep_plan.ts';
import { SweepTapes } from './sweep_tapes.ts';
import { tapesOf } from './tapes_of.ts';

export type WorkerOptions = PlayOptions & {
  readonly served: ServedProviders;
  /** Planners that are modules or programs and may be run, as sweeps name them. */
  readonly allowedPlanners: readonly string[];
};

const LOOK_MS = 1_000;

/** Resolves when it is told to stop, or, with `untilIdle`, when nothing is left to play. Throws a CommandFailure where it must not play. */
export async function runWorker(engine: SweepEngine, options: WorkerOptions): Promise<void> {
  const { signal, untilIdle, say } = options;
  let isTold = false;
  while (!signal.aborted) {
    const record = await engine.record();
    if (record !== null) {
      isTold = false;
      await playSweep(engine, record, options);
      if (untilIdle) return;
    } else if (untilIdle) throw invalid('No sweep is in this Redis; start one with `tapedeck sweep start`');
    else if (!isTold) {
      say('No sweep is in this Redis; waiting for one');
      isTold = true;
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}

async function playSweep(engine: SweepEngine, record: SweepRecord, options: WorkerOptions): Promise<void> {
  const { sweep } = record;
  refuseQueued(sweep, options.allowedPlanners);
  const { served } = options;
  const plan = await planSweep(sweep, { allowCode: false });
  refuseOther(plan, record);
  const tapes = await SweepTapes.open(tapesOf(plan, served, options.clocks.wall()), {
    layers: [PLACES.tapes],
    isWritten: false,
  });
  // Another sweep, other limits, or none: whatever changes ends the play of this one.
  const changed = new AbortController();
  const signal = AbortSignal.any([options.signal, changed.signal]);
  const watching = watchRecord(engine, record, { signal, onChange: () => changed.abort() });
  try {
    options.say(`Playing cells of sweep "${sweep.name}"`);
    await playCells({ plan, engine, tapes, served }, { ...options, signal });
  } finally {
    changed.abort();
    await watching;
    await tapes.finish();
  }
}

/** What it would ask must be what the starter means to be asked. */
function refuseOther({ record }: SweepPlan, theirs: SweepRecord): void {
  if (record.code !== theirs.code) {
    throw invalid(
      `The sweep was started with Tapedeck ${theirs.code}, and this is ${record.code}; let both be the same`,
    );
  }
  if (record.digest === theirs.digest) return;
  throw invalid(
    'The sweep was started with other prompts, planners, tasks or scenes than there are here; give this worker the same files',
  );
}

type Watch = { readonly signal: AbortSignal; readonly onChange: () => void };

async function watchRecord(engine: SweepEngine, record: SweepRecord, { signal, onChange }: Watch): Promise<void> {
  const played = JSON.stringify(record);
  while (!signal.aborted) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    const now = signal.aborted ? null : await engine.record().catch(() => undefined);
    if (now !== undefined && JSON.stringify(now) !== played) onChange();
  }
}
