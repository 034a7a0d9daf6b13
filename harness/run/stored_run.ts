import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { invalid } from '../io/errors/failure.ts';
import { linesOfFile } from '../io/read_text.ts';
import { type EpisodeMetrics, METRICS } from '../trace/metrics/metrics.ts';
import { readTrace, type Trace } from '../trace/trace.ts';
import { findRun } from './run_folder.ts';
import { RUN_FILES, type RunRecord, readRunRecord } from './run_record.ts';
import { type MissRecord, missSchema } from './threads/play_episode.ts';

export const ROW_KINDS = ['episodes', 'events'] as const;
export type RowKind = (typeof ROW_KINDS)[number];

export type StoredEpisode = EpisodeMetrics &
  Readonly<{ number: number; model: string | null; traceLine: number; traceOffset: number; traceBytes: number }>;

type EpisodeBytes = Readonly<{ episode: StoredEpisode; bytes: Buffer }>;

export class StoredRun {
  readonly folder: string;
  readonly run: RunRecord;

  constructor(name: string) {
    this.folder = findRun(name);
    this.run = readRunRecord(this.folder);
  }

  episodes(): Generator<StoredEpisode> {
    return this.#lines(RUN_FILES.episodes, episodeSchema);
  }

  *traces(): Generator<Trace> {
    for (const each of this.withTraces()) yield this.traceOf(each);
  }

  *withTraces(isWanted: (episode: StoredEpisode) => boolean = () => true): Generator<EpisodeBytes> {
    const path = join(this.folder, RUN_FILES.traces);
    let file: number | null = null;
    try {
      for (const episode of this.episodes()) {
        if (!isWanted(episode)) continue;
        file ??= openSync(path, 'r');
        const bytes = Buffer.allocUnsafe(episode.traceBytes);
        if (readSync(file, bytes, 0, bytes.length, episode.traceOffset) < bytes.length)
          throw invalid(`Cannot read "${path}": the trace of episode "${episode.episode}" is cut off; repeat the run`);
        yield { episode, bytes };
      }
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  traceOf({ episode, bytes }: EpisodeBytes): Trace {
    return readTrace(bytes.toString('utf8'), join(this.folder, RUN_FILES.traces), episode.traceLine);
  }

  misses(): Generator<MissRecord> {
    return this.#lines(RUN_FILES.misses, missSchema);
  }

  wallMs(): Generator<z.infer<typeof wallMsSchema>> {
    return this.#lines(RUN_FILES.wallMs, wallMsSchema);
  }

  #lines<T>(file: string, schema: z.ZodType<T>): Generator<T> {
    return checkedLines(join(this.folder, file), schema, this.run.finished);
  }
}

export function missesIn(path: string): Generator<MissRecord> {
  return checkedLines(path, missSchema, true);
}

/** Skips the incomplete last line of a killed run. */
function* checkedLines<T>(path: string, schema: z.ZodType<T>, isFinished: boolean): Generator<T> {
  for (const { text, number, isWhole } of linesOfFile(path)) {
    if (!isWhole && !isFinished) return;
    let value: unknown;
    try {
      value = JSON.parse(text);
      schema.parse(value);
    } catch (cause) {
      throw invalid(`Cannot read "${path}", line ${number}: the line is damaged; repeat the run`, { cause });
    }
    yield value as T;
  }
}

const episodeSchema = z
  .looseObject({
    number: z.int().nonnegative(),
    episode: z.string(),
    suite: z.string(),
    scene: z.string(),
    task: z.string(),
    planner: z.string(),
    trial: z.int().positive(),
    end: z.string(),
    complete: z.boolean(),
    model: z.string().nullable(),
    traceLine: z.int().positive(),
    traceOffset: z.int().nonnegative(),
    traceBytes: z.int().nonnegative(),
  })
  .refine((episode) =>
    METRICS.every(({ name }) => Object.hasOwn(episode, name)),
  ) as unknown as z.ZodType<StoredEpisode>;

const wallMsSchema = z.object({ episode: z.string(), wallMs: z.number() });

export type RunResult = Readonly<{
  run: RunRecord;
  traces: readonly Trace[];
  misses: readonly MissRecord[];
  wallMs: Readonly<Record<string, number>>;
}>;

/**
 * Reads a run back: its folder, or `SUITE` and `SUITE/latest` for the suite's latest. Throws a `CommandFailure` on a damaged or missing
 * run.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { readRun } from 'tapedeck';
 *
 * // after `tapedeck run robot --planner oracle --name mine`: readRun('robot/mine').traces
 * assert.throws(() => readRun('robot/never_made'), /make one with/);
 * ```
 */
export function readRun(name: string): RunResult {
  const stored = new StoredRun(name);
  return {
    run: stored.run,
    traces: [...stored.traces()],
    misses: [...stored.misses()],
    wallMs: Object.fromEntries(Array.from(stored.wallMs(), ({ episode, wallMs }) => [episode, wallMs])),
  };
}
