import { Worker } from 'node:worker_threads';
import { codeOf, messageOf } from '../../io/errors/failure.ts';
import { EpisodeList } from '../plan/episode_list.ts';
import type { RunPlan } from '../plan/run_plan.ts';
import type { RunRequest, RunSettings } from '../plan/run_request.ts';
import { type CarriedError, unpackError } from './carried_error.ts';
import type { PlayedEpisode } from './play_episode.ts';
import type { Answer, Question } from './questions.ts';

export type ThreadOrder = Readonly<{ request: RunRequest; settings: RunSettings; checksSetup: boolean }>;

export type ToThread =
  | { readonly order: ThreadOrder }
  | { readonly play: number }
  | Readonly<{ answerTo: number; answer: Answer }>;

/** False once the thread has loaded the user's files, which may change. */
type Reusable = { readonly isReusable: boolean };

export type FromThread =
  | ({ readonly plan: Omit<RunPlan, 'list'> & Pick<EpisodeList, 'kinds'> } & Reusable)
  | ({ readonly refused: CarriedError } & Reusable)
  | Readonly<{ question: Question; id: number }>
  | { readonly played: PlayedEpisode }
  | { readonly failed: CarriedError };

export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

type EpisodeService = Readonly<{
  answer: (question: Question) => Promise<Answer>;
  /** Called with true when a wait for answers begins, except in turns of program planners, and with false when no answer is pending. */
  onWaiting: (isWaiting: boolean) => void;
}>;

export class EpisodeThread {
  hasEnded = false;
  readonly #worker: Worker;
  #service: EpisodeService | null = null;
  #plan = newResolvers<RunPlan>();
  #played = newResolvers<PlayedEpisode>();
  #isPlanning = false;
  #isPlaying = false;
  #isReusable = true;
  readonly #answering = new Set<Promise<void>>();

  constructor() {
    this.#worker = new Worker(new URL('./episode_worker.ts', import.meta.url));
    this.#worker.on('message', (message: FromThread) => this.#hear(message));
    this.#worker.on('error', (error) => this.#fail(endedBy(error)));
    this.#worker.on('exit', (code) => this.#fail(new ThreadEnded(`its thread ended with exit code ${code}`)));
  }

  get plan(): Promise<RunPlan> {
    return this.#plan.promise;
  }

  get isIdle(): boolean {
    return !(this.hasEnded || this.#isPlanning || this.#isPlaying) && this.#answering.size === 0;
  }

  get isReusable(): boolean {
    return this.#isReusable && this.isIdle;
  }

  begin(order: ThreadOrder): void {
    if (!this.hasEnded) this.#plan = newResolvers();
    this.#isPlanning = true;
    this.#post({ order });
  }

  /** Rejects with `ThreadEnded` if the thread ends. */
  play(number: number, service: EpisodeService): Promise<PlayedEpisode> {
    this.#service = service;
    this.#isPlaying = true;
    this.#post({ play: number });
    return this.#played.promise;
  }

  keepProcessAlive(isKept: boolean): void {
    this.#worker[isKept ? 'ref' : 'unref']();
  }

  end(): void {
    void this.#worker.terminate();
    this.#fail(new ThreadEnded('its thread was ended'));
  }

  async close(): Promise<void> {
    this.end();
    await Promise.all([this.#worker.terminate(), ...this.#answering]);
  }

  #hear(message: FromThread) {
    if ('isReusable' in message) {
      this.#isPlanning = false;
      this.#isReusable = message.isReusable;
    }
    if ('refused' in message) this.#plan.reject(unpackError(message.refused));
    else if ('failed' in message) this.#fail(unpackError(message.failed));
    else if ('question' in message) this.#answer(message.id, message.question);
    else if ('plan' in message) {
      const { kinds, ...plan } = message.plan;
      this.#plan.resolve({ ...plan, list: new EpisodeList(kinds) });
    } else {
      const { resolve } = this.#played;
      this.#played = newResolvers();
      this.#isPlaying = false;
      resolve(message.played);
    }
  }

  #answer(id: number, question: Question) {
    const service = this.#service;
    if (service === null) throw new Error('A thread without an episode sent a question');
    const isWaiting = question.ask !== 'programTurn' && question.ask !== 'programEnd' && this.#answering.size === 0;
    if (isWaiting) service.onWaiting(true);
    const answering = service.answer(question).then((answer) => {
      this.#answering.delete(answering);
      if (this.#answering.size === 0) service.onWaiting(false);
      this.#post({ answerTo: id, answer });
    });
    this.#answering.add(answering);
  }

  #post(message: ToThread) {
    this.#worker.postMessage(message);
  }

  #fail(error: Error) {
    this.hasEnded = true;
    this.#plan.reject(error);
    this.#played.reject(error);
  }
}

function newResolvers<T>(): PromiseWithResolvers<T> {
  const resolvers = Promise.withResolvers<T>();
  resolvers.promise.catch(() => {});
  return resolvers;
}

function endedBy(error: unknown): ThreadEnded {
  const message =
    codeOf(error) === 'ERR_WORKER_OUT_OF_MEMORY'
      ? 'its thread ran out of memory'
      : `its thread ended with an uncaught error: ${messageOf(error)}`;
  return new ThreadEnded(message, { cause: error });
}

const idle: EpisodeThread[] = [];

function keep(thread: EpisodeThread) {
  thread.keepProcessAlive(false);
  idle.push(thread);
}

export const episodeThreads = {
  get idle(): number {
    return idle.length;
  },
  warm(count: number): void {
    while (idle.length < count) keep(new EpisodeThread());
  },
  take(order: ThreadOrder): EpisodeThread {
    let thread = idle.pop();
    while (thread?.hasEnded === true) thread = idle.pop();
    thread ??= new EpisodeThread();
    thread.keepProcessAlive(true);
    thread.begin(order);
    return thread;
  },
  async giveBack(thread: EpisodeThread, { filesAreUnchanged = false } = {}): Promise<void> {
    await thread.plan.catch(() => {});
    if (thread.isReusable || (filesAreUnchanged && thread.isIdle)) keep(thread);
    else await thread.close();
  },
};
