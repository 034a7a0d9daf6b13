/** The engine stores each answer before the planner sees it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { episodeLlm } from '../../cassettes/cassette/episode_llm.ts';
import type { Ask } from '../../cassettes/cassette/replay.ts';
import { type ModelEntry, modelEntry } from '../../cassettes/format/entry.ts';
import { recordingLine } from '../../cassettes/format/journal.ts';
import { LlmCallError } from '../../cassettes/llm.ts';
import { checkContextLimit, promptTokens, tokenCounter } from '../../cassettes/tokens/token_count.ts';
import { refuseSecrets } from '../../cassettes/wire/secrets.ts';
import type { WireRequest } from '../../cassettes/wire/wire.ts';
import type { RecordedReply } from '../../cassettes/wire/wire_reply.ts';
import { invalid, messageOf } from '../io/errors/failure.ts';
import { PLACES } from '../io/places.ts';
import { EMBEDDING_MODEL } from '../run/plan/run_request.ts';
import { type RunOptions, runEpisodes } from '../run/threads/run_episodes.ts';
import { episodeId } from '../trace/trace.ts';
import type { SweepSurroundings } from './open_sweep.ts';
import { type AskProvider, askProviders, type ServedProviders } from './providers.ts';
import type { CellEnd, CellFailure, SweepEngine, SweepRecord, WorkOptions } from './sweep_engine.ts';
import { costOf } from './sweep_file.ts';
import { planSweep, refuseQueued, type SweepCell } from './sweep_plan.ts';
import { SweepTapes } from './sweep_tapes.ts';

type PlayOptions = WorkOptions & SweepSurroundings & { readonly graceS: number };

export type BegunSweep = Readonly<{
  record: SweepRecord;
  engine: SweepEngine;
  tapes: SweepTapes;
  served: ServedProviders;
}>;

/** After `signal`, calls have `graceS` seconds to end. */
export async function playCells(begun: BegunSweep, options: PlayOptions): Promise<void> {
  const { graceS, signal: stop } = options;
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => {
    timer = setTimeout(() => giveUp.abort(new Error('Interrupted')), graceS * 1_000);
  };
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });
  try {
    const ask = askProviders({ ...options, ...begun, stop, giveUp: giveUp.signal });
    await begun.engine.work(async (id, signal) => {
      const cell = begun.tapes.cells.get(id);
      if (cell === undefined) return { cause: 'the worker’s sweep does not contain this cell' };
      return playCell(cell, { ...options, ...begun, ask, signal });
    }, options);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}

type CellOptions = Pick<PlayOptions, 'environment' | 'say' | 'signal'> &
  Pick<BegunSweep, 'engine' | 'tapes'> & { readonly ask: AskProvider };

async function playCell(cell: SweepCell, cellOptions: CellOptions): Promise<CellEnd> {
  const { runs, suite, model, swept } = cell;
  const { environment, engine, tapes, say } = cellOptions;
  const { embeddingModel = EMBEDDING_MODEL } = swept;
  const settings = { mode: 'record', tapes: [], jobs: 1, embeddingModel } as const;
  const fastDownward = environment['FAST_DOWNWARD'] || undefined;
  const end = new AbortController();
  const signal = AbortSignal.any([cellOptions.signal, end.signal]);
  const isStopped = async () => signal.aborted || (await engine.stopReason()) !== null;
  const failures: CellFailure[] = [];

  async function answer(question: Ask): Promise<ModelEntry> {
    const { address, episode, request } = question;
    const stored = (await tapes.find(cell, address)) ?? (await engine.find(cell.id, address));
    if (stored !== null) return modelEntry(stored);
    if (signal.aborted) throw new LlmCallError('api_error', 'interrupted');
    refuseSecrets(request);
    await checkContextLimit(request);
    try {
      return await askAndKeep(cell, question, cellOptions);
    } catch (error) {
      const isDueToRequest = error instanceof LlmCallError && error.code !== 'api_error';
      if (!isDueToRequest && (await isStopped())) end.abort();
      else if (!isDueToRequest) failures.push({ cause: messageOf(error), episode, address, request });
      throw error;
    }
  }

  const options: RunOptions = {
    signal,
    onDone() {},
    filesAreUnchanged: true,
    onStderr: (line, header) => say(`${episodeId(header)}: ${line}`),
    answers: {
      episode: (episode) => episodeLlm({ ...episode, suite, model, embeddingModel, answer }),
      finish: async () => ({ recorded: 0 }),
    },
  };
  try {
    for (const request of runs) {
      await runEpisodes(request, { ...settings, fastDownward }, options);
      if (signal.aborted) return 'given_back';
    }
  } catch (error) {
    if (await isStopped()) return 'given_back';
    return failures[0] ?? { cause: messageOf(error) };
  }
  return failures[0] ?? 'done';
}

async function askAndKeep(
  { id, model, swept }: SweepCell,
  { address, request }: Ask,
  { ask, engine }: CellOptions,
): Promise<ModelEntry> {
  const reply = await ask(swept.provider, request);
  const recording = { entry: { ...address, reply, source: 'live' as const }, request };
  recordingLine(recording); // throws if no tape can store it
  const cost = costOf(request, await usageOf(request, reply), swept);
  return modelEntry(await engine.keep({ cell: id, recording }, model, cost));
}

async function usageOf(request: WireRequest, reply: RecordedReply) {
  if (reply.usage !== null) return reply.usage;
  const count = await tokenCounter(request.body.model);
  return { promptTokens: promptTokens(request, count), completionTokens: 'text' in reply ? count(reply.text) : 0 };
}

type WorkerOptions = PlayOptions & Readonly<{ served: ServedProviders; allowedPlanners: readonly string[] }>;

const POLL_MS = 1_000;

export async function runWorker(engine: SweepEngine, options: WorkerOptions): Promise<void> {
  const { signal, untilIdle, say } = options;
  let isWaiting = false;
  while (!signal.aborted) {
    const record = await engine.record();
    if (record !== null) {
      isWaiting = false;
      await playSweep(engine, record, options);
      if (untilIdle) return;
    } else if (untilIdle) throw invalid('Redis contains no sweep; start one with `tapedeck sweep start`');
    else if (!isWaiting) {
      say('Redis contains no sweep; waiting for one');
      isWaiting = true;
    }
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
  }
}

async function playSweep(engine: SweepEngine, record: SweepRecord, options: WorkerOptions): Promise<void> {
  const { sweep } = record;
  const { served, clocks } = options;
  refuseQueued(sweep, options.allowedPlanners);
  const { cells, record: local } = await planSweep(sweep, { allowCode: false });
  if (local.code !== record.code) {
    throw invalid(
      `The sweep was started with Tapedeck ${record.code}, and this is ${local.code}; use the same version`,
    );
  }
  if (local.digest !== record.digest) {
    throw invalid(
      'The sweep was started with different prompts, planners, tasks or scenes; give this worker the same files',
    );
  }
  const layers = [PLACES.tapes];
  const tapes = await SweepTapes.open(cells, { served, nowMs: clocks.wall(), layers, isWritten: false });
  const end = new AbortController();
  const signal = AbortSignal.any([options.signal, end.signal]);
  const change = waitForChange(engine, record, signal).then(() => end.abort());
  try {
    options.say(`Playing cells of sweep "${sweep.name}"`);
    await playCells({ record, engine, tapes, served }, { ...options, signal });
  } finally {
    end.abort();
    await change;
    await tapes.finish();
  }
}

async function waitForChange(engine: SweepEngine, record: SweepRecord, signal: AbortSignal): Promise<void> {
  const before = JSON.stringify(record);
  while (!signal.aborted) {
    await sleep(POLL_MS, undefined, { signal }).catch(() => {});
    const now = signal.aborted ? record : await engine.record().catch(() => record);
    if (JSON.stringify(now) !== before) return;
  }
}
