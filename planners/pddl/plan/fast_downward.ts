/** Fast Downward's own limit counts processor time, ours wall-clock time (Linux and macOS). */
import { constants, rmSync } from 'node:fs';
import { mkdtemp, open, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { type CheckedPddl, checkPddl } from '../check/check_pddl.ts';
import { BoundReached } from '../ground/bounds.ts';
import type { Domain } from '../read/domain.ts';
import { type PlanFile, readPlanFile } from '../validate/plan_file.ts';
import { validatePlan } from '../validate/validate_plan.ts';
import { type ProcessEnd, runProcess } from './bounded_process.ts';
import { type PlanDocument, planDocument, withWarnings } from './plan_problem.ts';

export type FastDownwardOptions = Readonly<{
  /** `fast-downward.py`, or a program that takes its arguments; without a slash, from PATH. */
  path: string;
  search?: string;
  timeLimitMs?: number;
  memoryLimitMb?: number;
  graceMs?: number;
  signal?: AbortSignal;
}>;

export type FastDownwardResult = Omit<ReturnType<typeof readFastDownwardLog>, 'cost'> &
  (
    | Readonly<{ status: 'solved'; plan: readonly string[]; cost: number | null }>
    | { readonly status: 'unsolvable' }
    | Readonly<{ status: 'limit'; limit: 'time' | 'memory' | 'aborted' }>
    | Readonly<{ status: 'invalid' | 'unsupported'; message: string }>
  );

type SolvedResult = Extract<FastDownwardResult, { status: 'solved' }>;

/** Fast Downward cannot run, or fails whatever the problem. */
export class FastDownwardError extends Error {
  override readonly name = 'FastDownwardError';
}

const PLAN_FILE = 'plan';
const PLAN_BYTES_MAX = 1 << 24;
const REMOVAL = { recursive: true, force: true, maxRetries: 3 };

type Verdict = 'solved' | 'unsolvable' | 'time' | 'memory' | 'invalid' | 'unsupported';

/** `driver/returncodes.py`. */
const EXIT_CODES: Readonly<Record<Verdict, readonly number[]>> = {
  solved: [0, 1, 2, 3],
  // 12 is "unsolved, incomplete"; A* searches everything.
  unsolvable: [10, 11, 12],
  time: [21, 23],
  memory: [20, 22, 24],
  invalid: [30, 31],
  unsupported: [34],
};

/** Throws `FastDownwardError`. */
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
  const { search = 'astar(lmcut())', timeLimitMs = 300_000, graceMs = 2_000, memoryLimitMb, signal } = options;
  // A relative path would break in the run's folder.
  const path = options.path.includes('/') ? resolve(options.path) : options.path;
  const files = ['--plan-file', PLAN_FILE, '--sas-file', 'output.sas'];
  // Rounded up, so that our limit ends it first.
  const time = ['--overall-time-limit', `${toWholeNumber(Math.ceil(timeLimitMs / 1_000))}s`];
  const memory = memoryLimitMb === undefined ? [] : ['--overall-memory-limit', `${toWholeNumber(memoryLimitMb)}M`];
  const words = [...files, ...time, ...memory, 'domain.pddl', 'problem.pddl', '--search', search];
  try {
    return await runProcess([path, ...words], folder, { timeLimitMs, graceMs, ...(signal && { signal }) });
  } catch (cause) {
    throw new FastDownwardError(`Cannot run Fast Downward at "${path}": ${failureReason(path, cause)}`, { cause });
  }
}

/** At least 1, without exponent. */
function toWholeNumber(amount: number) {
  return Math.min(Math.max(1, Math.floor(amount)), 2 ** 31 - 1);
}

function failureReason(path: string, cause: unknown) {
  const code = cause instanceof Error && 'code' in cause ? cause.code : null;
  if (code === 'ENOENT') {
    return path.includes('/')
      ? 'the file, or the interpreter in its first line, does not exist'
      : 'no folder in PATH contains it. Give the path of fast-downward.py';
  }
  if (code === 'EACCES')
    return 'it is not executable. Give the path of fast-downward.py, or make it executable with `chmod +x`';
  return `${cause instanceof Error ? cause.message : cause}. Give the path of an executable file`;
}

async function resultOf(end: ProcessEnd, folder: string): Promise<FastDownwardResult> {
  const { exitCode, stopped } = end;
  const { cost, ...counts } = readFastDownwardLog(end.stdout);
  const verdicts = Object.keys(EXIT_CODES) as Verdict[];
  const byCode = verdicts.find((verdict) => exitCode !== null && EXIT_CODES[verdict].includes(exitCode));
  const verdict = stopped ?? byCode;
  switch (verdict) {
    case 'solved': {
      const found = await readPlan(folder, end);
      return { status: verdict, plan: found.plan, cost: found.cost ?? cost, ...counts };
    }
    case 'unsolvable':
      return { status: verdict, ...counts };
    case 'time':
    case 'memory':
    case 'aborted':
      return { status: 'limit', limit: verdict, ...counts };
    case 'invalid':
    case 'unsupported':
      return { status: verdict, message: outputTail(end), ...counts };
    case undefined: {
      const how = exitCode === null ? 'was killed' : `ended with exit code ${exitCode}`;
      throw new FastDownwardError(`Fast Downward ${how}: ${outputTail(end)}`);
    }
  }
}

async function readPlan(folder: string, end: ProcessEnd): Promise<Extract<PlanFile, { ok: true }>> {
  const name = lastPlanFile(await readdir(folder));
  if (name === null) {
    // A broken Python program ends with 1 or 2, too.
    const ending = `ended with exit code ${end.exitCode} and wrote no plan`;
    throw new FastDownwardError(`Fast Downward ${ending}: ${outputTail(end)}`);
  }
  // Opening a named pipe would block until a writer comes.
  const file = await open(join(folder, name), constants.O_RDONLY | constants.O_NONBLOCK);
  try {
    const stats = await file.stat();
    if (!stats.isFile()) throw new FastDownwardError('Fast Downward did not write its plan to a regular file');
    if (stats.size > PLAN_BYTES_MAX)
      throw new FastDownwardError(`Fast Downward wrote a plan of ${stats.size} bytes, more than ${PLAN_BYTES_MAX}`);
    const plan = readPlanFile(await file.readFile('utf8'));
    if (!plan.ok) throw new FastDownwardError(`Fast Downward wrote no plan to "${name}": ${plan.message}`);
    return plan;
  } finally {
    await file.close();
  }
}

function outputTail({ stdout, stderr }: ProcessEnd) {
  const output = stderr.trim() === '' ? stdout : stderr;
  return output.trim().split('\n').slice(-3).join(' ').slice(-500) || 'it printed nothing';
}

export function readFastDownwardLog(log: string) {
  const lines = log.split('\n').map((line) => line.replace(/^\[[^\]]*\] /, ''));
  const seconds = lastNumber(lines, /^Total time: (\d+(?:\.\d+)?(?:e-?\d+)?)s$/);
  return {
    cost: lastNumber(lines, /^Plan cost: (\d+)$/),
    expanded: lastNumber(lines, /^Expanded (\d+) state\(s\)\.$/),
    evaluated: lastNumber(lines, /^Evaluated (\d+) state\(s\)\.$/),
    generated: lastNumber(lines, /^Generated (\d+) state\(s\)\.$/),
    totalTimeMs: seconds === null ? null : seconds * 1_000,
  };
}

function lastNumber(lines: readonly string[], pattern: RegExp): number | null {
  const found = lines.map((line) => pattern.exec(line)).findLast((match) => match !== null);
  return found ? Number(found[1]) : null;
}

export function lastPlanFile(names: readonly string[]): string | null {
  const numberOf = (name: string) => Number(name.slice(PLAN_FILE.length + 1));
  const plans = names.filter((name) => /^plan(\.\d{1,9})?$/.test(name));
  return plans.sort((a, b) => numberOf(b) - numberOf(a))[0] ?? null;
}

export type PlanWithFastDownwardOptions = FastDownwardOptions &
  Readonly<{
    clock?: () => number;
    run?: (domainText: string, problemText: string) => Promise<FastDownwardResult>;
  }>;

/** `searchMs` is processor time, `totalMs` wall-clock time. Throws `FastDownwardError`, also for a wrong plan. */
export async function planWithFastDownward(
  domainText: string,
  problemText: string,
  options: PlanWithFastDownwardOptions,
): Promise<PlanDocument> {
  const { clock, run = (domain, problem) => fastDownward(domain, problem, options) } = options;
  const began = clock?.() ?? 0;
  const result = await run(domainText, problemText);
  const totalMs = clock === undefined ? null : clock() - began;
  const checked = checkPddl(domainText, problemText);
  return { ...withWarnings(documentOf(result, checked), checked.warnings), totalMs };
}

function documentOf(result: FastDownwardResult, checked: CheckedPddl): PlanDocument {
  const { expanded, evaluated, generated, totalTimeMs: searchMs } = result;
  const document = { ...planDocument(result.status), expanded, evaluated, generated, searchMs };
  switch (result.status) {
    case 'solved':
      return { ...document, plan: result.plan, cost: costOf(result, checked) };
    case 'unsolvable':
      return { ...document, message: 'Fast Downward found no plan' };
    case 'limit': {
      const end = result.limit === 'aborted' ? 'was interrupted' : `reached its ${result.limit} limit`;
      return { ...document, message: `Fast Downward ${end}` };
    }
    default:
      if (checked.status === 'ok') return { ...document, message: result.message };
      return { ...document, message: checked.message, line: checked.line, column: checked.column };
  }
}

function costOf({ plan, cost }: SolvedResult, checked: CheckedPddl): number | null {
  if (checked.status !== 'ok') return cost;
  try {
    const validation = validatePlan(checked.domain, checked.problem, plan);
    if (validation.status === 'wrong')
      throw new FastDownwardError(`Fast Downward's plan is wrong: ${validation.message}`);
    const replayedCost = validation.cost;
    if (cost === null || cost === replayedCost) return replayedCost;
    // Of actions of one name, the replay takes the cheapest, Fast Downward any.
    if (cost > replayedCost && hasDuplicateActions(checked.domain)) return cost;
    throw new FastDownwardError(`Fast Downward reports a cost of ${cost}, but its plan costs ${replayedCost}`);
  } catch (error) {
    if (error instanceof BoundReached) return cost;
    throw error;
  }
}

function hasDuplicateActions({ actions }: Domain) {
  return new Set(actions.map(({ name }) => name.name)).size < actions.length;
}
