/**
 * A worker thread's main: plans, says what it begins to do, and leaves its counts where the other thread sees them.
 *
 * @module
 */
import { parentPort, workerData } from 'node:worker_threads';
import { type SolveOptions, type SolveResult, searchSteps } from '../search/solve.ts';
import type { GroundTask } from '../task/ground_task.ts';
import type { WorkerMessage, WorkerOrder } from './plan_in_worker.ts';
import { planProblem } from './plan_problem.ts';

const { domainText, problemText, options, counts }: WorkerOrder = workerData;
tell({ document: await planProblem(domainText, problemText, { ...options, solver }) });

async function solver(task: GroundTask, searching: SolveOptions = {}): Promise<SolveResult> {
  tell({ phase: 'searching' });
  const steps = searchSteps(task, searching, ({ expanded, evaluated, generated }) => {
    counts.set([expanded, evaluated, generated]);
    return null;
  });
  for (;;) {
    const step = steps.next();
    if (!step.done) continue;
    tell({ phase: 'checking the plan found' });
    return step.value;
  }
}

function tell(message: WorkerMessage): void {
  parentPort?.postMessage(message);
}
