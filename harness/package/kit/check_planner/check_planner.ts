/**
 * Makes all checks of a planner, one after the other, each in its time.
 *
 * @module
 */
import { counted } from '../../../io/errors/counted.ts';
import { CommandFailure } from '../../../io/errors/failure.ts';
import type { CheckedTitle, CheckOrder, CheckOutcome, CheckPlan } from './check_messages.ts';
import { CheckThread } from './check_thread.ts';

export type PlannerReport = Omit<CheckPlan, 'titles'> & {
  readonly runs: number;
  readonly seed: number;
  readonly checks: readonly CheckedTitle[];
};

/** After so many that did not end, the rest are left: each takes the whole of its time. */
const LATE_MAX = 2;

/**
 * Tells of each check before it is made. Rejects with a CommandFailure where the planner cannot be loaded, a tape not be used, or the
 * user asks to stop.
 */
export async function checkPlanner(
  order: CheckOrder,
  { signal, onCheck }: { readonly signal: AbortSignal; readonly onCheck: (title: string, total: number) => void },
): Promise<PlannerReport> {
  const threads: CheckThread[] = [new CheckThread(order)];
  const stop = () => void threads.at(-1)?.close();
  signal.addEventListener('abort', stop);
  try {
    const plan = await threads[0]!.plan();
    const checks: CheckedTitle[] = [];
    for (const [at, check] of plan.titles.entries()) {
      if (signal.aborted) throw new CommandFailure(130, 'Interrupted');
      onCheck(check, plan.titles.length);
      checks.push({ check, ...(await outcomeOf(at, { threads, order })) });
    }
    const { titles: _, ...of } = plan;
    return { ...of, runs: order.runs, seed: order.seed, checks };
  } catch (error) {
    throw signal.aborted ? new CommandFailure(130, 'Interrupted') : error;
  } finally {
    signal.removeEventListener('abort', stop);
    for (const thread of threads) await thread.close();
  }
}

type Made = { readonly threads: CheckThread[]; readonly order: CheckOrder };

async function outcomeOf(at: number, { threads, order }: Made): Promise<CheckOutcome> {
  const late = threads.filter(({ isLate }) => isLate).length;
  if (late >= LATE_MAX) return { status: 'skipped', reason: `${counted(late, 'check')} did not end in time` };
  let thread = threads.at(-1)!;
  if (thread.hasEnded) {
    await thread.close();
    // Where to look for what is recorded did not end, nobody looks again.
    const withoutRecorded = threads[0]?.hasEnded === true && threads[0].asked === 0;
    thread = new CheckThread({ ...order, withoutRecorded });
    threads.push(thread);
    await thread.plan();
  }
  return thread.run(at);
}
