/**
 * The threads of one run after the other: what a thread has loaded and compiled serves the next run as well.
 *
 * @module
 */
import { EpisodeThread } from './episode_thread.ts';
import type { ThreadOrder } from './thread_messages.ts';

export class EpisodeThreads {
  readonly #idle: EpisodeThread[] = [];

  /** How many threads are there of which nothing is wanted. */
  get idle(): number {
    return this.#idle.length;
  }

  /** Starts threads that load their code while the run is still being made ready. */
  warm(count: number): void {
    while (this.#idle.length < count) this.#idle.push(new EpisodeThread());
  }

  /** A thread that plans what it is ordered to play: one that is idle, or a new one. */
  take(order: ThreadOrder): EpisodeThread {
    let thread = this.#idle.shift();
    while (thread?.hasEnded === true) thread = this.#idle.shift();
    thread ??= new EpisodeThread();
    thread.begin(order);
    return thread;
  }

  /** Keeps a thread for the next run, unless something of this one is still under way in it. */
  async giveBack(thread: EpisodeThread): Promise<void> {
    await thread.outline.catch(() => {});
    if (thread.isIdle) this.#idle.push(thread);
    else await thread.close();
  }

  /** Ends the threads that are idle. */
  async close(): Promise<void> {
    await Promise.all(this.#idle.splice(0).map((thread) => thread.close()));
  }
}
