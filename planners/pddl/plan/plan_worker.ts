import { parentPort, workerData } from 'node:worker_threads';
import type { WorkerInput, WorkerMessage } from './plan_in_worker.ts';
import { planProblem } from './plan_problem.ts';

const { domainText, problemText, options, counts }: WorkerInput = workerData;

const document = planProblem(domainText, problemText, {
  ...options,
  onPhase: (phase) => post({ phase }),
  onProgress: ({ expanded, evaluated, generated }) => counts.set([expanded, evaluated, generated]),
});
post({ document });

function post(message: WorkerMessage) {
  parentPort?.postMessage(message);
}
