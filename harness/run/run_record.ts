import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { z } from 'zod';
import { readCheckedJson } from '../../envs/checked_json.ts';
import { EPISODE_LIMITS } from '../episode/episode.ts';
import { SYMBOLIC } from '../episode/live_worlds.ts';
import { PLACES } from '../io/places.ts';
import { readText } from '../io/read_text.ts';
import type { RunPlan } from './plan/run_plan.ts';
import { EMBEDDING_MODEL, type RunRequest, type RunSettings } from './plan/run_request.ts';

const digests = z.record(z.string(), z.string());

/** Depends only on the request; times and jobs are in `timings.json`. */
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
  /** Null if merged runs differ; `commit` is also null outside git. */
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

/** Omits the commit, with which committed tables would always change. */
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

/** `commit` ignores uncommitted changes; null outside a checkout. */
export function codeVersion(root: string = PLACES.root): { version: string; commit: string | null } {
  const { version } = JSON.parse(read(join(root, 'package.json')));
  try {
    return { version, commit: commitOf(join(root, '.git')) };
  } catch {
    return { version, commit: null };
  }
}

function commitOf(dotGit: string): string | null {
  const git = statSync(dotGit).isFile() ? resolve(dotGit, '..', wordAfter('gitdir:', read(dotGit))) : dotGit;
  const head = read(join(git, 'HEAD'));
  if (!head.startsWith('ref:')) return hashIn(head);
  const ref = wordAfter('ref:', head);
  const common = existsSync(join(git, 'commondir')) ? resolve(git, read(join(git, 'commondir'))) : git;
  if (existsSync(join(common, ref))) return hashIn(read(join(common, ref)));
  const packed = read(join(common, 'packed-refs')).split('\n');
  return hashIn(packed.find((line) => line.endsWith(` ${ref}`)) ?? '');
}

function read(path: string) {
  return readFileSync(path, 'utf8').trim();
}

function wordAfter(key: string, text: string) {
  return text.slice(key.length).trim();
}

function hashIn(text: string): string | null {
  return /^([0-9a-f]{40}|[0-9a-f]{64})\b/.exec(text)?.[0] ?? null;
}
