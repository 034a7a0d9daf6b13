import { relative } from 'node:path';
import type { Task } from '../../../envs/env.ts';
import { worldCalled } from '../../episode/worlds.ts';
import { counted } from '../../io/errors/counted.ts';
import { invalid } from '../../io/errors/failure.ts';
import type { Screen } from '../../io/screen.ts';
import { writeWhole } from '../../io/write_whole.ts';
import { type CellVerdict, checkCell, planCells } from '../../run/plan/episode_list.ts';
import { Progress } from '../../run/progress.ts';
import { readSuite, referencesPath, referencesText, type Suite } from '../../run/suites/suite.ts';
import { plainTable } from '../../tables/plain_table.ts';
import { command, throwIfInterrupted } from '../terminal/command.ts';
import { checkCount, given, option, SHARED_OPTIONS } from '../terminal/option.ts';

/** Enough for every cell of the shipped suites. */
const EXPANSIONS_MAX = 200_000;

export const checkCommand = command(
  (args) =>
    args.positional('suite', option.required('Name or path of a suite')).options({
      scene: SHARED_OPTIONS.scene,
      task: SHARED_OPTIONS.task,
      'env-option': option.texts('Option of the world: KEY=VALUE, such as hands=1'),
      expansions: option.number(EXPANSIONS_MAX, 'Maximum number of expanded states in each search'),
      write: option.flag('Store the plans as the suite’s reference plans; metrics compare steps with them'),
    }),
  async (args, context) => {
    const { terminal, signal } = context;
    checkCount('--expansions', args.expansions);
    if (args.write && (args.scene ?? args.task ?? args.envOption) !== undefined)
      throw invalid('--write stores references for a whole suite; omit --scene, --task and --env-option');
    const suite = readSuite(args.suite);
    const { scene: scenes, task: tasks, envOption: envOptions } = args;
    const cells = planCells({ suite: args.suite, ...given({ scenes, tasks, envOptions }) }, suite);
    const verdicts: CellVerdict[] = [];
    const progress = new Progress(terminal, cells.length);
    for (const cell of cells) {
      await throwIfInterrupted(signal, 'Interrupted; nothing was written');
      verdicts.push(await checkCell(cell, args.expansions));
      progress.done(`${cell.task.scene}/${cell.task.name}`);
    }
    const failed = verdicts.filter(({ problem }) => problem !== null);
    const goals = cells.map(({ task }) => goalText(task, suite));
    if (args.json) terminal.out(JSON.stringify(verdicts.map((verdict, index) => ({ ...verdict, goal: goals[index] }))));
    else {
      const sentences = cells.map(({ task }, index) => `Task ${task.name} is done when ${goals[index]}.`);
      terminal.out([verdictTable(verdicts, terminal.screen), ...new Set(sentences)].join('\n'));
    }
    terminal.say(
      `${verdicts.length - failed.length} of ${counted(verdicts.length, 'task')} solvable within the step limit`,
    );
    if (args.write && failed.length === 0) {
      const path = referencesPath(suite);
      const entries = verdicts.flatMap((verdict) => (verdict.problem === null ? [verdict.reference] : []));
      writeWhole(path, referencesText(suite.name, entries));
      terminal.say(`References written to ${relative(process.cwd(), path)}`);
    }
    if (failed.length > 0)
      context.exitWith(failed.every((verdict) => verdict.problem !== null && verdict.isLimit) ? 4 : 1);
  },
  {
    'check robot': 'Check a shipped suite, and show its plans',
    'check ./suite.json --write': 'Check your own suite, and store its reference plans',
  },
);

function goalText(task: Task, { world }: Suite): string {
  const parts = worldCalled(world).goalParts?.(task) ?? [];
  return parts.length === 0 ? 'its goal holds' : parts.map(({ text }) => text).join(' and ');
}

function verdictTable(verdicts: readonly CellVerdict[], screen: Screen | undefined): string {
  const rows = verdicts.map((verdict) => {
    if (verdict.problem !== null) return [verdict.scene, verdict.task, 'no', '', '', verdict.problem];
    const { steps, optimal, lowerBound, expanded, plan } = verdict.reference;
    const bound = optimal ? 'proven shortest' : `at least ${lowerBound}`;
    return [verdict.scene, verdict.task, String(steps), bound, String(expanded), plan.join(' ')];
  });
  const layout = { screen, always: ['task', 'steps'], next: ['scene', 'bound'] };
  return plainTable(['scene', 'task', 'steps', 'bound', 'states', 'plan or problem'], rows, layout);
}
