import { join } from 'node:path';
import { AppendedFile, writeWhole } from '../io/write_whole.ts';
import { metricsOf } from '../trace/metrics/metrics.ts';
import { writeTrace } from '../trace/trace.ts';
import { claimRunFolder, pointToLatest, removeRun } from './run_folder.ts';
import { RUN_FILES, type RunRecord, type RunTimes } from './run_record.ts';
import type { StoredEpisode } from './stored_run.ts';
import type { EpisodeDone } from './threads/run_episodes.ts';

export type WrittenEpisode = Readonly<{
  episode: Omit<StoredEpisode, 'traceLine' | 'traceOffset' | 'traceBytes'>;
  trace: Buffer;
  miss: object | null;
  wallMs: number | null;
}>;

const HELD_BYTES = 2 ** 20;
const HELD_MS = 1_000;

/** Flushes every second, so that a killed run loses little. */
export class RunWriter {
  readonly #folder: string;
  readonly #nowMs: () => number;
  readonly #files;
  played = 0;
  #nextLine = 1;
  #flushed: number;

  constructor(folder: string, run: RunRecord, { times, nowMs }: Readonly<{ times: RunTimes; nowMs: () => number }>) {
    this.#folder = folder;
    this.#nowMs = nowMs;
    this.#flushed = nowMs();
    const file = (name: string) => new AppendedFile(join(folder, name));
    const { traces, misses, wallMs, episodes } = RUN_FILES;
    // in this order, since an episode's line refers to its trace
    this.#files = { traces: file(traces), misses: file(misses), wallMs: file(wallMs), episodes: file(episodes) };
    this.#write(run, times);
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
    const { traces, misses, wallMs: times, episodes } = this.#files;
    const place = { traceLine: this.#nextLine, traceOffset: traces.length, traceBytes: trace.length };
    traces.append(trace);
    this.#nextLine += linesOf(trace);
    if (miss !== null) misses.append(line(miss));
    if (wallMs !== null) times.append(line({ episode: episode.episode, wallMs }));
    episodes.append(line({ ...episode, ...place }));
    this.played += 1;
    if (traces.heldBytes >= HELD_BYTES || this.#nowMs() - this.#flushed >= HELD_MS) this.#flush();
  }

  end(run: Omit<RunRecord, 'episodesPlayed'>, times: RunTimes): void {
    this.#flush();
    this.close();
    this.#write({ ...run, episodesPlayed: this.played }, times);
  }

  close(): void {
    for (const file of Object.values(this.#files)) file.close();
  }

  #flush() {
    for (const file of Object.values(this.#files)) file.flush();
    this.#flushed = this.#nowMs();
  }

  #write(run: RunRecord, times: RunTimes) {
    writeWhole(join(this.#folder, RUN_FILES.timings), `${JSON.stringify(times, null, 2)}\n`);
    writeWhole(join(this.#folder, RUN_FILES.record), `${JSON.stringify(run, null, 2)}\n`);
  }
}

function linesOf(bytes: Buffer): number {
  let lines = 0;
  for (let end = bytes.indexOf('\n'); end !== -1; end = bytes.indexOf('\n', end + 1)) lines += 1;
  return lines;
}

function line(value: object) {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

type KeeperOptions = Readonly<{
  out: string | undefined;
  runs: string;
  name: string | undefined;
  how: Omit<RunTimes, 'started' | 'ended'>;
  now: () => Date;
}>;

export class RunKeeper {
  folder = '';
  readonly #options: KeeperOptions;
  #begun: Readonly<{ started: string; run: RunRecord; writer: RunWriter }> | null = null;

  constructor(options: KeeperOptions) {
    this.#options = options;
  }

  begin(run: RunRecord): void {
    const { out, runs, name, how, now } = this.#options;
    const date = now();
    const started = date.toISOString();
    this.folder = claimRunFolder(out === undefined ? { runs, name, now: date } : { out }, run);
    const times = { started, ended: null, ...how };
    this.#begun = { started, run, writer: new RunWriter(this.folder, run, { times, nowMs: () => now().getTime() }) };
  }

  add(done: EpisodeDone): void {
    this.#begun?.writer.add(done);
  }

  end(run: RunRecord): void {
    const { out, how, now } = this.#options;
    const started = this.#begun?.started ?? '';
    this.#begun?.writer.end(run, { started, ended: now().toISOString(), ...how });
    if (out === undefined) pointToLatest(this.folder);
  }

  fail(): void {
    if (this.#begun === null) return;
    const { run, writer } = this.#begun;
    if (writer.played > 0) this.end(run);
    else {
      writer.close();
      removeRun(this.folder);
    }
  }
}
