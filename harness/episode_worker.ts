/**
 * A worker thread's main: runs its share of a plan and posts each finished episode.
 *
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads';
import { runShare } from './run_episodes.ts';

await runShare(workerData, (done) => parentPort?.postMessage(done));
