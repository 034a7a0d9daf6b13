import { type CheckedPddl, checkPddl } from '../../../planners/pddl/check/check_pddl.ts';
import type { PddlError, PddlWarning } from '../../../planners/pddl/diagnostics/diagnostics.ts';
import { BoundReached } from '../../../planners/pddl/ground/bounds.ts';
import { FastDownwardError, planWithFastDownward } from '../../../planners/pddl/plan/fast_downward.ts';
import { planInWorker } from '../../../planners/pddl/plan/plan_in_worker.ts';
import type { PlanDocument } from '../../../planners/pddl/plan/plan_problem.ts';
import type { HeuristicName } from '../../../planners/pddl/search/best_first_search.ts';
import { type PlanFile, readPlanFile } from '../../../planners/pddl/validate/plan_file.ts';
import { type PlanValidation, validatePlan } from '../../../planners/pddl/validate/validate_plan.ts';
import { counted } from '../../io/errors/counted.ts';
import { CommandFailure, invalid } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import type { Messages } from '../../io/screen.ts';
import { type CommandContext, command, type OptionsOf, type Parser } from '../terminal/command.ts';
import { checkNumber, given, option } from '../terminal/option.ts';

const SOLVERS = ['embedded', 'fast-downward'] as const;

const EXIT_CODES: Readonly<Record<PlanDocument['status'] | ValidateDocument['status'], number>> = {
  solved: 0,
  valid: 0,
  unsolvable: 1,
  wrong: 1,
  invalid: 2,
  unsupported: 2,
  limit: 4,
};

export const planCommand = command(planOptions, plan, {
  'plan domain.pddl problem.pddl': 'Print a cheapest plan, one action per line',
  'plan domain.pddl problem.pddl --search gbfs --json': 'Find any plan quickly, and print JSON',
});

type PlanArguments = OptionsOf<typeof planOptions>;

function planOptions(args: Parser) {
  return filePositionals(args).options({
    search: option.choice(['astar', 'gbfs'], 'astar', 'A* for a cheapest plan, or greedy best-first search'),
    heuristic: {
      choices: ['lmcut', 'hmax', 'ff', 'blind'] as const,
      describe: 'Heuristic; default: lmcut for astar, ff for gbfs. With ff, the plan of astar may not be cheapest',
    },
    'time-limit-s': option.optionalNumber(
      'Time limit in seconds, including reading and grounding; default: none, or 300 with Fast Downward',
    ),
    'memory-limit-mb': option.optionalNumber('Memory limit in megabytes for states and queue; default: 2048'),
    'expansions-max': option.optionalNumber('Maximum number of expanded states (embedded solver only)'),
    solver: option.choice(SOLVERS, 'embedded', 'Solver to use'),
    'fast-downward': option.text('Path of fast-downward.py; default: the value of FAST_DOWNWARD'),
  });
}

function filePositionals(args: Parser) {
  return args
    .positional('domain', option.required('The domain file'))
    .positional('problem', option.required('The problem file'));
}

async function plan(args: PlanArguments, context: CommandContext): Promise<void> {
  const { terminal, signal, exitWith } = context;
  const [domain, problem] = [readText(args.domain), readText(args.problem)];
  const solve = args.solver === 'embedded' ? planEmbedded : planWithInstalled;
  const document = await solve(domain, problem, args, context);
  if (signal.aborted) throw new CommandFailure(130, 'Interrupted');
  if (args.json) terminal.out(JSON.stringify(document));
  else if (document.plan !== null) terminal.out(document.plan.join('\n'));
  sayWarnings(document.warnings, terminal);
  terminal.say(verdictText(document));
  exitWith(EXIT_CODES[document.status]);
}

/** In a thread, so that limits and interruption take effect at once. */
function planEmbedded(domain: string, problem: string, args: PlanArguments, { signal }: CommandContext) {
  const memoryLimitMb = limitOf(args, 'memory-limit-mb');
  const memoryBytesMax = memoryLimitMb && memoryLimitMb * 2 ** 20;
  return planInWorker(domain, problem, {
    search: args.search,
    heuristic: heuristicOf(args),
    limits: given({ memoryBytesMax, expansionsMax: limitOf(args, 'expansions-max') }),
    clock: () => performance.now(),
    signal,
    ...timeLimit(args),
  });
}

async function planWithInstalled(domain: string, problem: string, args: PlanArguments, context: CommandContext) {
  const { environment, signal } = context;
  const path = args.fastDownward ?? environment['FAST_DOWNWARD'];
  if (path === undefined || path === '')
    throw invalid('To plan with Fast Downward, give its path with --fast-downward or set FAST_DOWNWARD');
  const heuristic = `${heuristicOf(args)}()`;
  try {
    return await planWithFastDownward(domain, problem, {
      path,
      search: args.search === 'astar' ? `astar(${heuristic})` : `eager_greedy([${heuristic}])`,
      ...timeLimit(args),
      ...given({ memoryLimitMb: limitOf(args, 'memory-limit-mb') }),
      clock: () => performance.now(),
      signal,
    });
  } catch (cause) {
    if (cause instanceof FastDownwardError) throw invalid(cause.message, { cause });
    throw cause;
  }
}

function heuristicOf({ search, heuristic }: PlanArguments): HeuristicName {
  return heuristic ?? (search === 'gbfs' ? 'ff' : 'lmcut');
}

function limitOf(args: PlanArguments, name: 'time-limit-s' | 'memory-limit-mb' | 'expansions-max'): number | undefined {
  const limit = args[name];
  return limit === undefined ? undefined : checkNumber(`--${name}`, limit, 'more than 0');
}

function timeLimit(args: PlanArguments): { timeLimitMs?: number } {
  const seconds = limitOf(args, 'time-limit-s');
  return seconds === undefined ? {} : { timeLimitMs: seconds * 1_000 };
}

const WARNINGS_SHOWN_MAX = 10;

function sayWarnings(warnings: readonly PddlWarning[], terminal: Messages): void {
  for (const { message } of warnings.slice(0, WARNINGS_SHOWN_MAX)) terminal.say(`Warning: ${message}`);
  const more = warnings.length - WARNINGS_SHOWN_MAX;
  if (more > 0) terminal.say(`and ${more} more ${more === 1 ? 'warning' : 'warnings'}`);
}

function verdictText({ status, cost, plan, expanded, evaluated, message, totalMs }: PlanDocument): string {
  const effort = expanded === null ? '' : `; ${counted(expanded, 'state')} expanded, ${evaluated ?? '?'} evaluated`;
  const time = totalMs === null ? '' : `, ${totalMs.toFixed(0)} ms`;
  if (status === 'solved') return `Solved: ${counted(plan?.length ?? 0, 'action')}, cost ${cost}${effort}${time}`;
  return `${status}: ${message ?? 'no plan'}${effort}`;
}

export const validateCommand = command(
  (args) =>
    filePositionals(args).positional('plan', option.required('The plan file, with an action per line: (pick a b)')),
  (args, { terminal, exitWith }) => {
    const checked = checkPddl(readText(args.domain), readText(args.problem));
    const document = validateDocument(checked, readPlanFile(readText(args.plan)));
    if (args.json) terminal.out(JSON.stringify(document));
    else if (document.status === 'valid') terminal.out(`valid, cost ${document.cost}`);
    else if (document.status === 'wrong') terminal.out(`wrong: ${document.message}`);
    sayWarnings(checked.warnings, terminal);
    if ('file' in document) terminal.say(`Cannot use "${args[document.file]}": ${document.message}`);
    if (document.status === 'limit') terminal.say(`limit: ${document.message}`);
    exitWith(EXIT_CODES[document.status]);
  },
  { 'validate domain.pddl problem.pddl my.plan': 'Exit 1 if the plan fails, and show the action and its precondition' },
);

type ValidateDocument =
  | PlanValidation
  | Readonly<{ status: 'limit'; message: string }>
  | (Pick<PddlError, 'status' | 'message' | 'line'> &
      Readonly<{ file: PddlError['file'] | 'plan'; column: number | null }>);

function validateDocument(checked: CheckedPddl, plan: PlanFile): ValidateDocument {
  if (checked.status !== 'ok') {
    const { status, message, file, line, column } = checked;
    return { status, message, file, line, column };
  }
  if (!plan.ok) return { status: 'invalid', message: plan.message, file: 'plan', line: plan.line, column: null };
  try {
    return validatePlan(checked.domain, checked.problem, plan.plan);
  } catch (error) {
    if (!(error instanceof BoundReached)) throw error;
    return { status: 'limit', message: `the validation stopped: ${error.message}` };
  }
}
