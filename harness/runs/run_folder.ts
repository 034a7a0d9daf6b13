/**
 * A run's folder: what was run, its traces, what came out, and what the tapes lack.
 *
 * `run.json` what was asked for; `traces/<scene>/<task>/<planner>/<trial>.jsonl`; `summary.json` the metrics;
 * `misses.jsonl` requests without an answer; `timings.json` when it was, in how many jobs and how long each episode took, which no
 * check compares. `run.json` is there from the beginning, and says that the run is not finished until it is.
 *
 * @module
 */
import { existsSync, readdirSync, rmdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readCheckedJson } from '../../envs/checked_json.ts';
import type { MissRecord } from '../episode_threads/play_episode.ts';
import type { EpisodeDone } from '../episode_threads/run_episodes.ts';
import { CommandFailure } from '../errors/failure.ts';
import { readText } from '../files/read_text.ts';
import { writeWhole } from '../files/write_whole.ts';
import { metricsOf } from '../metrics/metrics.ts';
import { episodeId, readEpisodeId, readTrace, type Trace, tracePath, writeTrace } from '../trace/trace.ts';
import { findRun } from './find_run.ts';
import { type RunRecord, runSchema } from './run_record.ts';

export type RunResult = {
  readonly run: RunRecord;
  readonly traces: readonly Trace[];
  readonly misses: readonly MissRecord[];
  /** Episode → wall-clock milliseconds. */
  readonly wallMs: Readonly<Record<string, number>>;
};

const timesSchema = z.strictObject({
  /** ISO 8601, UTC. */
  started: z.string(),
  /** Null while the run is under way, and for good where it was killed. */
  ended: z.string().nullable(),
  /** As given: name or path of the suite, folders of tapes. These three are not known of runs that were joined. */
  suite: z.string().optional(),
  tapes: z.array(z.string()).optional(),
  jobs: z.int().optional(),
});

/** When and how a run was carried out. */
export type RunTimes = z.infer<typeof timesSchema>;

/** Sorts what came back in any order into the order of the plan. */
export function collectRun(run: Omit<RunRecord, 'episodes'>, done: readonly EpisodeDone[]): RunResult {
  const sorted = [...done].sort((a, b) => a.number - b.number);
  return {
    run: {
      ...run,
      episodes: sorted.map(({ number, trace }) => ({ number, episode: episodeId(trace.header) })),
    },
    traces: sorted.map((each) => each.trace),
    misses: sorted.flatMap((each) => (each.miss === null ? [] : [each.miss])),
    wallMs: Object.fromEntries(sorted.map((each) => [episodeId(each.trace.header), Math.round(each.wallMs)])),
  };
}

/** All that a run's folder holds; `run.json` goes last. */
const RUN_FILES = ['traces', 'misses.jsonl', 'timings.json', 'summary.json', 'run.json'];

/** Fills the folder that `claimRunFolder` made. */
export function writeRun(folder: string, result: RunResult, times: RunTimes): void {
  // Everything is put into words before anything is written.
  const files: (readonly [path: string, text: string])[] = [
    ...result.traces.map((trace) => [tracePath(trace.header), writeTrace(trace)] as const),
    ['misses.jsonl', result.misses.map((miss) => `${JSON.stringify(miss)}\n`).join('')],
    ['timings.json', json({ ...times, wallMs: result.wallMs })],
    ['summary.json', json(result.traces.map(metricsOf))],
    ['run.json', json(result.run)],
  ];
  for (const [path, text] of files) writeWhole(join(folder, path), text);
}

/** Throws a CommandFailure where a folder is no run's, or holds anything else. */
export function checkRemovable(folder: string): void {
  readRunRecord(folder);
  const stranger = readdirSync(folder).find((name) => !isOfRun(name));
  if (stranger === undefined) return;
  throw new CommandFailure(
    2,
    `Cannot remove run "${folder}": it holds "${stranger}", which is not of the run; move it away first`,
  );
}

/** Removes a run's folder, or fails where something else lies in it. */
export function removeRun(folder: string): void {
  checkRemovable(folder);
  const parts = readdirSync(folder).filter((name) => !RUN_FILES.includes(name));
  for (const file of [...parts, ...RUN_FILES]) rmSync(join(folder, file), { recursive: true, force: true });
  rmdirSync(folder);
}

/** A file of the run, or one that was being written when it was killed. */
function isOfRun(name: string): boolean {
  return RUN_FILES.includes(name.replace(/\.part$/, ''));
}

/** Reads `run.json` alone. */
export function readRunRecord(folder: string): RunRecord {
  const path = join(folder, 'run.json');
  return readCheckedJson(readText(path), runSchema, path).value;
}

/** Reads `timings.json`. */
export function readTimings(folder: string): RunTimes & Pick<RunResult, 'wallMs'> {
  const path = join(folder, 'timings.json');
  const schema = timesSchema.extend({ wallMs: z.record(z.string(), z.number()) });
  return readCheckedJson(readText(path), schema, path).value;
}

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
  const folder = findRun(name);
  const run = readRunRecord(folder);
  const traces = run.episodes.map(({ episode }) => {
    const episodeName = readEpisodeId(episode);
    if (episodeName === null)
      throw new CommandFailure(2, `Cannot read "${folder}/run.json": "${episode}" is no episode; run again`);
    const path = join(folder, tracePath(episodeName));
    return readTrace(readText(path), path);
  });
  const misses = missesIn(join(folder, 'misses.jsonl'));
  return { run, traces, misses, wallMs: readTimings(folder).wallMs };
}

/** What a run lacks; or what a file says that is lacking. */
export function readMisses(name: string): readonly MissRecord[] {
  return existsSync(name) && statSync(name).isFile() ? missesIn(name) : readRun(name).misses;
}

function missesIn(path: string): MissRecord[] {
  return readText(path)
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => parseLine(line, at + 1, path));
}

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

function parseLine(line: string, number: number, path: string): MissRecord {
  try {
    return missSchema.parse(JSON.parse(line));
  } catch (cause) {
    throw new CommandFailure(2, `Cannot read "${path}", line ${number}: it is no miss of a run; run again`, { cause });
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
