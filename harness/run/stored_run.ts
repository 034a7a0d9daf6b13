/**
 * A run in its folder, read piece by piece: one of a million episodes needs no more memory than one of ten.
 *
 * @module
 */
import { closeSync, openSync, readSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { CommandFailure } from '../io/errors/failure.ts';
import { linesOfFile } from '../io/lines_of_file.ts';
import { type EpisodeMetrics, METRICS } from '../trace/metrics/metrics.ts';
import { readTrace, type Trace } from '../trace/trace.ts';
import { findRun } from './find_run.ts';
import { RUN_FILES, readRunRecord } from './run_files.ts';
import type { RunRecord } from './run_record.ts';
import type { MissRecord } from './threads/play_episode.ts';

/** What an episode comes to, and where its trace lies. */
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

/** An episode with its trace, as it is written. */
export type EpisodeBytes = { readonly episode: StoredEpisode; readonly bytes: Buffer };

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

  /** In the order of the plan; of those that are `wanted`, where that is said. */
  *withTraces(wanted: (episode: StoredEpisode) => boolean = () => true): Generator<EpisodeBytes> {
    const path = join(this.folder, RUN_FILES.traces);
    let file: number | null = null;
    try {
      for (const episode of this.episodes()) {
        if (!wanted(episode)) continue;
        file ??= openSync(path, 'r');
        const bytes = Buffer.allocUnsafe(episode.traceBytes);
        if (readSync(file, bytes, 0, bytes.length, episode.traceOffset) < bytes.length) {
          throw new CommandFailure(
            2,
            `Cannot read "${path}": the trace of episode "${episode.episode}" is cut off; run again`,
          );
        }
        yield { episode, bytes };
      }
    } finally {
      if (file !== null) closeSync(file);
    }
  }

  /** Throws a TraceError at what is no trace. */
  traceOf({ episode, bytes }: EpisodeBytes): Trace {
    return readTrace(bytes.toString('utf8'), join(this.folder, RUN_FILES.traces), episode.traceLine);
  }

  /** What episodes lacked, in the order of the plan. */
  *misses(): Generator<MissRecord> {
    yield* this.#lines(RUN_FILES.misses, missSchema);
  }

  /** How long episodes took, in milliseconds of wall-clock time. */
  *wallMs(): Generator<z.infer<typeof wallMsSchema>> {
    yield* this.#lines(RUN_FILES.wallMs, wallMsSchema);
  }

  *#lines<T>(file: string, schema: z.ZodType<T>): Generator<T> {
    yield* checkedLines(join(this.folder, file), schema, { isFinished: this.run.finished });
  }
}

/** What episodes lacked, by a file that says it line by line. */
export function* missesIn(path: string): Generator<MissRecord> {
  yield* checkedLines(path, missSchema, { isFinished: true });
}

/** The last line of a run that was killed may be half there, and does not count. */
function* checkedLines<T>(path: string, schema: z.ZodType<T>, { isFinished }: { isFinished: boolean }): Generator<T> {
  for (const { text, number, isWhole } of linesOfFile(path)) {
    if (!isWhole && !isFinished) return;
    yield parsed(text, schema, { path, number });
  }
}

function parsed<T>(text: string, schema: z.ZodType<T>, { path, number }: { path: string; number: number }): T {
  try {
    const value: unknown = JSON.parse(text);
    schema.parse(value);
    return value as T; // as it was written, in its order
  } catch (cause) {
    throw new CommandFailure(2, `Cannot read "${path}", line ${number}: it is not as a run writes it; run again`, {
      cause,
    });
  }
}

/** What it comes to was computed by us; that it is there is checked. */
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
