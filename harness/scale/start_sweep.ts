import { setTimeout as sleep } from 'node:timers/promises';
import { invalid } from '../io/errors/failure.ts';
import { type ExecuteOptions, executeRun } from '../run/execute_run.ts';
import { EMBEDDING_MODEL, type RunSettings } from '../run/plan/run_request.ts';
import { inCassette } from '../run/tapes/tape_layers.ts';
import type { MissRecord } from '../run/threads/play_episode.ts';
import type { EpisodeDone } from '../run/threads/run_episodes.ts';
import { openSweep, type SweepPlace, type SweepSurroundings } from './open_sweep.ts';
import { isOver, type SweepEngine, type SweepRecord, type SweepStatus } from './sweep_engine.ts';
import type { Sweep } from './sweep_file.ts';
import { planSweep, requestsOf } from './sweep_plan.ts';
import { SweepTapes } from './sweep_tapes.ts';
import { type BegunSweep, playCells } from './worker.ts';

type StartOptions = Omit<SweepPlace, 'name'> &
  SweepSurroundings &
  Readonly<{
    layers: readonly string[];
    concurrency: number;
    graceS: number;
    detach: boolean;
    allowCode: boolean;
    signal: AbortSignal;
    onStatus: (status: SweepStatus) => void;
  }>;

export async function startSweep(sweep: Sweep, options: StartOptions) {
  const { layers, detach, clocks } = options;
  const { cells, record } = await planSweep(sweep, options);
  const served = new Map(Object.entries(sweep.providers));
  const engine = await openSweep({ ...options, name: sweep.name }, options, { isNew: true });
  let release = async () => {};
  try {
    if (!detach) release = await engine.collectAlone();
    const tapes = await SweepTapes.open(cells, { served, nowMs: clocks.wall(), layers, isWritten: !detach });
    const status = await beginSweep({ record, engine, tapes, served }, options).catch(async (error: unknown) => {
      await tapes.finish();
      throw error;
    });
    return { status, ...(await tapes.finish()), tapesDir: inCassette(layers).tapesDir };
  } finally {
    await release().finally(() => engine.close());
  }
}

async function beginSweep(begun: BegunSweep, options: StartOptions): Promise<SweepStatus | null> {
  const { record, engine, tapes } = begun;
  const cells = [...tapes.cells.values()];
  await removePrevious(engine, record);
  await engine.begin(record, cells);
  // Remote workers cannot read these tapes.
  for (const cell of cells) {
    const entries = await tapes.entriesOf(cell);
    if (entries.length > 0) await engine.addTaped(cell.id, entries);
  }
  if (options.detach) return engine.status();
  return options.redis === undefined ? playHere(begun, options) : watchSweep(begun, options);
}

async function removePrevious(engine: SweepEngine, record: SweepRecord): Promise<void> {
  const before = await engine.record();
  if (before === null) return;
  const { name } = before.sweep;
  if (name === record.sweep.name && before.digest === record.digest) return;
  const status = await engine.status();
  if (status !== null && isOver(status) && status.stopped === null && status.uncollected === 0) return engine.cancel();
  const difference =
    name === record.sweep.name ? ' was started with different planners, prompts, tasks or models and' : '';
  throw invalid(
    `Sweep "${name}"${difference} is not complete. Complete it, or run \`tapedeck sweep cancel\`; collected answers stay on the tapes`,
  );
}

const POLL_MS = 500;

async function watchSweep({ engine, tapes }: BegunSweep, options: StartOptions): Promise<SweepStatus | null> {
  const { signal, onStatus } = options;
  while (true) {
    await tapes.collect(engine);
    const status = await engine.status();
    if (status !== null) onStatus(status);
    if (status === null || isOver(status) || signal.aborted) {
      await tapes.collect(engine);
      return status === null ? null : { ...status, uncollected: 0 };
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
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
  await begun.tapes.collect(begun.engine);
  return begun.engine.status();
}

/** Gives a lower bound on the missing answers. */
export async function drySweep(
  sweep: Sweep,
  settings: Pick<RunSettings, 'tapes' | 'jobs'>,
  { allowCode, ...options }: Pick<ExecuteOptions, 'signal' | 'messages'> & { readonly allowCode: boolean },
) {
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
