/**
 * A worker thread's main: solves one task and posts the result. While it searches, it leaves its counts where the other
 * thread sees them.
 *
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads';
import { CostTooGreatError } from './pack_task.ts';
import { type SearchCounts, searchSteps } from './solve.ts';
import { STOPS, type WorkerAnswer, type WorkerOrder } from './solve_in_worker.ts';

const { task, options, stop, counts }: WorkerOrder = workerData;
parentPort?.postMessage(answer());

function answer(): WorkerAnswer {
  try {
    const steps = searchSteps(task, options, stopAsked);
    for (;;) {
      const step = steps.next();
      if (step.done) return { result: step.value };
    }
  } catch (error) {
    if (error instanceof CostTooGreatError) return { costTooGreat: error.message };
    throw error;
  }
}

function stopAsked({ expanded, evaluated, generated, reopened, bytes, statesStored }: SearchCounts) {
  counts.set([expanded, evaluated, generated, reopened, bytes, statesStored]);
  return STOPS[Atomics.load(stop, 0)] ?? null;
}
