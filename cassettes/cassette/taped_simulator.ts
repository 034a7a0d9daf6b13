/**
 * A simulator in one episode: answers from the tape, and from a live one where the tape has nothing yet.
 *
 * A live simulator knows only what it was told: before it is asked anything new, all that the tape answered for it is said to it again,
 * in order, and it must answer the same. What it answers is recorded before the env hears it.
 */
import type { Address } from '../format/address.ts';
import type { Entry } from '../format/entry.ts';
import type { Recording } from '../format/journal.ts';
import type { TapeReader } from '../reading/tape.ts';
import { excerpt } from '../wire/excerpt.ts';
import { requestKey } from '../wire/key.ts';
import { refuseSecrets } from '../wire/secrets.ts';
import { answerOf, simulatorReply } from '../wire/simulator_reply.ts';
import { type Json, type SimulatorRequest, saidSoFar, wellFormed } from '../wire/simulator_request.ts';
import { TapeMissError } from './miss.ts';
import { recordedInstead } from './recorded_instead.ts';

/** Whoever answers a simulator's messages, live or recorded; both are as JSON can say them. */
export interface SimulatorClient {
  /** Rejects where it cannot answer, or with the signal's reason. */
  ask(message: unknown, signal?: AbortSignal): Promise<unknown>;
  close(): void;
}

/** Which episode is played in it. */
export type SimulatedEpisode = {
  readonly suite: string;
  /** `scene/name`. */
  readonly task: string;
  readonly trial: number;
  /** As traces name it, with the model that it asks; others have their own recordings. */
  readonly planner: string;
  readonly model: string | null;
};

export type TapedSimulatorParts = {
  readonly episode: SimulatedEpisode;
  /** The protocol that is spoken, which the tape is named after, too. */
  readonly protocol: string;
  /** Where answers are looked for; null where everything is to be asked. */
  readonly tape: TapeReader | null;
  /** Who is asked for the others; null where nobody is. */
  readonly live: SimulatorClient | null;
  /** Resolves when a recording is safe; absent where nothing is recorded. */
  readonly keep?: (recording: Recording) => Promise<void>;
  readonly nowMs: () => number;
};

/** A live simulator does not go the way that was recorded. */
export class SimulatorDivergedError extends Error {
  override readonly name = 'SimulatorDivergedError';
}

type Said = { readonly message: Json; readonly answer: Json };

const WORDS_MAX = 120;

export class TapedSimulator implements SimulatorClient {
  readonly #parts: TapedSimulatorParts;
  /** What stands for all that was said; null at the beginning. */
  #before: string | null = null;
  /** What the tape has answered, and the live simulator has not been told. */
  readonly #untold: Said[] = [];
  #told = 0;
  #fromTape = 0;
  #asked = 0;

  constructor(parts: TapedSimulatorParts) {
    this.#parts = parts;
  }

  /** How many answers came from the tape, and how many from the live simulator. */
  get counts(): { readonly fromTape: number; readonly asked: number } {
    return { fromTape: this.#fromTape, asked: this.#asked };
  }

  /** What stands for all that was said, by which a tape is found to hold this conversation; null where nothing was. */
  get said(): string | null {
    return this.#before;
  }

  /** Rejects with a `TapeMissError` where the tape has no answer and nobody may be asked, with a `TapeError` where it is damaged. */
  async ask(given: unknown, signal?: AbortSignal): Promise<Json> {
    const { episode, protocol, tape } = this.#parts;
    const { planner, model, task, trial } = episode;
    const message = wellFormed(asStored(given));
    const request: SimulatorRequest = { url: protocol, body: { planner, model, before: this.#before, message } };
    const key = requestKey(request);
    const address = { task, trial, key, occurrence: 1 };
    const recorded = (await tape?.find(address)) ?? null;
    const answer = recorded === null ? await this.#askLive(address, request, signal) : recordedAnswer(recorded);
    if (recorded !== null) {
      this.#untold.push({ message, answer });
      this.#fromTape += 1;
    }
    this.#before = saidSoFar(key, answer);
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
    this.#told += 1;
    this.#asked += 1;
    const reply = simulatorReply(answer, { latencyMs: Math.round(nowMs() - began), model: protocol });
    await keep?.({ entry: { ...address, reply, source: 'live' }, request });
    return answer;
  }

  async #catchUp(live: SimulatorClient, signal: AbortSignal | undefined): Promise<void> {
    for (let next = this.#untold[0]; next !== undefined; next = this.#untold[0]) {
      const { message, answer } = next;
      const answered = asStored(await live.ask(message, signal));
      this.#told += 1;
      if (JSON.stringify(answered) !== JSON.stringify(answer)) throw this.#diverged(next, answered);
      this.#untold.shift();
    }
  }

  #diverged({ message, answer }: Said, answered: Json): SimulatorDivergedError {
    const [asked, before, now] = [message, answer, answered].map((said) => excerpt(JSON.stringify(said), WORDS_MAX));
    return new SimulatorDivergedError(
      `Cannot go on with the recording of ${this.#name()}: to message ${this.#told}, ${asked}, the simulator answers ${now}, ` +
        `where ${before} was recorded; record the episode anew with --simulator-mode rerecord`,
    );
  }

  async #miss(address: Address, request: SimulatorRequest): Promise<TapeMissError> {
    const { episode, protocol, tape } = this.#parts;
    if (tape === null) throw new Error('Without a tape, a simulator is asked');
    const reason = await recordedInstead(tape, address, request);
    const number = this.#fromTape + this.#asked + 1;
    return new TapeMissError(
      `Cannot replay message ${number} to "${protocol}" in episode "${this.#name()}": ${reason}; have a simulator answer with --simulator URL`,
      { suite: episode.suite, model: protocol, address, request, purpose: 'simulator' },
    );
  }

  #name(): string {
    const { suite, task, planner, trial } = this.#parts.episode;
    return `${suite}/${task}/${planner}/${trial}`;
  }
}

/** As a tape will give it back. */
function asStored(said: unknown): Json {
  return JSON.parse(JSON.stringify(said));
}

function recordedAnswer({ key, reply }: Entry): Json {
  if ('usage' in reply) throw new Error(`The recording of key "${key}" is the answer of a model, not of a simulator`);
  return answerOf(reply);
}
