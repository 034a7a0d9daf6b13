/**
 * Writes what comes of a run while it is under way: episode by episode, in the order of the plan, and nothing of it stays in memory.
 *
 * A run that is killed has in its folder what was played up to its last second.
 *
 * @module
 */
import { join } from 'node:path';
import { AppendedFile } from '../io/appended_file.ts';
import { writeWhole } from '../io/write_whole.ts';
import { metricsOf } from '../trace/metrics/metrics.ts';
import { writeTrace } from '../trace/trace.ts';
import { RUN_FILES, type RunTimes } from './run_files.ts';
import type { RunRecord } from './run_record.ts';
import type { StoredEpisode } from './stored_run.ts';
import type { EpisodeDone } from './threads/run_episodes.ts';

/** An episode as it is to be written. */
export type WrittenEpisode = {
  readonly episode: Omit<StoredEpisode, 'traceLine' | 'traceOffset' | 'traceBytes'>;
  readonly trace: Buffer;
  /** What it lacked, as a value of JSON; null where nothing was missing. */
  readonly miss: object | null;
  /** Null where nobody measured it. */
  readonly wallMs: number | null;
};

/** What is held back is written when it is so much, or has waited so long. */
const HELD_BYTES = 2 ** 20;
const HELD_MS = 1_000;

export class RunWriter {
  readonly #folder: string;
  readonly #nowMs: () => number;
  readonly #traces: AppendedFile;
  readonly #misses: AppendedFile;
  readonly #wallMs: AppendedFile;
  readonly #episodes: AppendedFile;
  #played = 0;
  /** Of the file of traces. */
  #nextLine = 1;
  #flushed: number;

  /** In the folder that `claimRunFolder` made, which the record says is not finished. `nowMs` is only asked how much time has passed. */
  constructor(
    folder: string,
    run: RunRecord,
    { times, nowMs }: { readonly times: RunTimes; readonly nowMs: () => number },
  ) {
    this.#folder = folder;
    this.#nowMs = nowMs;
    this.#flushed = nowMs();
    const file = (name: string) => new AppendedFile(join(folder, name));
    this.#traces = file(RUN_FILES.traces);
    this.#misses = file(RUN_FILES.misses);
    this.#wallMs = file(RUN_FILES.wallMs);
    this.#episodes = file(RUN_FILES.episodes);
    this.#write(run, times);
  }

  /** How many episodes there are so far. */
  get played(): number {
    return this.#played;
  }

  add({ number, trace, miss, wallMs }: EpisodeDone): void {
    this.write({
      episode: { number, model: trace.header.model, ...metricsOf(trace) },
      trace: Buffer.from(writeTrace(trace)),
      miss,
      wallMs: Math.round(wallMs),
    });
  }

  write({ episode, trace, miss, wallMs }: WrittenEpisode): void {
    const place = { traceLine: this.#nextLine, traceOffset: this.#traces.length, traceBytes: trace.length };
    this.#traces.append(trace);
    this.#nextLine += linesOf(trace);
    if (miss !== null) this.#misses.append(line(miss));
    if (wallMs !== null) this.#wallMs.append(line({ episode: episode.episode, wallMs }));
    this.#episodes.append(line({ ...episode, ...place }));
    this.#played += 1;
    if (this.#traces.heldBytes >= HELD_BYTES || this.#nowMs() - this.#flushed >= HELD_MS) this.#flush();
  }

  /** Writes what is held back, and the record last. */
  end(run: Omit<RunRecord, 'episodesPlayed'>, times: RunTimes): void {
    this.#flush();
    this.close();
    this.#write({ ...run, episodesPlayed: this.#played }, times);
  }

  /** Lets go of the files. */
  close(): void {
    for (const file of this.#files()) file.close();
  }

  #flush(): void {
    for (const file of this.#files()) file.flush();
    this.#flushed = this.#nowMs();
  }

  /** The list of episodes last: what it names is there. */
  #files(): readonly AppendedFile[] {
    return [this.#traces, this.#misses, this.#wallMs, this.#episodes];
  }

  #write(run: RunRecord, times: RunTimes): void {
    writeWhole(join(this.#folder, RUN_FILES.timings), `${JSON.stringify(times, null, 2)}\n`);
    writeWhole(join(this.#folder, RUN_FILES.record), `${JSON.stringify(run, null, 2)}\n`);
  }
}

function linesOf(bytes: Buffer): number {
  let lines = 0;
  for (let at = bytes.indexOf('\n'); at !== -1; at = bytes.indexOf('\n', at + 1)) lines += 1;
  return lines;
}

function line(value: object): Buffer {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}
