import { WORLD_NAMES } from '../../episode/worlds.ts';
import { commandText } from '../../io/command_text.ts';
import { checkPlanner } from '../../package/kit/check_planner/check_planner.ts';
import { plannerReportText, verdictText } from '../../package/kit/check_planner/planner_report.ts';
import { layersRead, TAPE_OPTIONS, tapeWords } from '../../run/tapes/tape_layers.ts';
import { command } from '../terminal/command.ts';
import { checkNumber, option } from '../terminal/option.ts';

/** No shipped planner needs a tenth of it. */
const TIME_LIMIT_S = 30;

export const checkPlannerCommand = command(
  (args) =>
    args
      .positional(
        'planner',
        option.required('NAME, NAME+option=value, ./file.ts or "cmd:PROGRAM ARGS", whose code is run'),
      )
      .options({
        world: { choices: WORLD_NAMES, describe: 'Where it is to act; default: the first world that it is made for' },
        runs: option.number(
          100,
          'Lists of hostile replies that it is given, and random houses (or, of planners that ask a model, recorded episodes) in which its beliefs are judged',
        ),
        seed: option.number(1, 'Which replies and houses are drawn; a whole number'),
        'time-limit': option.number(
          TIME_LIMIT_S,
          'Seconds that each play of a check may take; a planner that does not end in them has failed it (loading: four times as long)',
        ),
        ...TAPE_OPTIONS,
      })
      .epilogue(
        'Checks are made in a thread of their own. A planner is judged by its recorded episodes where the tapes hold any; ' +
          'its beliefs by the notes {"kind": "belief"} that it makes. Exit codes: 0 no check failed, 1 one did, 2 it cannot be loaded',
      ),
  async (args, { terminal, signal, exitWith }) => {
    const { planner, world, seed, json } = args;
    checkNumber('--seed', seed, 'a whole number');
    checkNumber('--runs', args.runs, 'a whole number of at least 1');
    checkNumber('--time-limit', args.timeLimit, 'more than 0');
    let made = 0;
    const order = { planner, world, seed, runs: args.runs, timeLimitS: args.timeLimit, tapes: layersRead(args) };
    const report = await checkPlanner(order, {
      signal,
      onCheck(title, total) {
        made += 1;
        terminal.progress(`${made} of ${total}: ${title}`);
      },
    });
    const where = world === undefined ? [] : ['--world', world];
    const limit = args.timeLimit === TIME_LIMIT_S ? [] : ['--time-limit', String(args.timeLimit)];
    const drawn = ['--runs', String(args.runs), '--seed', String(seed)];
    const again = commandText(['check-planner', planner, ...where, ...drawn, ...limit, ...tapeWords(args)]);
    terminal.out(json ? JSON.stringify({ ...report, again }) : plannerReportText(report, again, terminal.screen));
    const hasFailed = report.checks.some(({ status }) => status === 'failed');
    terminal.say(verdictText(report.checks), hasFailed ? 'bad' : 'good');
    if (hasFailed) exitWith(1);
  },
  {
    'check-planner ./my_planner.mjs --runs 10': 'A planner of your own, with few replies and houses',
    'check-planner llm_state --runs 10 --seed 2': 'A shipped planner, with other replies',
  },
);
