/** A program ends with its process group (Linux, macOS), except for children with `setsid`. */

import { type ChildProcessByStdio, spawn } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { finished } from 'node:stream/promises';
import { readLines, TapeError } from '../../../cassettes/disk/read_lines.ts';
import { killGroup, setCappedTimeout } from '../../../planners/pddl/plan/bounded_process.ts';
import type { ProgramCommand, ProgramTalk } from './program_planner.ts';
import { enterProgram } from './running_programs.ts';

type WorkTimerOptions = Readonly<{ clock: () => number; startTimer: typeof setCappedTimeout }>;

export class WorkTimer {
  #leftMs: number;
  #resumedAt = 0;
  #timer: NodeJS.Timeout | null = null;
  #isOver = false;
  readonly #onTime: () => void;
  readonly #options: WorkTimerOptions;

  constructor(limitMs: number, onTime: () => void, options: WorkTimerOptions) {
    this.#leftMs = limitMs;
    this.#onTime = onTime;
    this.#options = options;
    this.resume();
  }

  pause(): void {
    if (this.#timer === null) return;
    clearTimeout(this.#timer);
    this.#timer = null;
    this.#leftMs -= this.#options.clock() - this.#resumedAt;
  }

  resume(): void {
    if (this.#isOver || this.#timer !== null) return;
    this.#resumedAt = this.#options.clock();
    this.#timer = this.#options.startTimer(this.#onTime, Math.max(0, this.#leftMs));
  }

  stop(): void {
    this.pause();
    this.#isOver = true;
  }
}

export class PlannerTimeout extends Error {
  override readonly name = 'PlannerTimeout';
}

export type ProgramOptions = WorkTimerOptions &
  Readonly<{
    /** Before the first message; per decision, without model calls. */
    limits: Readonly<{ startS: number; decisionS: number }>;
    onStderr: (line: string) => void;
    /** From end of input to SIGTERM, and from there to SIGKILL. */
    graceMs?: number;
    lineBytesMax?: number;
  }>;

type Running = Readonly<{
  child: ChildProcessByStdio<Writable, Readable, Readable>;
  lines: AsyncGenerator<{ readonly bytes: Buffer }>;
  /** The problem, or null after a clean exit. */
  exited: Promise<string | null>;
}>;

const DEFAULTS = { graceMs: 1_000, lineBytesMax: 16 * 2 ** 20 };
const STDERR_LINES_MAX = 1_000;
const STDERR_LENGTH_MAX = 2_000;

export class ProgramProcess implements ProgramTalk {
  readonly #command: ProgramCommand;
  readonly #options: Required<ProgramOptions>;
  #running: Running | null = null;
  #timer: WorkTimer | null = null;
  #failure: Error | null = null;
  #ending: Promise<void> | null = null;
  #hasExited = false;

  constructor(command: ProgramCommand, options: ProgramOptions) {
    this.#command = command;
    this.#options = { ...DEFAULTS, ...options };
  }

  async turn(line: string | null, limit: 'start' | 'decision' | 'same'): Promise<string | null> {
    if (this.#ending !== null) throw new Error('the program was ended');
    this.#running ??= this.#start();
    if (limit === 'same') this.#timer?.resume();
    else this.#startTimer(limit);
    try {
      if (line !== null) this.#running.child.stdin.write(`${line}\n`);
      return await this.#nextLine(this.#running);
    } finally {
      this.#timer?.pause();
    }
  }

  end(last?: string): Promise<void> {
    this.#ending ??= this.#end(last);
    return this.#ending;
  }

  kill(): void {
    this.#stop(new Error('the program was ended'));
  }

  #start(): Running {
    const [program, ...args] = this.#command.words;
    const child = spawn(program, args, { cwd: this.#command.folder, detached: true, stdio: 'pipe' });
    const leave = child.pid === undefined ? () => {} : enterProgram(child.pid);
    const { lineBytesMax, onStderr } = this.#options;
    child.stdin.on('error', () => {});
    forwardLines(child.stderr, onStderr);
    const exited = new Promise<string | null>((resolve) => {
      child.once('error', ({ message }) => resolve(`the program cannot be started: ${message}`));
      child.once('exit', (code, signal) => {
        // Children must not hold the output open.
        killGroup(child.pid, 'SIGKILL');
        this.#hasExited = true;
        leave();
        resolve(exitText(code, signal));
      });
    });
    return { child, lines: readLines(child.stdout, { path: program, lineBytesMax }), exited };
  }

  #startTimer(limit: 'start' | 'decision') {
    const { limits, clock, startTimer } = this.#options;
    const [seconds, activity] =
      limit === 'start' ? [limits.startS, 'sent nothing'] : [limits.decisionS, 'worked on a decision'];
    this.#timer?.stop();
    const timeout = new PlannerTimeout(`the program ${activity} for ${seconds} s; flush each line`);
    this.#timer = new WorkTimer(seconds * 1_000, () => this.#stop(timeout), { clock, startTimer });
  }

  async #nextLine(running: Running): Promise<string | null> {
    const next = await this.#readLine(running);
    if (this.#failure !== null) throw this.#failure;
    if (next !== null) return next;
    const stillRunning = new Error('the program closed its output but kept running');
    const grace = setCappedTimeout(() => this.#stop(stillRunning), this.#options.graceMs);
    const problem = await running.exited.finally(() => clearTimeout(grace));
    if (this.#failure !== null) throw this.#failure;
    if (problem !== null) throw new Error(problem);
    return null;
  }

  /** Null at the end, which a child may delay. */
  async #readLine({ child, lines, exited }: Running): Promise<string | null> {
    const { graceMs, lineBytesMax } = this.#options;
    let isWaiting = true;
    let grace: NodeJS.Timeout | undefined;
    void exited.then(() => {
      if (isWaiting) grace = setCappedTimeout(() => child.stdout.destroy(), graceMs);
    });
    try {
      const next = await lines.next();
      return next.done === true ? null : next.value.bytes.toString();
    } catch (error) {
      if (error instanceof TapeError)
        this.#stop(new Error(`the program wrote a line longer than ${lineBytesMax} bytes`));
      return null;
    } finally {
      isWaiting = false;
      clearTimeout(grace);
    }
  }

  #stop(why: Error) {
    this.#failure ??= why;
    if (this.#running === null || this.#hasExited) return;
    const { child } = this.#running;
    killGroup(child.pid, 'SIGKILL');
    child.stdout.destroy();
  }

  async #end(last: string | undefined) {
    this.#timer?.stop();
    if (this.#running === null) return;
    const { child, lines, exited } = this.#running;
    const { graceMs } = this.#options;
    child.stdin.end(last === undefined ? undefined : `${last}\n`);
    void readToEnd(lines);
    const timers = [
      setCappedTimeout(() => killGroup(child.pid, 'SIGTERM'), graceMs),
      setCappedTimeout(() => killGroup(child.pid, 'SIGKILL'), 2 * graceMs),
    ];
    await exited;
    for (const timer of timers) clearTimeout(timer);
    // A child outside the group may hold the stream open.
    const grace = setCappedTimeout(() => child.stderr.destroy(), graceMs);
    await finished(child.stderr).catch(() => {});
    clearTimeout(grace);
    child.stdout.destroy();
  }
}

/** The program would block on a full pipe. */
async function readToEnd(lines: Running['lines']) {
  try {
    while ((await lines.next()).done !== true);
  } catch {}
}

function exitText(code: number | null, signal: NodeJS.Signals | null) {
  if (code === 0) return null;
  return code === null ? `the program was ended by ${signal}` : `the program ended with exit code ${code}`;
}

function forwardLines(stream: Readable, onLine: (line: string) => void) {
  let rest = '';
  let lines = 0;
  const pass = (line: string) => {
    lines += 1;
    if (lines <= STDERR_LINES_MAX) onLine(line);
    else if (lines === STDERR_LINES_MAX + 1) onLine('… (the rest of its standard error is left out)');
  };
  stream.setEncoding('utf8');
  stream.on('data', (piece: string) => {
    const [first = '', ...others] = piece.split('\n');
    rest = (rest + first).slice(0, STDERR_LENGTH_MAX);
    for (const other of others) {
      pass(rest);
      rest = other.slice(0, STDERR_LENGTH_MAX);
    }
  });
  stream.on('end', () => {
    if (rest !== '') pass(rest);
  });
  stream.on('error', () => {});
}
