/**
 * A thread that plays episodes, one at a time, as the main thread sees it: it can be ended at any moment, whatever it does.
 *
 * @module
 */
import { Worker } from 'node:worker_threads';
import { unpackError } from '../../io/errors/carried_error.ts';
import type { PlayedEpisode } from './play_episode.ts';
import type { Answer, FromThread, Question, RunOutline, ThreadOrder, ToThread } from './thread_messages.ts';

/** The thread ended though nobody told it to: its memory did not suffice, or the planner's code ended it. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

/** Who serves an episode while it is played. */
export type EpisodeService = {
  /** Answers what the episode asks; does not reject. */
  readonly answer: (question: Question) => Promise<Answer>;
  /** Told when the episode begins to wait for answers, and when it has all of them. A planner that is a program works meanwhile. */
  readonly onWaiting: (isWaiting: boolean) => void;
};

export class EpisodeThread {
  hasEnded = false;
  readonly #worker: Worker;
  #service: EpisodeService | null = null;
  #outline = awaited<RunOutline>();
  #played = awaited<PlayedEpisode>();
  #isPlanning = false;
  #isPlaying = false;
  #isReusable = true;
  /** Whoever still looks for an answer. */
  readonly #answering = new Set<Promise<void>>();

  constructor() {
    this.#worker = new Worker(new URL('./episode_worker.ts', import.meta.url));
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error) => this.#fail(endedBy(error)));
    this.#worker.on('exit', (code) => this.#fail(new ThreadEnded(`its thread ended with exit code ${code}`)));
  }

  /** What it plans to play. Rejects where that, or the set-up, is broken; then it can be ordered something else. */
  get outline(): Promise<RunOutline> {
    return this.#outline.promise;
  }

  /** Whether nothing of what it was told to do is under way any more, and it waits to be told more. */
  get isIdle(): boolean {
    return !(this.hasEnded || this.#isPlanning || this.#isPlaying) && this.#answering.size === 0;
  }

  /** Whether it can be told to play another run. */
  get isReusable(): boolean {
    return this.#isReusable && this.isIdle;
  }

  /** Tells it what to plan; then `outline` is of that. */
  begin(order: ThreadOrder): void {
    if (!this.hasEnded) this.#outline = awaited();
    this.#isPlanning = true;
    this.#post({ order });
  }

  /** Plays an episode of the plan. Rejects with `ThreadEnded` where the thread ends on the way, else as `runEpisode` does. */
  play(number: number, service: EpisodeService): Promise<PlayedEpisode> {
    this.#service = service;
    this.#isPlaying = true;
    this.#post({ play: number });
    return this.#played.promise;
  }

  /** Whether the process goes on for as long as the thread does. */
  holdProcess(does: boolean): void {
    if (does) this.#worker.ref();
    else this.#worker.unref();
  }

  /** Ends the thread at once; what is under way rejects. */
  end(): void {
    void this.#worker.terminate();
    this.#fail(new ThreadEnded('its thread was ended'));
  }

  /** Ends the thread, and resolves when nothing that it has asked is being answered any more. */
  async close(): Promise<void> {
    this.end();
    await Promise.all([this.#worker.terminate(), ...this.#answering]);
  }

  #hear(message: FromThread): void {
    if ('outline' in message || 'refused' in message) this.#hearPlanned(message);
    else if ('failed' in message) this.#fail(unpackError(message.failed));
    else if ('question' in message) this.#answer(message.id, message.question);
    else {
      const { resolve } = this.#played;
      this.#played = awaited();
      this.#isPlaying = false;
      resolve(message.played);
    }
  }

  #hearPlanned(message: Extract<FromThread, { isReusable: boolean }>): void {
    this.#isPlanning = false;
    this.#isReusable = message.isReusable;
    if ('outline' in message) this.#outline.resolve(message.outline);
    else this.#outline.reject(unpackError(message.refused));
  }

  #answer(id: number, question: Question): void {
    const service = this.#service;
    if (service === null) throw new Error('A question came from a thread that plays no episode');
    const isWaiting = question.ask !== 'programTurn' && question.ask !== 'programEnd' && this.#answering.size === 0;
    if (isWaiting) service.onWaiting(true);
    const answering = service.answer(question).then((answer) => {
      this.#answering.delete(answering);
      if (this.#answering.size === 0) service.onWaiting(false);
      this.#post({ answerTo: id, answer });
    });
    this.#answering.add(answering);
  }

  #post(message: ToThread): void {
    this.#worker.postMessage(message);
  }

  #fail(error: Error): void {
    this.hasEnded = true;
    this.#outline.reject(error);
    this.#played.reject(error);
  }
}

/** Whoever waits for it hears of what goes wrong; it is no error where nobody does. */
function awaited<T>(): PromiseWithResolvers<T> {
  const resolvers = Promise.withResolvers<T>();
  resolvers.promise.catch(() => {});
  return resolvers;
}

/** What no episode caught: thrown in a callback of the planner's own, say. */
function endedBy(error: unknown): ThreadEnded {
  const isFull = error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
  if (isFull) return new ThreadEnded('the memory of its thread did not suffice', { cause: error });
  const message = error instanceof Error ? error.message : String(error);
  return new ThreadEnded(`its thread was ended by an error that nothing caught: ${message}`, { cause: error });
}
