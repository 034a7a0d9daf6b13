import { Worker } from 'node:worker_threads';
import { EpisodeList } from '../plan/episode_list.ts';
import type { RunPlan } from '../plan/run_plan.ts';
import type { RunRequest, RunSettings } from '../plan/run_request.ts';
import { type CarriedError, unpackError } from './carried_error.ts';
import type { PlayedEpisode } from './play_episode.ts';
import type { Answer, Question } from './questions.ts';

export type ThreadOrder = {
  readonly request: RunRequest;
  readonly settings: RunSettings;
  /** Whether the thread checks that everything is there which the episodes need. One thread does it for all. */
  readonly checksSetUp: boolean;
};

export type ToThread =
  | { readonly order: ThreadOrder }
  /** The number of an episode. */
  | { readonly play: number }
  | { readonly answerTo: number; readonly answer: Answer };

/** A thread that loaded a user's file is not reusable: by the next run, the file may be another. */
type Reusable = { readonly isReusable: boolean };

export type FromThread =
  /** The list as a message can carry it. */
  | ({ readonly plan: Omit<RunPlan, 'list'> & Pick<EpisodeList, 'kinds'> } & Reusable)
  /** The plan or the set-up is broken. */
  | ({ readonly refused: CarriedError } & Reusable)
  | { readonly question: Question; readonly id: number }
  | { readonly played: PlayedEpisode }
  /** Nothing more can be played: the client is broken. */
  | { readonly failed: CarriedError };

/** The thread ended by itself: its memory did not suffice, or the planner's code ended it. */
export class ThreadEnded extends Error {
  override readonly name = 'ThreadEnded';
}

export type EpisodeService = {
  /** Does not reject. */
  readonly answer: (question: Question) => Promise<Answer>;
  /** Called when the episode begins to wait for answers, and when it has all of them. A planner that is a program works meanwhile. */
  readonly onWaiting: (isWaiting: boolean) => void;
};

export class EpisodeThread {
  hasEnded = false;
  readonly #worker: Worker;
  #service: EpisodeService | null = null;
  #plan = awaited<RunPlan>();
  #played = awaited<PlayedEpisode>();
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

  /** Rejects where the plan or the set-up is broken; the thread then takes another order. */
  get plan(): Promise<RunPlan> {
    return this.#plan.promise;
  }

  get isIdle(): boolean {
    return !(this.hasEnded || this.#isPlanning || this.#isPlaying) && this.#answering.size === 0;
  }

  /** Whether it can play another run. */
  get isReusable(): boolean {
    return this.#isReusable && this.isIdle;
  }

  begin(order: ThreadOrder): void {
    if (!this.hasEnded) this.#plan = awaited();
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
    this.#worker[does ? 'ref' : 'unref']();
  }

  /** Ends the thread at once; what is under way rejects. */
  end(): void {
    void this.#worker.terminate();
    this.#fail(new ThreadEnded('its thread was ended'));
  }

  /** Resolves when the thread has ended and its questions are answered. */
  async close(): Promise<void> {
    this.end();
    await Promise.all([this.#worker.terminate(), ...this.#answering]);
  }

  #hear(message: FromThread): void {
    if ('plan' in message || 'refused' in message) this.#hearPlanned(message);
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
    if ('refused' in message) this.#plan.reject(unpackError(message.refused));
    else {
      const { kinds, ...plan } = message.plan;
      this.#plan.resolve({ ...plan, list: new EpisodeList(kinds) });
    }
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
    this.#plan.reject(error);
    this.#played.reject(error);
  }
}

/** A rejection that nobody waits for is no error. */
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

/** Threads serve one run after the other: what a thread has loaded and compiled serves the next run of this process, too. */
class EpisodeThreads {
  readonly #idle: EpisodeThread[] = [];

  get idle(): number {
    return this.#idle.length;
  }

  /** Starts threads, which load their code while the run is still being made ready. */
  warm(count: number): void {
    while (this.#idle.length < count) this.#keep(new EpisodeThread());
  }

  take(order: ThreadOrder): EpisodeThread {
    let thread = this.#idle.pop();
    while (thread?.hasEnded === true) thread = this.#idle.pop();
    thread ??= new EpisodeThread();
    thread.holdProcess(true);
    thread.begin(order);
    return thread;
  }

  /** Keeps a thread for the next run, unless something of this one is under way or left in it. With `filesStay`, a user's files may be. */
  async giveBack(thread: EpisodeThread, { filesStay = false } = {}): Promise<void> {
    await thread.plan.catch(() => {});
    if (thread.isReusable || (filesStay && thread.isIdle)) this.#keep(thread);
    else await thread.close();
  }

  #keep(thread: EpisodeThread): void {
    thread.holdProcess(false);
    this.#idle.push(thread);
  }
}

export const episodeThreads = new EpisodeThreads();
