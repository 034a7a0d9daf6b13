/**
 * Runs the episodes of a plan: one after another, several in flight, or spread over worker threads.
 *
 * Replay is bound by the processor, so `jobs` are worker threads; live recording is bound by the model, so `jobs` are
 * episodes in flight within one thread, which alone writes the tape. Results arrive in any order and carry their number.
 *
 * @module
 */
import { setImmediate as immediate } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';
import type { Cassette, CassetteMode } from '../cassettes/cassette.ts';
import { openCassette } from '../cassettes/cassette.ts';
import type { TapeMissError } from '../cassettes/miss.ts';
import { planWithFastDownward } from '../planners/pddl/plan_with_fast_downward.ts';
import { EPISODE_LIMITS, type EpisodeParts, runEpisode } from './episode.ts';
import type { LiveModel } from './live_client.ts';
import { type PlannedEpisode, planRun, type RunPlan, type RunRequest } from './run_plan.ts';
import { episodeId, type Trace } from './trace.ts';

export type RunSettings = {
  readonly mode: CassetteMode;
  /** Folders of tapes, lowest first; recordings go to the last. */
  readonly tapes: readonly string[];
  /** At least 1. */
  readonly jobs: number;
  /** Which model embeds texts; the release of OLP asks text-embedding-3-small. */
  readonly embeddingModel?: string;
  /** Path of an installed Fast Downward, for planners that are told to plan with it. */
  readonly fastDownward?: string;
};

/** What a miss lacks: enough to export it as a request. */
export type MissRecord = {
  readonly suite: string;
  readonly model: string;
  readonly task: string;
  readonly trial: number;
  readonly key: string;
  readonly occurrence: number;
  readonly url: string;
  readonly body: unknown;
  /** The episode that was stopped. */
  readonly episode: string;
  /** The sentence that says what is missing and what comes closest. */
  readonly message: string;
};

export type EpisodeDone = {
  /** Position in the whole run. */
  readonly number: number;
  readonly trace: Trace;
  readonly miss: MissRecord | null;
  readonly wallMs: number;
};

type Share = { readonly index: number; readonly count: number };

/** Runs all episodes of a plan and hands each over as it is done. Rejects when a tape cannot be used. */
export async function runEpisodes(
  request: RunRequest,
  plan: RunPlan,
  settings: RunSettings,
  options: { signal: AbortSignal; onDone: (done: EpisodeDone) => void; model?: LiveModel },
): Promise<void> {
  const jobs = Math.max(1, Math.min(settings.jobs, plan.episodes.length));
  if (settings.mode === 'replay' && jobs > 1) {
    await Promise.all(
      Array.from({ length: jobs }, (_, index) =>
        inWorker({ request, settings, share: { index, count: jobs } }, options),
      ),
    );
    return;
  }
  const cassette = await cassetteOf(plan, settings, options.model);
  const queue = plan.episodes.values();
  try {
    await Promise.all(
      Array.from({ length: jobs }, async () => {
        for (const planned of queue) {
          await immediate(); // lets an interruption in
          if (options.signal.aborted) return;
          options.onDone(await runPlanned(planned, { cassette, settings, signal: options.signal }));
        }
      }),
    );
  } finally {
    await cassette.finish();
  }
}

export const EMBEDDING_MODEL = 'text-embedding-3-small';

function cassetteOf(plan: RunPlan, settings: RunSettings, live?: LiveModel): Promise<Cassette> {
  const tapesDir = settings.tapes.at(-1);
  if (tapesDir === undefined) throw new Error('A run names at least one folder of tapes');
  return openCassette({
    tapesDir,
    suite: plan.suite.name,
    model: plan.model,
    mode: settings.mode,
    embeddingModel: settings.embeddingModel ?? EMBEDDING_MODEL,
    ...live,
  });
}

type Surroundings = { readonly cassette: Cassette; readonly settings: RunSettings; readonly signal: AbortSignal };

async function runPlanned(planned: PlannedEpisode, surroundings: Surroundings): Promise<EpisodeDone> {
  const { cassette, settings, signal } = surroundings;
  const { number, header, task, seed, newEnv, choice, prompts, callsMax } = planned;
  const began = performance.now();
  const taskId = `${header.scene}/${header.task}`;
  const { trace, miss } = await runEpisode({
    header,
    task,
    planner: choice.planner,
    env: newEnv(seed),
    seed,
    prompts: prompts.prompts,
    llm: (onCall) =>
      cassette.episode({
        task: taskId,
        trial: header.trial,
        planner: header.planner,
        onCall: (call) =>
          onCall({
            event: 'call',
            purpose: call.purpose,
            key: call.key,
            occurrence: call.occurrence,
            finishReason: call.finishReason,
            ...(call.flaw === null ? {} : { flaw: call.flaw }),
            promptTokens: call.usage?.promptTokens ?? null,
            completionTokens: call.usage?.completionTokens ?? null,
            latencyMs: call.latencyMs,
          }),
      }),
    limits: { ...EPISODE_LIMITS, callsMax },
    ...fastDownwardAt(settings.fastDownward, signal),
    signal,
  });
  return { number, trace, miss: miss === null ? null : missRecord(miss, trace), wallMs: performance.now() - began };
}

function fastDownwardAt(path: string | undefined, signal: AbortSignal): Pick<EpisodeParts, 'fastDownward'> {
  if (path === undefined) return {};
  return { fastDownward: (domain, problem) => planWithFastDownward(domain, problem, { path, signal }) };
}

function missRecord({ suite, model, address, request, message }: TapeMissError, trace: Trace): MissRecord {
  return { suite, model, ...address, ...request, episode: episodeId(trace.header), message };
}

type Order = { readonly request: RunRequest; readonly settings: RunSettings; readonly share: Share };

async function inWorker(
  order: Order,
  options: { signal: AbortSignal; onDone: (done: EpisodeDone) => void },
): Promise<void> {
  if (options.signal.aborted) return;
  const worker = new Worker(new URL('./episode_worker.ts', import.meta.url), { workerData: order });
  const stop = () => void worker.terminate();
  options.signal.addEventListener('abort', stop, { once: true });
  try {
    await new Promise<void>((resolve, reject) => {
      worker.on('message', options.onDone);
      worker.on('error', reject);
      worker.on('exit', (code) => {
        if (code === 0 || options.signal.aborted) resolve();
        else reject(new Error(`A worker ended with exit code ${code}`));
      });
    });
  } finally {
    options.signal.removeEventListener('abort', stop);
  }
}

/** What a worker does with its order: every `count`th episode of the same plan. */
export async function runShare(order: Order, onDone: (done: EpisodeDone) => void): Promise<void> {
  const plan = await planRun(order.request);
  const cassette = await cassetteOf(plan, order.settings);
  const never = new AbortController().signal;
  const { index, count } = order.share;
  for (const [at, planned] of plan.episodes.entries()) {
    if (at % count === index) onDone(await runPlanned(planned, { cassette, settings: order.settings, signal: never }));
  }
  await cassette.finish();
}
