import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { invalid } from '../io/errors/failure.ts';
import { linesOfFile } from '../io/read_text.ts';
import { type EpisodeMetrics, METRICS } from '../trace/metrics/metrics.ts';
import { readTrace, type Trace } from '../trace/trace.ts';
import { findRun } from './run_folder.ts';
import { RUN_FILES, type RunRecord, readRunRecord } from './run_record.ts';
import type { MissRecord } from './threads/play_episode.ts';

/** What a row of an exported run is. */
export const ROW_KINDS = ['episodes', 'events'] as const;

export type RowKind = (typeof ROW_KINDS)[number];

/** An episode's metrics, and where its trace lies. */
export type StoredEpisode = EpisodeMetrics & {
  /** Its place in the whole run, by which shards are joined. */
  readonly number: number;
  /** Null where the planner asks none. */
  readonly model: string | null;
  /** In `traces.jsonl`: its first line, from 1, and its bytes. */
  readonly traceLine: number;
  readonly traceOffset: number;
  readonly traceBytes: number;
};

export type EpisodeBytes = { readonly episode: StoredEpisode; readonly bytes: Buffer };

/** A run in its folder, read piece by piece: one of a million episodes needs no more memory than one of ten. */
export class StoredRun {
  readonly folder: string;
  readonly run: RunRecord;

  /** Of a folder, `SUITE/NAME`, or `SUITE` for its latest. Throws a CommandFailure where there is no run. */
  constructor(name: string) {
    this.folder = findRun(name);
    this.run = readRunRecord(this.folder);
  }

  /** In the order of the plan. Each method throws a CommandFailure, which names file and line, at what is damaged. */
  *episodes(): Generator<StoredEpisode> {
    yield* this.#lines(RUN_FILES.episodes, episodeSchema);
  }

  /** In the order of the plan. */
  *traces(): Generator<Trace> {
    for (const each of this.withTraces()) yield this.traceOf(each);
  }

  *withTraces(wanted: (episode: StoredEpisode) => boolean = () => true): Generator<EpisodeBytes> {
    const path = join(this.folder, RUN_FILES.traces);
    let file: number | null = null;
    try {
      for (const episode of this.episodes()) {
        if (!wanted(episode)) continue;
        file ??= openSync(path, 'r');
        const bytes = Buffer.allocUnsafe(episode.traceBytes);
        if (readSync(file, bytes, 0, bytes.length, episode.traceOffset) < bytes.length) {
          throw invalid(`Cannot read "${path}": the trace of episode "${episode.episode}" is cut off; run again`);
        }
        yield { episode, bytes };
      }
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  traceOf({ episode, bytes }: EpisodeBytes): Trace {
    return readTrace(bytes.toString('utf8'), join(this.folder, RUN_FILES.traces), episode.traceLine);
  }

  *misses(): Generator<MissRecord> {
    yield* this.#lines(RUN_FILES.misses, missSchema);
  }

  *wallMs(): Generator<z.infer<typeof wallMsSchema>> {
    yield* this.#lines(RUN_FILES.wallMs, wallMsSchema);
  }

  *#lines<T>(file: string, schema: z.ZodType<T>): Generator<T> {
    yield* checkedLines(join(this.folder, file), schema, { isFinished: this.run.finished });
  }
}

export function* missesIn(path: string): Generator<MissRecord> {
  yield* checkedLines(path, missSchema, { isFinished: true });
}

/** The last line of a run that was killed may be half there, and does not count. */
function* checkedLines<T>(path: string, schema: z.ZodType<T>, { isFinished }: { isFinished: boolean }): Generator<T> {
  for (const { text, number, isWhole } of linesOfFile(path)) {
    if (!isWhole && !isFinished) return;
    let value: unknown;
    try {
      value = JSON.parse(text);
      schema.parse(value);
    } catch (cause) {
      throw invalid(`Cannot read "${path}", line ${number}: it is not as a run writes it; run again`, { cause });
    }
    yield value as T; // as it was written, in its order
  }
}

/** Checks of the metrics that they are there: the project computed them. */
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

const missSchema: z.ZodType<MissRecord> = z.object({
  suite: z.string(),
  model: z.string(),
  task: z.string(),
  trial: z.int(),
  key: z.string(),
  occurrence: z.int(),
  url: z.string(),
  body: z.unknown(),
  planner: z.string(),
  purpose: z.string(),
  family: z.string().nullable(),
  episode: z.string(),
  message: z.string(),
});

const wallMsSchema = z.object({ episode: z.string(), wallMs: z.number() });

/** All that came of a run, in the order of its plan. */
export type RunResult = {
  readonly run: RunRecord;
  readonly traces: readonly Trace[];
  readonly misses: readonly MissRecord[];
  readonly wallMs: Readonly<Record<string, number>>;
};

/**
 * Reads a run back: its folder, or `SUITE` and `SUITE/latest` for the suite's latest. Throws, naming file and place, on one that is
 * damaged or no run at all.
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
