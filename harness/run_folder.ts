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
import { episodeId, readEpisodeId, readTrace, type Trace, tracePath, writeTrace } from './trace.ts';
import { writeWhole } from './write_files.ts';

const runSchema = z.strictObject({
  format: z.literal(1),
  suite: z.string(),
  model: z.string(),
  env: z.string(),
  planners: z.array(z.string()),
  /** `1/2` for the first of two shards, `1/3+2/3` for two of three joined; null for a whole run. */
  shard: z.string().nullable(),
  /** How many episodes the whole run has. */
  episodesTotal: z.int(),
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

/** Any of these says that a folder is a run's, perhaps one that was cut short. */
const RUN_FILES = ['run.json', 'summary.json', 'timings.json', 'misses.jsonl', 'traces'];

/** Replaces a run's folder. Refuses a folder that holds something else. */
export function writeRun(folder: string, result: RunResult): void {
  const there = existsSync(folder) ? readdirSync(folder).filter((name) => !name.endsWith('.part')) : [];
  if (there.length > 0 && !RUN_FILES.some((file) => there.includes(file))) {
    throw new CommandFailure(
      2,
      `Cannot write the run to "${folder}": it holds other files; name a new folder with --out`,
    );
  }
  // Everything is put into words before anything of the earlier run goes.
  const files: (readonly [path: string, text: string])[] = [
    ...result.traces.map((trace) => [tracePath(trace.header), writeTrace(trace)] as const),
    ['misses.jsonl', result.misses.map((miss) => `${JSON.stringify(miss)}\n`).join('')],
    ['timings.json', json(result.wallMs)],
    ['summary.json', json(result.traces.map(metricsOf))],
    ['run.json', json(result.run)],
  ];
  rmSync(join(folder, 'run.json'), { force: true });
  rmSync(join(folder, 'traces'), { recursive: true, force: true });
  for (const [path, text] of files) writeWhole(join(folder, path), text);
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
    const name = readEpisodeId(episode);
    if (name === null) throw new CommandFailure(2, `Cannot read "${runPath}": "${episode}" is no episode; run again`);
    const path = join(folder, tracePath(name));
    return readTrace(readText(path), path);
  });
  const missesPath = join(folder, 'misses.jsonl');
  const misses = readText(missesPath)
    .split('\n')
    .filter((line) => line !== '')
    .map((line, at) => parseLine(line, at + 1, missesPath));
  const timingsPath = join(folder, 'timings.json');
  const { value: wallMs } = readCheckedJson(readText(timingsPath), z.record(z.string(), z.number()), timingsPath);
  return { run, traces, misses, wallMs };
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
