import { WORLD_NAMES } from '../../episode/worlds.ts';
import { commandText } from '../../io/errors/counted.ts';
import { checkPlanner } from '../../package/kit/check_planner/check_planner.ts';
import { plannerReportText, verdictText } from '../../package/kit/check_planner/planner_report.ts';
import { layersRead, TAPE_OPTIONS, tapeWords } from '../../run/tapes/tape_layers.ts';
import { command } from '../terminal/command.ts';
import { checkCount, checkNumber, option } from '../terminal/option.ts';

/** Only a hang takes this long. */
const TIME_LIMIT_S = 30;

export const checkPlannerCommand = command(
  (args) =>
    args
      .positional(
        'planner',
        option.required('Planner, whose code runs: NAME, NAME+option=value, ./file.ts or "cmd:PROGRAM ARGS"'),
      )
      .options({
        world: { choices: WORLD_NAMES, describe: 'World to act in; default: the planner’s first world' },
        runs: option.number(
          100,
          'Number of lists of hostile replies, and of random houses for judging beliefs (recorded episodes if the planner calls a model)',
        ),
        seed: option.number(1, 'Random seed for replies and houses; a whole number'),
        'time-limit': option.number(
          TIME_LIMIT_S,
          'Time limit of a play in seconds; loading may take four times as long',
        ),
        ...TAPE_OPTIONS,
      })
      .epilogue(
        'The checks run in a thread of their own, on recorded episodes if the tapes contain any. They judge the beliefs in the planner’s notes {"kind": "belief"}. ' +
          'Exit codes: 0 no check failed, 1 a check failed, 2 the planner cannot be loaded',
      ),
  async (args, { terminal, signal, exitWith }) => {
    const { planner, world, seed, json } = args;
    checkNumber('--seed', seed, 'a whole number');
    checkCount('--runs', args.runs);
    checkNumber('--time-limit', args.timeLimit, 'more than 0');
    let started = 0;
    const order = { planner, world, seed, runs: args.runs, timeLimitS: args.timeLimit, tapes: layersRead(args) };
    const report = await checkPlanner(order, {
      signal,
      onCheck(title, total) {
        started += 1;
        terminal.progress(`${started} of ${total}: ${title}`);
      },
    });
    const worldWords = world === undefined ? [] : ['--world', world];
    const limitWords = args.timeLimit === TIME_LIMIT_S ? [] : ['--time-limit', String(args.timeLimit)];
    const seedWords = ['--runs', String(args.runs), '--seed', String(seed)];
    const options = [...worldWords, ...seedWords, ...limitWords, ...tapeWords(args)];
    const again = commandText(['check-planner', planner, ...options]);
    terminal.out(json ? JSON.stringify({ ...report, again }) : plannerReportText(report, again, terminal.screen));
    const hasFailed = report.checks.some(({ status }) => status === 'failed');
    terminal.say(verdictText(report.checks), hasFailed ? 'bad' : 'good');
    if (hasFailed) exitWith(1);
  },
  {
    'check-planner ./my_planner.mjs --runs 10': 'Check your own planner with few replies and houses',
    'check-planner llm_state --runs 10 --seed 2': 'Check a shipped planner with different replies',
  },
);
