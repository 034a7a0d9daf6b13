/**
 * What a run was asked to do, and with what: `run.json` of its folder.
 *
 * The same for the same request, however it was carried out: in how many jobs and when is said elsewhere, in `timings.json`.
 *
 * @module
 */
import { z } from 'zod';
import { EPISODE_LIMITS } from '../episode/episode_limits.ts';
import { codeVersion } from './code_version.ts';
import type { RunPlan } from './plan/run_plan.ts';
import type { RunRequest } from './plan/run_request.ts';
import { EMBEDDING_MODEL, type RunSettings } from './plan/run_settings.ts';

const digests = z.record(z.string(), z.string());

export const runSchema = z.strictObject({
  format: z.literal(3),
  suite: z.string(),
  model: z.string(),
  env: z.string(),
  /** All that the world is told, by the suite and by the request. */
  envOptions: z.record(z.string(), z.json()),
  planners: z.array(z.string()),
  /** Planner → its prompts; of a planner that has none, the digest of nothing. */
  prompts: z.record(z.string(), z.strictObject({ set: z.string(), digest: z.string() })),
  scenes: digests,
  tasks: digests,
  /** Everything else that was asked for, defaults included. */
  settings: z.record(z.string(), z.json()),
  /** Null where runs of several versions were joined; the commit outside a git checkout, too. */
  tapedeck: z.strictObject({ version: z.string().nullable(), commit: z.string().nullable() }),
  /** For each folder of tapes that holds some of it: task (`scene/name`), or simulator and task (`virtualhome scene/name`) → SHA-256 of its replies, when the run ended. */
  tapes: z.array(digests),
  /** `1/2` for the first of two shards, `1/3+2/3` for two of three joined; null for a whole run. */
  shard: z.string().nullable(),
  /** How many episodes the whole run has. */
  episodesTotal: z.int(),
  /** How many of them were played when the run ended; 0 while it is under way. */
  episodesPlayed: z.int(),
  /** Whether every episode was played; false while the run is under way, and of one that was interrupted. */
  finished: z.boolean(),
});

export type RunRecord = z.infer<typeof runSchema>;

/** What was played of a suite, in which world, with which words and by which version, without how. */
export const suiteRecordSchema = runSchema
  .pick({
    suite: true,
    model: true,
    env: true,
    envOptions: true,
    planners: true,
    prompts: true,
    scenes: true,
    tasks: true,
  })
  .extend({
    /** Of Tapedeck, without the commit, with which committed tables would change each time; null where there were several. */
    version: z.string().nullable(),
  });

export type SuiteRecord = z.infer<typeof suiteRecordSchema>;

export function suiteRecord(run: RunRecord): SuiteRecord {
  const { suite, model, env, envOptions, planners, prompts, scenes, tasks, tapedeck } = run;
  return { suite, model, env, envOptions, planners, prompts, scenes, tasks, version: tapedeck.version };
}

/** The record of a run that has not begun. */
export function plannedRun(
  request: RunRequest,
  plan: Pick<RunPlan, 'suite' | 'model' | 'planners' | 'list'>,
  settings: RunSettings,
): RunRecord {
  // What these mean has an entry of its own, in full and in one spelling; where things lie does not matter.
  const {
    suite,
    planners,
    scenes,
    tasks,
    model,
    prompts,
    env = 'symbolic',
    envOptions,
    shard,
    allowCode,
    simulator,
    simulatorTimeoutS,
    ...asked
  } = request;
  const { jobs, tapes, fastDownward, ...how } = settings;
  const headers = plan.list.firstHeaders();
  return {
    format: 3,
    suite: plan.suite.name,
    model: plan.model,
    env,
    envOptions: plain(headers[0]?.envOptions ?? {}),
    planners: [...plan.planners],
    prompts: Object.fromEntries(
      headers.map((header) => [header.planner, { set: header.prompts, digest: header.digests.prompts }]),
    ),
    scenes: Object.fromEntries(headers.map((header) => [header.scene, header.digests.scene])),
    tasks: Object.fromEntries(headers.map((header) => [header.task, header.digests.task])),
    settings: plain({
      ...asked,
      trials: request.trials ?? plan.suite.trials,
      callsMax: request.callsMax ?? EPISODE_LIMITS.callsMax,
      ...how,
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

/** As it will be read back from JSON. */
function plain(value: object): Record<string, z.core.util.JSONType> {
  return JSON.parse(JSON.stringify(value));
}
