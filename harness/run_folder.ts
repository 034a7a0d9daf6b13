/**
 * A run's folder: what was run, its traces, what came out, and what the tapes lack.
 *
 * `run.json` what was asked for; `traces/<scene>/<task>/<planner>/<trial>.jsonl`; `summary.json` the metrics;
 * `misses.jsonl` requests without an answer; `timings.json` wall-clock figures, which no check compares.
 *
 * @module
 */
import { existsSync, readdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import { readCheckedJson } from '../envs/checked_json.ts';
import { CommandFailure } from './failure.ts';
import { metricsOf } from './metrics.ts';
import { readText } from './read_text.ts';
import type { EpisodeDone, MissRecord } from './run_episodes.ts';
import { episodeId, readTrace, type Trace, type TraceHeader, writeTrace } from './trace.ts';
import { writeWhole } from './write_files.ts';

const runSchema = z.strictObject({
  format: z.literal(1),
  suite: z.string(),
  model: z.string(),
  env: z.string(),
  planners: z.array(z.string()),
  /** `1/2` for the first of two shards; null for a whole run. */
  shard: z.string().nullable(),
  /** In order; `number` is the position in the whole run, by which shards are joined. */
  episodes: z.array(z.strictObject({ number: z.int(), episode: z.string() })),
});

/** What a run was asked to do; the same for the same request, however it was carried out. */
export type RunRecord = z.infer<typeof runSchema>;

export type RunResult = {
  readonly run: RunRecord;
  readonly traces: readonly Trace[];
  readonly misses: readonly MissRecord[];
  /** Episode → wall-clock milliseconds. */
  readonly wallMs: Readonly<Record<string, number>>;
};

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

/** Replaces a run's folder. Refuses a folder that holds something else. */
export function writeRun(folder: string, result: RunResult): void {
  const there = existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.part')) : [];
  if (there.length > 0 && !existsSync(join(folder, 'run.json'))) {
    throw new CommandFailure(
      2,
      `Cannot write the run to "${folder}": it holds other files; name a new folder with --out`,
    );
  }
  rmSync(join(folder, 'traces'), { recursive: true, force: true });
  for (const trace of result.traces) writeWhole(join(folder, tracePath(trace.header)), writeTrace(trace));
  const lines = result.misses.map((miss) => `${JSON.stringify(miss)}\n`).join('');
  writeWhole(join(folder, 'misses.jsonl'), lines);
  writeWhole(join(folder, 'timings.json'), json(result.wallMs));
  writeWhole(join(folder, 'summary.json'), json(result.traces.map(metricsOf)));
  writeWhole(join(folder, 'run.json'), json(result.run));
}

/** Reads a run's folder back. Throws, naming file and place, on one that is damaged or no run at all. */
export function readRun(folder: string): RunResult {
  if (!existsSync(join(folder, 'run.json'))) {
    throw new CommandFailure(
      2,
      `"${folder}" is no run: it has no run.json; make one with \`tapedeck run SUITE --out DIR\``,
    );
  }
  const runPath = join(folder, 'run.json');
  const { value: run } = readCheckedJson(readText(runPath), runSchema, runPath);
  const traces = run.episodes.map(({ episode }) => {
    const [, scene = '', task = '', planner = '', trial = ''] = episode.split('/');
    const path = join(folder, 'traces', scene, task, planner, `${trial}.jsonl`);
    return readTrace(readText(path), path);
  });
  const missesPath = join(folder, 'misses.jsonl');
  const misses = readText(missesPath)
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => parseLine(line, at + 1, missesPath) as MissRecord);
  const timingsPath = join(folder, 'timings.json');
  const { value: wallMs } = readCheckedJson(readText(timingsPath), z.record(z.string(), z.number()), timingsPath);
  return { run, traces, misses, wallMs };
}

function tracePath(header: TraceHeader): string {
  return join('traces', header.scene, header.task, header.planner, `${header.trial}.jsonl`);
}

function parseLine(line: string, number: number, path: string): unknown {
  try {
    return JSON.parse(line);
  } catch (cause) {
    throw new CommandFailure(2, `Cannot read "${path}", line ${number}: it is not JSON`, { cause });
  }
}

function json(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}
