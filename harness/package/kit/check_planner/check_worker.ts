import { parentPort, workerData } from 'node:worker_threads';
import { TapeError } from '../../../../cassettes/disk/tape_error.ts';
import { PlannerFault } from '../../../../planners/kit/play.ts';
import { CommandFailure, invalid } from '../../../io/errors/failure.ts';
import { packError } from '../../../run/threads/carried_error.ts';
import { makeChecks, type RunnableCheck } from './make_checks.ts';
import type { CheckOrder, FromCheckThread, ToCheckThread } from './planner_report.ts';

/** As in `program_process.ts`. */
const NOT_STARTED = 'the program cannot be started';

const order = workerData as CheckOrder;

function post(message: FromCheckThread): void {
  parentPort?.postMessage(message);
}

async function make(check: RunnableCheck | undefined): Promise<void> {
  if (check === undefined) throw new Error('There is no such check');
  try {
    post({ outcome: await check.run() });
  } catch (error) {
    // A missing program or a damaged tape is no fault of the planner.
    if (error instanceof TapeError || error instanceof CommandFailure) return post({ failed: packError(error) });
    const { reason, story } = error instanceof PlannerFault ? error : new PlannerFault(error, []);
    const at = reason.indexOf(NOT_STARTED);
    if (at === -1) return post({ outcome: { status: 'failed', reason, trace: story } });
    const failure = invalid(`Cannot load planner ${JSON.stringify(order.planner)}: ${reason.slice(at)}`);
    post({ failed: packError(error instanceof PlannerFault ? failure : error) });
  }
}

try {
  const { plan, checks } = await makeChecks(order, {
    onLine: (line) => post({ line }),
    onFound: (found) => post({ found }),
  });
  parentPort?.on('message', ({ check }: ToCheckThread) => void make(checks[check]));
  post({ plan });
} catch (error) {
  post({ failed: packError(error) });
}
