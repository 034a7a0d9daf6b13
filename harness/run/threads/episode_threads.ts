/**
 * The threads of one run after the other: what a thread has loaded and compiled serves the next run of this process as well.
 *
 * A thread of which nothing is wanted does not keep the process from ending.
 *
 * @module
 */
import { EpisodeThread } from './episode_thread.ts';
import type { ThreadOrder } from './thread_messages.ts';

class EpisodeThreads {
  readonly #idle: EpisodeThread[] = [];

  /** How many threads are there of which nothing is wanted. */
  get idle(): number {
    return this.#idle.length;
  }

  /** Starts threads that load their code while the run is still being made ready. */
  warm(count: number): void {
    while (this.#idle.length < count) this.#keep(new EpisodeThread());
  }

  /** A thread that plans what it is ordered to play: one that is idle, or a new one. */
  take(order: ThreadOrder): EpisodeThread {
    let thread = this.#idle.pop();
    while (thread?.hasEnded === true) thread = this.#idle.pop();
    thread ??= new EpisodeThread();
    thread.holdProcess(true);
    thread.begin(order);
    return thread;
  }

  /**
   * Keeps a thread for the next run, unless something of this one is still under way or left in it. With `filesStay`, what it loaded of a
   * user's files is as good for the next run as it was for this one.
   */
  async giveBack(thread: EpisodeThread, { filesStay = false } = {}): Promise<void> {
    await thread.outline.catch(() => {});
    if (thread.isReusable || (filesStay && thread.isIdle)) this.#keep(thread);
    else await thread.close();
  }

  #keep(thread: EpisodeThread): void {
    thread.holdProcess(false);
    this.#idle.push(thread);
  }
}

export const episodeThreads = new EpisodeThreads();
