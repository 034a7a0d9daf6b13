/** A live simulator continues a tape only if it repeats the taped answers. */
import type { Address, Entry } from '../format/entry.ts';
import type { Recording } from '../format/journal.ts';
import type { TapeReader } from '../reading/tape.ts';
import { excerpt } from '../wire/excerpt.ts';
import { requestKey } from '../wire/exchange.ts';
import { refuseSecrets } from '../wire/secrets.ts';
import {
  answerOf,
  conversationDigest,
  type Json,
  type SimulatorRequest,
  simulatorReply,
  wellFormed,
} from '../wire/simulator_exchange.ts';
import { explainMissedMessage } from './closest_recording.ts';
import { TapeMissError } from './replay.ts';

export interface SimulatorClient {
  ask(message: unknown, signal?: AbortSignal): Promise<unknown>;
  close(): void;
}

export type TapedSimulatorParts = Readonly<{
  episode: Readonly<{ suite: string; task: string; trial: number; planner: string; model: string | null }>;
  protocol: string;
  tape: TapeReader | null;
  live: SimulatorClient | null;
  keep?: (recording: Recording) => Promise<void>;
  nowMs: () => number;
}>;

export class SimulatorDivergedError extends Error {
  override readonly name = 'SimulatorDivergedError';
}

type Exchange = Readonly<{ message: Json; answer: Json }>;

const SHOWN_MAX = 120;

export class TapedSimulator implements SimulatorClient {
  readonly #parts: TapedSimulatorParts;
  #digest: string | null = null;
  readonly #unsent: Exchange[] = [];
  #sent = 0;
  #fromTape = 0;
  #asked = 0;

  constructor(parts: TapedSimulatorParts) {
    this.#parts = parts;
  }

  get counts(): Readonly<{ fromTape: number; asked: number }> {
    return { fromTape: this.#fromTape, asked: this.#asked };
  }

  get digest(): string | null {
    return this.#digest;
  }

  async ask(given: unknown, signal?: AbortSignal): Promise<Json> {
    const { episode, protocol, tape } = this.#parts;
    const { planner, model, task, trial } = episode;
    const message = wellFormed(asStored(given));
    const request: SimulatorRequest = { url: protocol, body: { planner, model, before: this.#digest, message } };
    const key = requestKey(request);
    const address = { task, trial, key, occurrence: 1 };
    const recorded = (await tape?.find(address)) ?? null;
    const answer = recorded === null ? await this.#askLive(address, request, signal) : recordedAnswer(recorded);
    if (recorded !== null) {
      this.#unsent.push({ message, answer });
      this.#fromTape += 1;
    }
    this.#digest = conversationDigest(key, answer);
    return answer;
  }

  close(): void {
    this.#parts.live?.close();
  }

  async #askLive(address: Address, request: SimulatorRequest, signal?: AbortSignal): Promise<Json> {
    const { live, keep, protocol, nowMs } = this.#parts;
    refuseSecrets(request);
    if (live === null) throw await this.#miss(address, request);
    await this.#catchUp(live, signal);
    const began = nowMs();
    const answer = asStored(await live.ask(request.body.message, signal));
    this.#sent += 1;
    this.#asked += 1;
    const reply = simulatorReply(answer, { latencyMs: Math.round(nowMs() - began), model: protocol });
    await keep?.({ entry: { ...address, reply, source: 'live' }, request });
    return answer;
  }

  async #catchUp(live: SimulatorClient, signal?: AbortSignal) {
    for (let next = this.#unsent[0]; next !== undefined; next = this.#unsent[0]) {
      const answer = asStored(await live.ask(next.message, signal));
      this.#sent += 1;
      if (JSON.stringify(answer) !== JSON.stringify(next.answer)) throw this.#diverged(next, answer);
      this.#unsent.shift();
    }
  }

  #diverged(recorded: Exchange, answer: Json) {
    const [message, before, now] = [recorded.message, recorded.answer, answer].map((value) =>
      excerpt(JSON.stringify(value), SHOWN_MAX),
    );
    return new SimulatorDivergedError(
      `Cannot continue the recording of ${this.#name()}: to message ${this.#sent}, ${message}, the simulator answers ${now}, ` +
        `but ${before} is recorded; record the episode again with --simulator-mode rerecord`,
    );
  }

  async #miss(address: Address, request: SimulatorRequest) {
    const { episode, protocol, tape } = this.#parts;
    const reason = await explainMissedMessage(tape!, address, request);
    const number = this.#fromTape + this.#asked + 1;
    return new TapeMissError(
      `Cannot replay message ${number} to "${protocol}" in episode "${this.#name()}": ${reason}; to get an answer from a simulator, add --simulator URL`,
      { suite: episode.suite, model: protocol, address, request, purpose: 'simulator' },
    );
  }

  #name() {
    const { suite, task, planner, trial } = this.#parts.episode;
    return `${suite}/${task}/${planner}/${trial}`;
  }
}

function asStored(value: unknown): Json {
  return JSON.parse(JSON.stringify(value));
}

function recordedAnswer({ key, reply }: Entry): Json {
  if ('usage' in reply) throw new Error(`The recording of key "${key}" is the answer of a model, not of a simulator`);
  return answerOf(reply);
}
