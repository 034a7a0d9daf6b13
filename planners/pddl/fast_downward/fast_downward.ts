/**
 * Plans with an installed Fast Downward in place of the embedded planner.
 *
 * Each run has a folder of its own, which is removed whatever happens. Fast Downward's own limit counts processor time, so the
 * wall clock is watched here, and the process group is ended when time is up; the other limit still holds if this process is
 * killed. Exit codes are those of Fast Downward's driver (`driver/returncodes.py`). For systems with process groups: Linux and
 * macOS.
 *
 * @module
 */
import { constants, rmSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type PlanFile, readPlanFile } from '../validate/plan_file.ts';
import { type ProcessEnd, runProcess } from './bounded_process.ts';
import { type FastDownwardLog, lastPlanFile, readFastDownwardLog } from './fast_downward_log.ts';

export type FastDownwardOptions = {
  /** Path of `fast-downward.py`, or of any program that takes its arguments; a name without a slash is looked up in PATH. */
  readonly path: string;
  /** The argument of `--search`. */
  readonly search?: string;
  /** Wall-clock time for the whole run; 300 s by default. Passed on as `--overall-time-limit`, too. */
  readonly timeLimitMs?: number;
  /** Passed on as `--overall-memory-limit`, in whole megabytes. */
  readonly memoryLimitMb?: number;
  /** Between SIGTERM and SIGKILL. */
  readonly graceMs?: number;
  readonly signal?: AbortSignal;
};

export type FastDownwardResult = Omit<FastDownwardLog, 'cost'> &
  (
    | { readonly status: 'solved'; readonly plan: readonly string[]; readonly cost: number | null }
    | { readonly status: 'unsolvable' }
    | { readonly status: 'limit'; readonly limit: 'time' | 'memory' | 'aborted' }
    /** In Fast Downward's words. */
    | { readonly status: 'invalid' | 'unsupported'; readonly message: string }
  );

/** Fast Downward is missing, or failed in a way that says nothing about the problem. */
export class FastDownwardError extends Error {
  override readonly name = 'FastDownwardError';
}

const SEARCH = 'astar(lmcut())';
const TIME_LIMIT_MS = 300_000;
const GRACE_MS = 2_000;
const PLAN_FILE = 'plan';
const PLAN_BYTES_MAX = 1 << 24;
const REMOVAL = { recursive: true, force: true, maxRetries: 3 };

type Verdict = 'solved' | 'unsolvable' | 'time' | 'memory' | 'invalid' | 'unsupported';

/**
 * Exit code → what it says about the problem. Other codes say something about Fast Downward, such as 37, "driver unsupported",
 * or 13, "unsolvable within bound", since no bound on costs is given.
 */
const VERDICTS: ReadonlyMap<number, Verdict> = new Map([
  [0, 'solved'],
  // A plan, and then a limit.
  [1, 'solved'],
  [2, 'solved'],
  [3, 'solved'],
  [10, 'unsolvable'],
  [11, 'unsolvable'],
  // "Unsolved, incomplete": no plan in what was searched, which for A* is everything.
  [12, 'unsolvable'],
  [20, 'memory'],
  [21, 'time'],
  [22, 'memory'],
  [23, 'time'],
  [24, 'memory'],
  // The translator's critical error, which a broken file causes, too, beside the input error.
  [30, 'invalid'],
  [31, 'invalid'],
  [34, 'unsupported'],
]);

/** Throws `FastDownwardError` if it cannot be run, or ends in a way that says nothing about the problem. */
export async function fastDownward(
  domainText: string,
  problemText: string,
  options: FastDownwardOptions,
): Promise<FastDownwardResult> {
  const folder = await mkdtemp(join(tmpdir(), 'fast-downward-'));
  const onExit = () => rmSync(folder, REMOVAL);
  process.once('exit', onExit);
  try {
    await writeFile(join(folder, 'domain.pddl'), domainText);
    await writeFile(join(folder, 'problem.pddl'), problemText);
    return await resultOf(await run(folder, options), folder);
  } finally {
    process.off('exit', onExit);
    await rm(folder, REMOVAL);
  }
}

async function run(folder: string, options: FastDownwardOptions): Promise<ProcessEnd> {
  const { search = SEARCH, timeLimitMs = TIME_LIMIT_MS, graceMs = GRACE_MS, signal } = options;
  const limits = { timeLimitMs, graceMs, ...(signal === undefined ? {} : { signal }) };
  // It runs in another folder, where a relative path would lead elsewhere.
  const path = options.path.includes('/') ? resolve(options.path) : options.path;
  const files = ['--plan-file', PLAN_FILE, '--sas-file', 'output.sas'];
  const texts = ['domain.pddl', 'problem.pddl', '--search', search];
  try {
    return await runProcess(
      [path, ...files, ...driverLimits(timeLimitMs, options.memoryLimitMb), ...texts],
      folder,
      limits,
    );
  } catch (cause) {
    throw new FastDownwardError(`Cannot run Fast Downward at "${path}": ${whyNotRun(path, cause)}`, { cause });
  }
}

/** Fast Downward's own limits, in whole numbers. The time limit is rounded up, so that ours ends it first. */
function driverLimits(timeLimitMs: number, memoryLimitMb: number | undefined): string[] {
  const memory = memoryLimitMb === undefined ? [] : ['--overall-memory-limit', `${whole(memoryLimitMb)}M`];
  return ['--overall-time-limit', `${whole(Math.ceil(timeLimitMs / 1_000))}s`, ...memory];
}

/** At least 1, and written without exponent. */
function whole(amount: number): number {
  return Math.min(Math.max(1, Math.floor(amount)), 2 ** 31 - 1);
}

function whyNotRun(path: string, cause: unknown): string {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'ENOENT' && !path.includes('/'))
    return 'no folder of PATH has such a program. Give the path of fast-downward.py';
  if (code === 'ENOENT') return 'there is no such file, or the program that its first line names is missing';
  if (code === 'EACCES')
    return 'it is not a file that may be executed. Give the path of fast-downward.py, and see `chmod +x`';
  return `${cause instanceof Error ? cause.message : cause}. Give the path of an executable file`;
}

async function resultOf(end: ProcessEnd, folder: string): Promise<FastDownwardResult> {
  const { cost, ...counts } = readFastDownwardLog(end.stdout);
  if (end.stopped !== null) return { status: 'limit', limit: end.stopped, ...counts };
  const verdict = end.exitCode === null ? undefined : VERDICTS.get(end.exitCode);
  switch (verdict) {
    case 'solved': {
      const found = await readPlan(folder, end);
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

async function readPlan(folder: string, end: ProcessEnd): Promise<Extract<PlanFile, { ok: true }>> {
  const name = lastPlanFile(await readdir(folder), PLAN_FILE);
  if (name === null) {
    // A broken driver ends with 1 or 2, too, as Python programs do.
    throw new FastDownwardError(
      `Fast Downward ended with exit code ${end.exitCode} and wrote no plan: ${lastWords(end)}`,
    );
  }
  const plan = readPlanFile(await readPlanText(join(folder, name)));
  if (!plan.ok) throw new FastDownwardError(`Fast Downward wrote no plan to "${name}": ${plan.message}`);
  return plan;
}

async function readPlanText(path: string): Promise<string> {
  // Opening a named pipe would block until somebody writes.
  const file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new FastDownwardError('Fast Downward wrote its plan to something that is no file');
    const { size } = stats;
    if (size > PLAN_BYTES_MAX) throw new FastDownwardError(`Fast Downward wrote a plan of ${size} bytes`);
    return await file.readFile('utf8');
  } finally {
    await file.close();
  }
}

/** The end of its error output. */
function lastWords({ stdout, stderr }: ProcessEnd): string {
  const said = stderr.trim() === '' ? stdout : stderr;
  return said.trim().split('\n').slice(-3).join(' ').slice(-500) || 'it said nothing';
}
