import { join } from 'node:path';
import { z } from 'zod';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { EPISODE_LIMITS } from '../episode/episode.ts';
import { SYMBOLIC } from '../episode/live_worlds.ts';
import { readText } from '../io/read_text.ts';
import { codeVersion } from './code_version.ts';
import type { RunPlan } from './plan/run_plan.ts';
import { EMBEDDING_MODEL, type RunRequest, type RunSettings } from './plan/run_request.ts';

const digests = z.record(z.string(), z.string());

/** Contains no times and no number of jobs; they are in `timings.json`. */
export const runSchema = z.strictObject({
  format: z.literal(3),
  suite: z.string(),
  model: z.string(),
  env: z.string(),
  envOptions: z.record(z.string(), z.json()),
  planners: z.array(z.string()),
  prompts: z.record(z.string(), z.strictObject({ set: z.string(), digest: z.string() })),
  scenes: digests,
  tasks: digests,
  settings: z.record(z.string(), z.json()),
  /** A field is null if merged runs differ in it. */
  tapedeck: z.strictObject({ version: z.string().nullable(), commit: z.string().nullable() }),
  /** `scene/task` or `virtualhome scene/task` → SHA-256 of its replies at the end of the run. */
  tapes: z.array(digests),
  /** `1/2`, or `1/3+2/3` for merged shards; null for a whole run. */
  shard: z.string().nullable(),
  episodesTotal: z.int(),
  episodesPlayed: z.int(),
  finished: z.boolean(),
});

export type RunRecord = z.infer<typeof runSchema>;

const requestFields = runSchema.omit({
  ...{ format: true, settings: true, tapedeck: true, tapes: true, shard: true },
  ...{ episodesTotal: true, episodesPlayed: true, finished: true },
});

/** Without the commit, which would change committed tables with every commit. */
export const suiteRecordSchema = requestFields.extend({ version: runSchema.shape.tapedeck.shape.version });

export type SuiteRecord = z.infer<typeof suiteRecordSchema>;

export function suiteRecord(run: RunRecord): SuiteRecord {
  return { ...requestFields.strip().parse(run), version: run.tapedeck.version };
}

export function newRunRecord(request: RunRequest, settings: RunSettings, plan: RunPlan): RunRecord {
  const { suite, planners, scenes, tasks, model, prompts, env = SYMBOLIC, envOptions, shard, ...others } = request;
  const { allowCode, simulator, simulatorTimeoutS, ...episodes } = others;
  const { jobs, tapes, fastDownward, ...answers } = settings;
  const headers = plan.list.firstHeaders();
  return {
    format: 3,
    suite: plan.suite.name,
    model: plan.model,
    env,
    envOptions: jsonOf(headers[0]?.envOptions ?? {}),
    planners: [...plan.planners],
    prompts: Object.fromEntries(
      headers.map((header) => [header.planner, { set: header.prompts, digest: header.digests.prompts }]),
    ),
    scenes: Object.fromEntries(headers.map((header) => [header.scene, header.digests.scene])),
    tasks: Object.fromEntries(headers.map((header) => [header.task, header.digests.task])),
    settings: jsonOf({
      ...jsonOf(episodes),
      trials: request.trials ?? plan.suite.trials,
      callsMax: request.callsMax ?? EPISODE_LIMITS.callsMax,
      ...jsonOf(answers),
      embeddingModel: settings.embeddingModel ?? EMBEDDING_MODEL,
    }),
    tapedeck: codeVersion(),
    tapes: [],
    shard: shard === undefined ? null : `${shard.index}/${shard.count}`,
    episodesTotal: plan.list.length,
    episodesPlayed: 0,
    finished: false,
  };
}

function jsonOf(value: object): Record<string, z.core.util.JSONType> {
  return JSON.parse(JSON.stringify(value));
}

export const RUN_FILES = {
  traces: 'traces.jsonl',
  misses: 'misses.jsonl',
  wallMs: 'wall_ms.jsonl',
  episodes: 'episodes.jsonl',
  timings: 'timings.json',
  record: 'run.json',
} as const;

const timesSchema = z.strictObject({
  /** ISO 8601, UTC. */
  started: z.string(),
  ended: z.string().nullable(),
  /** Merged runs have none of these. */
  suite: z.string().optional(),
  tapes: z.array(z.string()).optional(),
  jobs: z.int().optional(),
});

export type RunTimes = z.infer<typeof timesSchema>;

export function readRunRecord(folder: string): RunRecord {
  return readJson(join(folder, RUN_FILES.record), runSchema);
}

export function readTimings(folder: string): RunTimes {
  return readJson(join(folder, RUN_FILES.timings), timesSchema);
}

function readJson<T>(path: string, schema: z.ZodType<T>): T {
  return readCheckedJson(readText(path), schema, path).value;
}
