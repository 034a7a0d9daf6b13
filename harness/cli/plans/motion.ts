import { SEED_END } from '../../../envs/random_numbers.ts';
import { GRASP_BOUNDS, type GraspBounds } from '../../../envs/tabletop/motion/plan_grasp.ts';
import { type Problems, readClearanceSamples, readProblems } from '../../../envs/tabletop/queries/read_problems.ts';
import {
  compareClearances,
  type GraspAnswer,
  type PathAnswer,
  type SolveOptions,
  solveGrasp,
  solvePath,
  worldOf,
} from '../../../envs/tabletop/queries/solve_queries.ts';
import { invalid } from '../../io/errors/failure.ts';
import { readText } from '../../io/read_text.ts';
import { Progress } from '../../run/progress.ts';
import { motionDocument, motionExitCode, motionText } from '../output/motion_document.ts';
import { command, throwIfInterrupted } from '../terminal/command.ts';
import { checkNumber, checkRange, option } from '../terminal/option.ts';

export const motionCommand = command(
  (args) =>
    args
      .positional(
        'problems',
        option.text(
          'JSON file of queries: paths between configurations (problems.json) or top grasps (grasp-problems.json)',
        ),
      )
      .options({
        clearance: option.text(
          'Compute clearances of the configurations in this JSON file (clearance-samples.json), in the scenes of the queries',
        ),
        seed: option.number(1, 'Random seed of each query'),
        'iterations-max': option.number(GRASP_BOUNDS.iterationsMax, 'Maximum iterations of RRT-Connect in one attempt'),
        'attempts-max': option.number(GRASP_BOUNDS.attemptsMax, 'Maximum attempts to connect two configurations'),
        'poses-max': option.number(
          GRASP_BOUNDS.posesMax,
          'For top grasps: maximum number of inverse-kinematics solutions for which to plan a path',
        ),
        'angles-max': option.number(
          GRASP_BOUNDS.anglesMax,
          'For top grasps: number of angles of the last joint for which inverse kinematics finds all solutions',
        ),
        'warm-up-ms': option.number(300, 'Milliseconds of untimed queries at the start, while V8 compiles the code'),
      })
      .epilogue(
        'Exit codes: 0 every query has a path and every clearance agrees within 1e-6; 1 a path is missing, or a figure differs; 2 the input is invalid; 4 the search for every missing path reached a limit',
      ),
  async (args, { terminal, signal, exitWith }) => {
    const bounds: GraspBounds = {
      posesMax: checkRange('--poses-max', args.posesMax, [1, 100]),
      anglesMax: checkRange('--angles-max', args.anglesMax, [1, 10_000]),
      attemptsMax: checkRange('--attempts-max', args.attemptsMax, [1, 1_000]),
      iterationsMax: checkRange('--iterations-max', args.iterationsMax, [1, 1_000_000]),
    };
    const seed = checkRange('--seed', args.seed, [0, SEED_END - 1]);
    if (args.problems === undefined) {
      throw invalid(
        'Give a file of problems: `tapedeck motion PROBLEMS.json`; its queries also define the scenes for --clearance',
      );
    }
    const problems = readProblems(readText(args.problems), args.problems);
    const samples =
      args.clearance === undefined ? null : readClearanceSamples(readText(args.clearance), args.clearance, problems);
    checkNumber('--warm-up-ms', args.warmUpMs, 'at least 0');
    const options: SolveOptions = { seed, bounds, clock: () => performance.now() };
    await warmUp(problems, options, { durationMs: args.warmUpMs, signal });
    const answers: (PathAnswer | GraspAnswer)[] = [];
    const progress = new Progress(terminal, problems.queries.length);
    for (const answer of answersOf(problems, options)) {
      answers.push(answer);
      progress.done('queries');
      await throwIfInterrupted(signal);
    }
    const clearances = samples === null ? null : compareClearances(samples, problems);
    const document = motionDocument(answers, { seed, bounds, clearances });
    terminal.out(args.json ? JSON.stringify(document) : motionText(document, terminal.screen));
    exitWith(motionExitCode(document));
  },
  {
    'motion problems.json --seed 3': 'Print a line per query: solved, time, checks, lengths',
    'motion problems.json --clearance samples.json': 'Print clearances and poses of the tool, too',
    'motion grasp-problems.json': 'Print the yaws at which the open hand is free, and plan a motion to a grasp',
  },
);

/** Changes no result, since every query has its own random numbers. */
async function warmUp(
  problems: Problems,
  options: SolveOptions,
  { durationMs, signal }: { durationMs: number; signal: AbortSignal },
): Promise<void> {
  const end = options.clock() + durationMs;
  while (options.clock() < end) {
    for (const _ of answersOf(problems, options)) {
      await throwIfInterrupted(signal);
      if (options.clock() >= end) return;
    }
  }
}

function* answersOf(problems: Problems, options: SolveOptions): Generator<PathAnswer | GraspAnswer> {
  if (problems.kind === 'paths') {
    for (const query of problems.queries) yield solvePath(query, worldOf(problems, query), options);
  } else {
    for (const query of problems.queries) yield solveGrasp(query, worldOf(problems, query), options);
  }
}
