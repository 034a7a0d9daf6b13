/** Like recording, but the engine stores each answer before the planner sees it. */
import { setTimeout as sleep } from 'node:timers/promises';
import { episodeLlm } from '../../cassettes/cassette/episode_llm.ts';
import type { Answer, Ask } from '../../cassettes/cassette/replay.ts';
import { type ModelEntry, modelEntry } from '../../cassettes/format/entry.ts';
import { recordingLine } from '../../cassettes/format/journal.ts';
import { LlmCallError } from '../../cassettes/llm.ts';
import { checkContextLimit } from '../../cassettes/tokens/context_limit.ts';
import { modelFacts } from '../../cassettes/tokens/models.ts';
import { promptTokens, tokenCounter } from '../../cassettes/tokens/token_count.ts';
import { refuseSecrets } from '../../cassettes/wire/secrets.ts';
import type { WireRequest } from '../../cassettes/wire/wire.ts';
import type { RecordedReply } from '../../cassettes/wire/wire_reply.ts';
import { invalid } from '../io/errors/failure.ts';
import { PLACES } from '../io/places.ts';
import { EMBEDDING_MODEL, type RunSettings } from '../run/plan/run_request.ts';
import { runEpisodes } from '../run/threads/run_episodes.ts';
import { episodeId } from '../trace/trace.ts';
import { type Cost, costOf } from './budget.ts';
import type { Clocks } from './open_sweep.ts';
import { type AskProvider, askProviders, type Environment, type ServedProviders } from './providers.ts';
import type { SweepEngine } from './sweep_engine.ts';
import type { QueuedSweep } from './sweep_file.ts';
import { planSweep, refuseQueued, type SweepCell, type SweepPlan } from './sweep_plan.ts';
import type { CellEnd, CellFailure, SweepRecord, WorkOptions } from './sweep_store.ts';
import { SweepTapes } from './sweep_tapes.ts';

export type PlayOptions = WorkOptions & {
  readonly graceS: number;
  readonly environment: Environment;
  readonly clocks: Clocks;
  readonly say: (message: string) => void;
};

export type BegunSweep = {
  readonly cells: ReadonlyMap<string, SweepCell>;
  readonly limits: QueuedSweep['providers'];
  readonly engine: SweepEngine;
  readonly tapes: SweepTapes;
  readonly served: ServedProviders;
};

export function begunSweep(
  { cells, record }: SweepPlan,
  parts: Pick<BegunSweep, 'engine' | 'tapes' | 'served'>,
): BegunSweep {
  return { ...parts, cells: new Map(cells.map((cell) => [cell.id, cell])), limits: record.sweep.providers };
}

/** Plays until no cell is left or the signal fires. Throws an ApiSettingError on a missing key. */
export async function playCells(begun: BegunSweep, options: PlayOptions): Promise<void> {
  const { cells, limits, engine, tapes, served } = begun;
  const { graceS, environment, clocks, say, signal: stop } = options;
  const giveUp = new AbortController();
  let timer: NodeJS.Timeout | undefined;
  const onStop = () => {
    timer = setTimeout(() => giveUp.abort(new Error('Interrupted')), graceS * 1_000);
  };
  if (stop.aborted) onStop();
  else stop.addEventListener('abort', onStop, { once: true });
  try {
    const signals = { stop, giveUp: giveUp.signal };
    const ask = askProviders({ served, limits, engine, environment, nowMs: clocks.monotonic, say, ...signals });
    // Planners with `solver=fast-downward` use this host's installation.
    const { FAST_DOWNWARD: fastDownward = '' } = environment;
    const settings = fastDownward === '' ? {} : { fastDownward };
    await engine.work(async (id, signal) => {
      const cell = cells.get(id);
      if (cell === undefined) return { cause: 'the worker that took it knows no such cell' };
      return new CellPlay(cell, { engine, tapes, ask, settings, say }, signal).play();
    }, options);
  } finally {
    clearTimeout(timer);
    stop.removeEventListener('abort', onStop);
  }
}

type CellPlayOptions = Pick<BegunSweep, 'engine' | 'tapes'> & {
  readonly ask: AskProvider;
  readonly settings: Pick<RunSettings, 'fastDownward'>;
  readonly say: (message: string) => void;
};

class CellPlay {
  readonly #cell: SweepCell;
  readonly #options: CellPlayOptions;
  readonly #signal: AbortSignal;
  readonly #end = new AbortController();
  #failure: CellFailure | null = null;

  constructor(cell: SweepCell, options: CellPlayOptions, signal: AbortSignal) {
    this.#cell = cell;
    this.#options = options;
    this.#signal = AbortSignal.any([signal, this.#end.signal]);
  }

  /** Does not reject. */
  async play(): Promise<CellEnd> {
    const { runs, suite, model, swept } = this.#cell;
    const { embeddingModel = EMBEDDING_MODEL } = swept;
    const { settings, say } = this.#options;
    try {
      for (const request of runs) {
        await runEpisodes(
          request,
          { mode: 'record', tapes: [], jobs: 1, embeddingModel, ...settings },
          {
            signal: this.#signal,
            onDone() {},
            filesStay: true,
            onSaid: (line, header) => say(`${episodeId(header)}: ${line}`),
            answers: {
              episode: (episode) => episodeLlm({ ...episode, suite, model, embeddingModel, answer: this.#answer }),
              finish: async () => ({ recorded: 0 }),
            },
          },
        );
        if (this.#signal.aborted) return 'given_back';
      }
    } catch (error) {
      if (this.#signal.aborted || (await this.#isStopped())) return 'given_back';
      return this.#failure ?? { cause: messageOf(error) };
    }
    return this.#failure ?? 'done';
  }

  readonly #answer: Answer = async (ask) => {
    const { tapes, engine } = this.#options;
    const known = (await tapes.find(this.#cell, ask.address)) ?? (await engine.find(this.#cell.id, ask.address));
    return known === null ? this.#ask(ask) : modelEntry(known);
  };

  async #ask(question: Ask): Promise<ModelEntry> {
    const { engine, ask } = this.#options;
    const { id, model, swept } = this.#cell;
    const { address, request } = question;
    if (this.#signal.aborted) throw new LlmCallError('api_error', 'interrupted');
    refuseSecrets(request);
    await checkContextLimit(request);
    try {
      const reply = await ask(swept.provider, request);
      const entry: ModelEntry = { ...address, reply, source: 'live' };
      const recording = { entry, request };
      // Throws on an answer that no tape could hold.
      recordingLine(recording);
      const cost = costOf(request, await usageOf(request, reply), swept);
      return modelEntry(await engine.keep({ cell: id, recording }, model, cost));
    } catch (error) {
      await this.#note(error, question);
      throw error;
    }
  }

  /** A call that fails for its content would fail again; a stopped sweep's failure is not the cell's. */
  async #note(error: unknown, { episode, address, request }: Ask): Promise<void> {
    if (error instanceof LlmCallError && error.code !== 'api_error') return;
    if (this.#signal.aborted || (await this.#isStopped())) return this.#end.abort();
    this.#failure ??= { cause: messageOf(error), episode, address, request };
  }

  async #isStopped(): Promise<boolean> {
    return (await this.#options.engine.stopped()) !== null;
  }
}

/** As reported; else counted here. */
async function usageOf(request: WireRequest, reply: RecordedReply): Promise<Omit<Cost, 'nanoUsd'>> {
  if (reply.usage !== null) return reply.usage;
  const count = await tokenCounter(modelFacts(request.body.model).tokenizer);
  return { promptTokens: promptTokens(request, count), completionTokens: 'text' in reply ? count(reply.text) : 0 };
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}

export type WorkerOptions = PlayOptions & {
  readonly served: ServedProviders;
  readonly allowedPlanners: readonly string[];
};

const LOOK_MS = 1_000;

/** Throws a CommandFailure if it must not play. */
export async function runWorker(engine: SweepEngine, options: WorkerOptions): Promise<void> {
  const { signal, untilIdle, say } = options;
  let isWaiting = false;
  while (!signal.aborted) {
    const record = await engine.record();
    if (record !== null) {
      isWaiting = false;
      await playSweep(engine, record, options);
      if (untilIdle) return;
    } else if (untilIdle) throw invalid('No sweep is in this Redis; start one with `tapedeck sweep start`');
    else if (!isWaiting) {
      say('No sweep is in this Redis; waiting for one');
      isWaiting = true;
    }
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
  }
}

async function playSweep(engine: SweepEngine, record: SweepRecord, options: WorkerOptions): Promise<void> {
  const { sweep } = record;
  const { served, clocks } = options;
  refuseQueued(sweep, options.allowedPlanners);
  const plan = await planSweep(sweep, { allowCode: false });
  refuseOther(plan, record);
  const layers = { layers: [PLACES.tapes], isWritten: false };
  const tapes = await SweepTapes.open(plan.cells, { served, nowMs: clocks.wall(), ...layers });
  const changed = new AbortController();
  const signal = AbortSignal.any([options.signal, changed.signal]);
  const watching = untilChanged(engine, record, signal).then(() => changed.abort());
  try {
    options.say(`Playing cells of sweep "${sweep.name}"`);
    await playCells(begunSweep(plan, { engine, tapes, served }), { ...options, signal });
  } finally {
    changed.abort();
    await watching;
    await tapes.finish();
  }
}

function refuseOther({ record }: SweepPlan, theirs: SweepRecord): void {
  if (record.code !== theirs.code) {
    throw invalid(
      `The sweep was started with Tapedeck ${theirs.code}, and this is ${record.code}; let both be the same`,
    );
  }
  if (record.digest === theirs.digest) return;
  throw invalid(
    'The sweep was started with other prompts, planners, tasks or scenes than there are here; give this worker the same files',
  );
}

async function untilChanged(engine: SweepEngine, record: SweepRecord, signal: AbortSignal): Promise<void> {
  const played = JSON.stringify(record);
  while (!signal.aborted) {
    await sleep(LOOK_MS, undefined, { signal }).catch(() => {});
    const now = signal.aborted ? record : await engine.record().catch(() => record);
    if (JSON.stringify(now) !== played) return;
  }
}
