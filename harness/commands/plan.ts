/**
 * `tapedeck plan` and `tapedeck validate`: PDDL, by the embedded planner or an installed Fast Downward.
 *
 * @module
 */
import type { Argv, CommandModule } from 'yargs';
import { checkTask } from '../../planners/pddl/check_task.ts';
import { FastDownwardError } from '../../planners/pddl/fast_downward.ts';
import type { HeuristicName } from '../../planners/pddl/heuristic.ts';
import type { PlanDocument } from '../../planners/pddl/plan_document.ts';
import { readPlanFile } from '../../planners/pddl/plan_file.ts';
import { planProblem } from '../../planners/pddl/plan_problem.ts';
import { planWithFastDownward } from '../../planners/pddl/plan_with_fast_downward.ts';
import { solveInWorker } from '../../planners/pddl/solve_in_worker.ts';
import { type PlanValidation, validatePlan } from '../../planners/pddl/validate_plan.ts';
import type { CommandContext } from '../command_line.ts';
import { CommandFailure } from '../failure.ts';
import { readText } from '../read_text.ts';

const SOLVERS = ['embedded', 'fast-downward'] as const;

type PlanArguments = {
  domain: string;
  problem: string;
  search: 'astar' | 'gbfs';
  heuristic: HeuristicName | undefined;
  timeLimitS: number | undefined;
  memoryLimitMb: number | undefined;
  expansionsMax: number | undefined;
  solver: (typeof SOLVERS)[number];
  fastDownward: string | undefined;
  json: boolean;
};

/** What each status means to whoever called: done, the answer is no, invalid input, limit reached. */
const EXIT_CODES: Readonly<Record<PlanDocument['status'], number>> = {
  solved: 0,
  unsolvable: 1,
  invalid: 2,
  unsupported: 2,
  limit: 4,
};

export function planCommand(context: CommandContext): CommandModule<object, PlanArguments> {
  return {
    command: 'plan <domain> <problem>',
    describe: 'Solve a PDDL problem; optimal unless told otherwise',
    builder: planOptions as unknown as (args: Argv) => Argv<PlanArguments>,
    handler: (args) => plan(args, context),
  };
}

function planOptions(args: Argv) {
  return filePositionals(args)
    .option('search', {
      choices: ['astar', 'gbfs'],
      default: 'astar',
      describe: 'A*, whose plans are cheapest, or greedy best-first search',
    })
    .option('heuristic', {
      choices: ['lmcut', 'hmax', 'ff', 'blind'],
      describe:
        'Estimate of the cost left; default: lmcut for astar, ff for gbfs. With ff, plans of astar may not be cheapest',
    })
    .option('time-limit-s', { type: 'number', describe: 'Seconds until the search is given up' })
    .option('memory-limit-mb', { type: 'number', describe: 'Megabytes of stored states and queue; default: 2048' })
    .option('expansions-max', { type: 'number', describe: 'Most states expanded; for the embedded solver' })
    .option('solver', { choices: SOLVERS, default: 'embedded', describe: 'Who plans' })
    .option('fast-downward', {
      type: 'string',
      describe: 'Path of fast-downward.py; default: the environment variable FAST_DOWNWARD',
    });
}

function filePositionals(args: Argv) {
  return args
    .positional('domain', { type: 'string', demandOption: true, describe: 'The domain file' })
    .positional('problem', { type: 'string', demandOption: true, describe: 'The problem file' });
}

async function plan(args: PlanArguments, context: CommandContext): Promise<void> {
  const [domain, problem] = [readText(args.domain), readText(args.problem)];
  const document =
    args.solver === 'embedded'
      ? await embedded(domain, problem, args, context.signal)
      : await installed(domain, problem, args, context);
  if (context.signal.aborted) throw new CommandFailure(130, 'Interrupted');
  if (args.json) context.terminal.out(JSON.stringify(document));
  else if (document.plan !== null) context.terminal.out(document.plan.join('\n'));
  context.terminal.say(verdict(document));
  context.exitWith(EXIT_CODES[document.status]);
}

function embedded(domain: string, problem: string, args: PlanArguments, signal: AbortSignal): Promise<PlanDocument> {
  const { search, timeLimitS, memoryLimitMb, expansionsMax } = args;
  const heuristic = args.heuristic ?? (search === 'gbfs' ? 'ff' : 'lmcut');
  const clock = () => performance.now();
  return planProblem(domain, problem, {
    search,
    heuristic,
    limits: {
      ...(memoryLimitMb === undefined
        ? {}
        : { memoryBytesMax: positive('--memory-limit-mb', memoryLimitMb) * 2 ** 20 }),
      ...(expansionsMax === undefined ? {} : { expansionsMax: positive('--expansions-max', expansionsMax) }),
    },
    clock,
    signal,
    // A thread of its own, so that time limit and interruption are heard; without either, this thread starts at once.
    ...(timeLimitS === undefined
      ? {}
      : { timeLimitMs: positive('--time-limit-s', timeLimitS) * 1_000, solver: solveInWorker }),
  });
}

async function installed(
  domain: string,
  problem: string,
  args: PlanArguments,
  { environment, signal }: CommandContext,
): Promise<PlanDocument> {
  const path = args.fastDownward ?? environment['FAST_DOWNWARD'];
  if (path === undefined || path === '') {
    throw new CommandFailure(2, 'To plan with Fast Downward, give its path with --fast-downward or set FAST_DOWNWARD');
  }
  const { search, heuristic = 'lmcut', timeLimitS, memoryLimitMb } = args;
  try {
    return await planWithFastDownward(domain, problem, {
      path,
      search: `${search === 'astar' ? 'astar' : 'eager_greedy'}(${search === 'astar' ? `${heuristic}()` : `[${heuristic}()]`})`,
      ...(timeLimitS === undefined ? {} : { timeLimitMs: positive('--time-limit-s', timeLimitS) * 1_000 }),
      ...(memoryLimitMb === undefined ? {} : { memoryLimitMb: positive('--memory-limit-mb', memoryLimitMb) }),
      clock: () => performance.now(),
      signal,
    });
  } catch (cause) {
    if (cause instanceof FastDownwardError) throw new CommandFailure(2, cause.message, { cause });
    throw cause;
  }
}

function positive(name: string, value: number): number {
  if (value > 0) return value;
  throw new CommandFailure(2, `${name} must be more than 0, found ${value}`);
}

function verdict({ status, cost, plan, expanded, evaluated, message, line, column, totalMs }: PlanDocument): string {
  const where = line === null ? '' : ` (line ${line}, column ${column})`;
  const effort = expanded === null ? '' : `; ${expanded} states expanded, ${evaluated ?? '?'} evaluated`;
  const time = totalMs === null ? '' : `, ${totalMs.toFixed(0)} ms`;
  if (status === 'solved') return `Solved: ${plan?.length} actions, cost ${cost}${effort}${time}`;
  return `${status}: ${message ?? 'no plan'}${where}${effort}`;
}

type ValidateArguments = { domain: string; problem: string; plan: string; json: boolean };

export function validateCommand(context: CommandContext): CommandModule<object, ValidateArguments> {
  return {
    command: 'validate <domain> <problem> <plan>',
    describe: 'Replay a PDDL plan; name the action that fails and the precondition that it lacks',
    builder: ((args: Argv) =>
      filePositionals(args).positional('plan', {
        type: 'string',
        demandOption: true,
        describe: 'The plan: one action a line, such as (pick a b)',
      })) as unknown as (args: Argv) => Argv<ValidateArguments>,
    handler: (args) => validate(args, context),
  };
}

function validate(args: ValidateArguments, context: CommandContext): void {
  const checked = checkTask(readText(args.domain), readText(args.problem));
  if (checked.status !== 'ok') {
    const file = checked.file === 'domain' ? args.domain : args.problem;
    throw new CommandFailure(
      2,
      `Cannot use "${file}", line ${checked.line}, column ${checked.column}: ${checked.message}`,
    );
  }
  const plan = readPlanFile(readText(args.plan));
  if (!plan.ok) throw new CommandFailure(2, `Cannot read "${args.plan}": ${plan.message}`);
  const validation: PlanValidation = validatePlan(checked.domain, checked.problem, plan.plan);
  if (args.json) context.terminal.out(JSON.stringify(validation));
  else if (validation.status === 'valid') context.terminal.out(`valid, cost ${validation.cost}`);
  else context.terminal.out(`invalid: ${validation.message}`);
  context.exitWith(validation.status === 'valid' ? 0 : 1);
}
