import { setTimeout as sleep } from 'node:timers/promises';
import { invalid } from '../io/errors/failure.ts';
import { type ExecuteOptions, executeRun } from '../run/execute_run.ts';
import { EMBEDDING_MODEL, type RunSettings } from '../run/plan/run_request.ts';
import { inCassette } from '../run/tapes/tape_layers.ts';
import type { MissRecord } from '../run/threads/play_episode.ts';
import type { EpisodeDone } from '../run/threads/run_episodes.ts';
import { openSweep, type SweepPlace, type SweepSurroundings } from './open_sweep.ts';
import { providersOf } from './providers.ts';
import { isOver, type SweepEngine, type SweepStatus } from './sweep_engine.ts';
import type { Sweep } from './sweep_file.ts';
import { planSweep, requestsOf, type SweepPlan } from './sweep_plan.ts';
import { collectAnswers, SweepTapes } from './sweep_tapes.ts';
import { type BegunSweep, begunSweep, playCells } from './worker.ts';

export type StartOptions = Omit<SweepPlace, 'name'> &
  SweepSurroundings & {
    /** Lowest first; the last is written. */
    readonly layers: readonly string[];
    readonly concurrency: number;
    readonly graceS: number;
    readonly detach: boolean;
    readonly allowCode: boolean;
    readonly signal: AbortSignal;
    readonly onStatus: (status: SweepStatus) => void;
  };

export type Started = {
  /** Null if the sweep was cancelled. */
  readonly status: SweepStatus | null;
  readonly recorded: number;
  readonly tapesDir: string;
};

/** Throws a CommandFailure or a `TapeError` if the sweep cannot begin. */
export async function startSweep(sweep: Sweep, options: StartOptions): Promise<Started> {
  const { layers, detach, clocks } = options;
  const plan = await planSweep(sweep, options);
  const served = providersOf(sweep);
  const engine = await openSweep({ ...options, name: sweep.name }, options, { isNew: true });
  try {
    const release = detach ? async () => {} : await engine.collectAlone();
    try {
      const nowMs = clocks.wall();
      const tapes = await SweepTapes.open(plan.cells, { served, nowMs, layers, isWritten: !detach });
      let status: SweepStatus | null;
      try {
        await beginSweep(engine, plan, tapes);
        const begun = begunSweep(plan, { engine, tapes, served });
        if (detach) status = await engine.status();
        else status = options.redis === undefined ? await playHere(begun, options) : await watchSweep(begun, options);
      } catch (error) {
        await tapes.finish();
        throw error;
      }
      return { status, ...(await tapes.finish()), tapesDir: inCassette(layers).tapesDir };
    } finally {
      await release();
    }
  } finally {
    await engine.close();
  }
}

/** Throws a CommandFailure if another sweep, or this one with other cells, is under way. */
async function beginSweep(engine: SweepEngine, { record, cells }: SweepPlan, tapes: SweepTapes): Promise<void> {
  await makeRoom(engine, record);
  await engine.begin(record, cells);
  // A remote worker cannot read these.
  for (const cell of cells) {
    const entries = await tapes.own(cell);
    if (entries.length > 0) await engine.know(cell.id, entries);
  }
}

/** Clears a finished sweep, so that the same sweep replays from its tapes. */
async function makeRoom(engine: SweepEngine, record: SweepPlan['record']): Promise<void> {
  const before = await engine.record();
  if (before === null) return;
  const { name } = before.sweep;
  if (name === record.sweep.name && before.digest === record.digest) return;
  const status = await engine.status();
  const isDone = status !== null && isOver(status) && status.stopped === null && status.uncollected === 0;
  if (isDone) return engine.cancel();
  const which = name === record.sweep.name ? 'with other cells (planners, prompts, tasks, models)' : `as "${name}"`;
  throw invalid(
    `A sweep is under way ${which}. Let it end, or \`tapedeck sweep cancel\` it: what was collected stays on the tapes`,
  );
}

const LOOK_MS = 500;

type Watching = Pick<StartOptions, 'signal' | 'onStatus'>;

/** Null if the sweep was cancelled. */
async function watchSweep(begun: BegunSweep, { signal, onStatus }: Watching): Promise<SweepStatus | null> {
  while (true) {
    await collectAnswers(begun);
    const status = await begun.engine.status();
    if (status !== null) onStatus(status);
    if (status === null || isOver(status) || signal.aborted) {
      await collectAnswers(begun);
      return status === null ? null : { ...status, uncollected: 0 };
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}

async function playHere(begun: BegunSweep, options: StartOptions): Promise<SweepStatus | null> {
  const failure = new AbortController();
  const signal = AbortSignal.any([options.signal, failure.signal]);
  const endBoth = (error: unknown) => failure.abort(error);
  await Promise.all([
    playCells(begun, { ...options, signal, untilIdle: true }).catch(endBoth),
    watchSweep(begun, { ...options, signal }).catch(endBoth),
  ]);
  failure.signal.throwIfAborted();
  await collectAnswers(begun);
  return begun.engine.status();
}

export type DrySweep = {
  readonly cells: number;
  readonly episodes: number;
  readonly misses: readonly MissRecord[];
};

/** A lower bound on requests, by replaying the tapes; sends none. */
export async function drySweep(
  sweep: Sweep,
  settings: Pick<RunSettings, 'tapes' | 'jobs'>,
  { allowCode, ...options }: Pick<ExecuteOptions, 'signal' | 'messages'> & { readonly allowCode: boolean },
): Promise<DrySweep> {
  const cells = new Set<string>();
  let episodes = 0;
  const misses: MissRecord[] = [];
  const onDone = ({ trace: { header }, miss }: EpisodeDone) => {
    episodes += 1;
    cells.add(JSON.stringify([header.suite, header.scene, header.task, header.trial, header.model]));
    if (miss !== null) misses.push(miss);
  };
  for (const { model, embeddingModel = EMBEDDING_MODEL } of sweep.models) {
    for (const request of sweep.suites.flatMap((swept) => requestsOf(swept, allowCode))) {
      const replayed = { ...settings, mode: 'replay', embeddingModel } as const;
      await executeRun({ ...request, model }, replayed, { ...options, onDone });
    }
  }
  return { cells: cells.size, episodes, misses };
}
