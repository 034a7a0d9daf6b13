/**
 * Plans with a Fast Downward that is installed on this machine, in place of the embedded planner.
 *
 * Each run has a folder of its own, which is removed whatever happens. Fast Downward's own time limit counts processor
 * time, so that the wall clock is watched here, and the process group is ended when it is up. Exit codes are those of
 * Fast Downward's driver (`driver/returncodes.py`). For systems with process groups: Linux and macOS.
 *
 * @module
 */
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type ProcessEnd, runProcess } from './bounded_process.ts';
import { type FastDownwardLog, lastPlanFile, readFastDownwardLog } from './fast_downward_log.ts';
import { type PlanFile, readPlanFile } from './plan_file.ts';

export type FastDownwardOptions = {
  /** Of `fast-downward.py`, or of anything that takes its words. */
  readonly path: string;
  /** What stands after `--search`. */
  readonly search?: string;
  /** Wall clock, for the whole run. */
  readonly timeLimitMs?: number;
  /** Handed over as `--overall-memory-limit`. */
  readonly memoryLimitMb?: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  readonly signal?: AbortSignal;
  /** Where the folder of the run is made. */
  readonly temporaryFolder?: string;
};

export type FastDownwardResult = Omit<FastDownwardLog, 'cost'> &
  (
    | { readonly status: 'solved'; readonly plan: readonly string[]; readonly cost: number | null }
    | { readonly status: 'unsolvable' }
    | { readonly status: 'limit'; readonly limit: 'time' | 'memory' | 'aborted' }
    /** In Fast Downward's words. */
    | { readonly status: 'invalid' | 'unsupported'; readonly message: string }
  );

/** Fast Downward is not there, or failed in a way that says nothing of the problem. */
export class FastDownwardError extends Error {
  override readonly name = 'FastDownwardError';
}

const SEARCH = 'astar(lmcut())';
const TIME_LIMIT_MS = 300_000;
const GRACE_MS = 2_000;
const PLAN_FILE = 'plan';
const PLAN_BYTES_MAX = 1 << 24;

type Verdict = 'solved' | 'unsolvable' | 'time' | 'memory' | 'invalid' | 'unsupported';

/** Exit code → what it says of the problem. Others say something of Fast Downward. */
const VERDICTS: ReadonlyMap<number, Verdict> = new Map([
  [0, 'solved'],
  // A plan, and then a limit.
  [1, 'solved'],
  [2, 'solved'],
  [3, 'solved'],
  [10, 'unsolvable'],
  [11, 'unsolvable'],
  // "Unsolved, incomplete": no plan in all that was searched, which for A* is everything.
  [12, 'unsolvable'],
  [20, 'memory'],
  [21, 'time'],
  [22, 'memory'],
  [23, 'time'],
  [24, 'memory'],
  // The translator's critical error, which a broken file causes as well as an input error does.
  [30, 'invalid'],
  [31, 'invalid'],
  [34, 'unsupported'],
  [37, 'unsupported'],
]);

/** Plans. Throws `FastDownwardError` where it cannot be run, or ends in a way that says nothing of the problem. */
export async function fastDownward(
  domainText: string,
  problemText: string,
  options: FastDownwardOptions,
): Promise<FastDownwardResult> {
  const folder = await mkdtemp(join(options.temporaryFolder ?? tmpdir(), 'fast-downward-'));
  try {
    await writeFile(join(folder, 'domain.pddl'), domainText);
    await writeFile(join(folder, 'problem.pddl'), problemText);
    return await resultOf(await run(folder, options), folder);
  } finally {
    await rm(folder, { recursive: true, force: true, maxRetries: 3 });
  }
}

async function run(folder: string, options: FastDownwardOptions): Promise<ProcessEnd> {
  const { path, search = SEARCH, memoryLimitMb, timeLimitMs = TIME_LIMIT_MS, graceMs = GRACE_MS, signal } = options;
  const memory = memoryLimitMb === undefined ? [] : ['--overall-memory-limit', `${memoryLimitMb}M`];
  const files = ['--plan-file', PLAN_FILE, '--sas-file', 'output.sas', ...memory, 'domain.pddl', 'problem.pddl'];
  const limits = { timeLimitMs, graceMs, ...(signal === undefined ? {} : { signal }) };
  try {
    return await runProcess([path, ...files, '--search', search], folder, limits);
  } catch (cause) {
    throw new FastDownwardError(
      `Cannot run Fast Downward at "${path}": ${cause instanceof Error ? cause.message : cause}. Give the path of an executable file`,
      { cause },
    );
  }
}

async function resultOf(end: ProcessEnd, folder: string): Promise<FastDownwardResult> {
  const { cost, ...counts } = readFastDownwardLog(end.stdout);
  if (end.stopped !== null) return { status: 'limit', limit: end.stopped, ...counts };
  const verdict = end.exitCode === null ? undefined : VERDICTS.get(end.exitCode);
  switch (verdict) {
    case 'solved': {
      const found = await readPlan(folder);
      return { status: 'solved', plan: found.plan, cost: found.cost ?? cost, ...counts };
    }
    case 'unsolvable':
      return { status: 'unsolvable', ...counts };
    case 'time':
    case 'memory':
      return { status: 'limit', limit: verdict, ...counts };
    case 'invalid':
    case 'unsupported':
      return { status: verdict, message: lastWords(end), ...counts };
    case undefined: {
      const how = end.exitCode === null ? 'was killed' : `ended with exit code ${end.exitCode}`;
      throw new FastDownwardError(`Fast Downward ${how}: ${lastWords(end)}`);
    }
  }
}

async function readPlan(folder: string): Promise<Extract<PlanFile, { ok: true }>> {
  const name = lastPlanFile(await readdir(folder), PLAN_FILE);
  if (name === null) throw new FastDownwardError('Fast Downward says that it is done, and wrote no plan');
  const plan = readPlanFile(await readStart(join(folder, name)));
  if (!plan.ok) throw new FastDownwardError(`Fast Downward wrote no plan to "${name}": ${plan.message}`);
  return plan;
}

async function readStart(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { size } = await file.stat();
    if (size > PLAN_BYTES_MAX) throw new FastDownwardError(`Fast Downward wrote a plan of ${size} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** The end of what it complained of. */
function lastWords({ stdout, stderr }: ProcessEnd): string {
  const said = stderr.trim() === '' ? stdout : stderr;
  return said.trim().split('\n').slice(-3).join(' ').slice(-500) || 'it said nothing';
}
