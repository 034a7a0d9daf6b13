/**
 * Plays a cell of a sweep: its episodes, one after the other, as recording would, but that every answer is kept by the engine before the
 * planner hears it.
 *
 * @module
 */
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
import { EMBEDDING_MODEL, type RunSettings } from '../run/plan/run_request.ts';
import { runEpisodes } from '../run/threads/run_episodes.ts';
import { episodeId } from '../trace/trace.ts';
import { costOf } from './engine/budget.ts';
import type { CellEnd, CellFailure, Cost, PlayCell, SweepEngine } from './engine/sweep_engine.ts';
import type { SweepCell } from './sweep_plan.ts';
import type { SweepTapes } from './sweep_tapes.ts';
import type { SweptClients } from './swept_clients.ts';

export type SweepPlayerOptions = {
  readonly engine: SweepEngine;
  readonly tapes: SweepTapes;
  readonly clients: Pick<SweptClients, 'ask'>;
  readonly cells: ReadonlyMap<string, SweepCell>;
  readonly settings: Pick<RunSettings, 'fastDownward'>;
  readonly say: (message: string) => void;
};

/** Does not reject. */
export function sweepPlayer(options: SweepPlayerOptions): PlayCell {
  return async (id, signal) => {
    const cell = options.cells.get(id);
    if (cell === undefined) return { cause: 'the worker that took it knows no such cell' };
    return new CellPlay(cell, options, signal).play();
  };
}

class CellPlay {
  readonly #cell: SweepCell;
  readonly #options: SweepPlayerOptions;
  readonly #signal: AbortSignal;
  /** Fires where the cell is not to be played on. */
  readonly #end = new AbortController();
  #failure: CellFailure | null = null;

  constructor(cell: SweepCell, options: SweepPlayerOptions, signal: AbortSignal) {
    this.#cell = cell;
    this.#options = options;
    this.#signal = AbortSignal.any([signal, this.#end.signal]);
  }

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
    const { id, suite, model } = this.#cell;
    const known = (await tapes.find(suite, model, ask.address)) ?? (await engine.find(id, ask.address));
    return known === null ? this.#asked(ask) : modelEntry(known);
  };

  async #asked(ask: Ask): Promise<ModelEntry> {
    const { engine, clients } = this.#options;
    const { id, model, swept } = this.#cell;
    const { address, request } = ask;
    if (this.#signal.aborted) throw new LlmCallError('api_error', 'interrupted');
    refuseSecrets(request);
    await checkContextLimit(request);
    try {
      const reply = await clients.ask(swept.provider, request);
      const entry: ModelEntry = { ...address, reply, source: 'live' };
      const recording = { entry, request };
      // What no tape could hold must not wait for one.
      recordingLine(recording);
      const cost = costOf(request, await usageOf(request, reply), swept);
      return modelEntry(await engine.keep({ cell: id, recording }, model, cost));
    } catch (error) {
      await this.#note(error, ask);
      throw error;
    }
  }

  /** Where the sweep is stopped, the failure is not the cell's. A call that fails for what it says would fail again. */
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
