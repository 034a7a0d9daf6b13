import { existsSync, lstatSync } from 'node:fs';
import { basename, dirname, join, resolve } from 'node:path';
import { invalid } from '../../io/errors/failure.ts';
import { PLACES } from '../../io/places.ts';
import type { Screen } from '../../io/screen.ts';
import {
  checkRemovable,
  dropLatest,
  findRun,
  type ListedRun,
  latestRun,
  listRuns,
  pointToLatest,
  removeRun,
  runState,
} from '../../run/run_folder.ts';
import { tallyPlanners } from '../../run/run_tally.ts';
import { ROW_KINDS, StoredRun } from '../../run/stored_run.ts';
import { plainTable } from '../../tables/plain_table.ts';
import { moneyOf, PRICES_OPTION, pricesOf } from '../../trace/metrics/prices.ts';
import { plannerTable } from '../output/run_report.ts';
import { type CommandContext, commandGroup, type OptionsOf, type Parser, subcommand } from '../terminal/command.ts';
import { checkNumber, option, SHARED_OPTIONS } from '../terminal/option.ts';

export const runsCommand = commandGroup(
  [
    subcommand('list [suite]', {
      describe: 'List all runs, oldest first, with time, model and progress; * marks the latest run of a suite',
      examples: { 'runs list': 'List all runs', 'runs list household --json': 'List the runs of one suite as JSON' },
      declare: (args: RunsParser) => args.positional('suite', option.text('List only the runs of this suite')),
      run({ runs, suite, json }, { terminal }) {
        const listed = listRuns(runs, suite);
        const layout = { screen: terminal.screen, names: COLUMN_NAMES, always: COLUMNS_ALWAYS, next: COLUMNS_NEXT };
        if (json) terminal.out(JSON.stringify(listed));
        else if (listed.length === 0) terminal.say(`No runs in ${runs}`);
        else terminal.out(plainTable(COLUMNS, listed.map(rowOf), layout));
      },
    }),
    subcommand('show <run>', {
      describe: 'Show the settings of a run (version, model, prompts, tapes, dates) and the success of each planner',
      examples: {
        'runs show household/before': 'Show a run',
        'runs show household/before --prices prompt=2.5,completion=10': 'Show the price of an episode, too',
      },
      declare: (args: RunsParser) => runPositional(args).option('prices', PRICES_OPTION),
      run(args, { terminal }) {
        const { run, runs, json } = args;
        const prices = pricesOf(args);
        const folder = findRun(run, runs);
        const state = { folder, ...runState(folder) };
        const results = tallyPlanners(new StoredRun(folder).episodes());
        if (json) {
          const counts = results.map(({ planner, complete, successes, pool }) => {
            const money = prices === null ? {} : { money: moneyOf(pool.result(), prices) };
            return { planner, complete, successes, ...money };
          });
          terminal.out(JSON.stringify({ ...state, results: counts }));
        } else {
          const table = results.length === 0 ? '' : `\n\n${plannerTable(results, terminal.screen, prices)}`;
          terminal.out(`${settingsText(state, terminal.screen)}${table}`);
        }
      },
    }),
    subcommand('export <run>', {
      describe: 'Write the episodes of a run, or their events, as Parquet, for tools such as pandas and DuckDB',
      examples: {
        'runs export household/before --out episodes.parquet': 'Write a row for each episode, with its metrics',
        'runs export household/before --rows events --out events.parquet': 'Write a row for each event',
      },
      declare: (args: RunsParser) =>
        runPositional(args).options({
          rows: option.choice(ROW_KINDS, 'episodes', 'Row: an episode with its metrics, or an event of a trace'),
          out: { ...option.required('Parquet file to write; an existing file is replaced'), alias: 'o' },
        }),
      async run(args, { terminal }) {
        const { run, runs, rows, out, json } = args;
        const stored = new StoredRun(findRun(run, runs));
        const { exportParquet } = await import('../../run/export_parquet.ts');
        const count = await exportParquet(stored, rows, out);
        if (json) terminal.out(JSON.stringify({ out, rows: count }));
        else terminal.say(`${count} ${rows} in ${out}`);
      },
    }),
    subcommand('rm [names..]', {
      describe: 'Remove runs by name, or all except the newest',
      examples: {
        'runs rm --keep 5 --dry-run': 'List all runs except the newest five of each suite',
        'runs rm household/before': 'Remove a run',
      },
      declare: rmOptions,
      run: rm,
    }),
  ],
  commonOptions,
);

type RunsParser = ReturnType<typeof commonOptions>;

function commonOptions(args: Parser) {
  return args.option('runs', option.path(PLACES.runs, 'results/runs', 'Folder that contains the runs'));
}

function runPositional(args: RunsParser) {
  return args.positional('run', option.required('Run: SUITE/NAME, SUITE for its latest run, or a folder'));
}

const COLUMNS = ['run', '', 'began', 'model', 'planners', 'episodes', 'shard', ''];
const COLUMN_NAMES = ['run', '* for the latest', ...COLUMNS.slice(2, -1), 'problem'];
const COLUMNS_ALWAYS = ['run', 'problem', 'episodes'];
const COLUMNS_NEXT = ['* for the latest', 'model'];

function rowOf({ name, isLatest, run, times, problem }: ListedRun): string[] {
  const mark = isLatest ? '*' : '';
  if (problem !== null) return [name, mark, '', '', '', '', '', `damaged: ${problem}`];
  const planners = run.planners.length > 2 ? `${run.planners.length} planners` : run.planners.join(', ');
  const episodes = `${run.episodesPlayed}/${run.episodesTotal}`;
  return [name, mark, times.started, run.model, planners, episodes, run.shard ?? '', run.finished ? '' : 'incomplete'];
}

function settingsText(
  { folder, run, times }: Pick<ListedRun & { problem: null }, 'folder' | 'run' | 'times'>,
  screen: Screen | undefined,
): string {
  const { format: _, episodesPlayed, episodesTotal, finished, ...record } = run;
  const state = finished ? '' : times.ended === null ? ', under way or killed' : ', interrupted';
  const fields = { folder, ...times, episodes: `${episodesPlayed} of ${episodesTotal}${state}`, ...record };
  const lines = Object.entries(fields).flatMap(([field, value]) => linesOf(field, value));
  if (screen?.columns === undefined) return plainTable([], lines);
  const shortened = lines.map(([field, value]) => [field, DIGEST.test(value) ? `${value.slice(0, 12)}…` : value]);
  return `${plainTable([], shortened, { screen })}\n\nDigests are shortened; --wide shows them in full`;
}

const DIGEST = /^[0-9a-f]{40,64}$/;

function linesOf(field: string, value: unknown): [string, string][] {
  if (typeof value !== 'object' || value === null) return [[field, String(value ?? 'none')]];
  const entries = Object.entries(value);
  if (entries.length === 0) return [[field, 'none']];
  if (Array.isArray(value) && value.every((each) => typeof each === 'string')) return [[field, value.join(', ')]];
  return entries.flatMap(([key, each]) => linesOf(`${field} ${key}`, each));
}

type RmArguments = OptionsOf<typeof rmOptions>;

function rmOptions(args: RunsParser) {
  return args.positional('names', option.defaultTexts([], 'Runs: SUITE/NAME, or folders')).options({
    keep: option.optionalNumber('Keep the newest N finished runs of each suite, and remove the others'),
    suite: option.text('With --keep: remove only runs of this suite'),
    'dry-run': SHARED_OPTIONS.onlyList,
  });
}

function rm(args: RmArguments, { terminal }: CommandContext): void {
  const { keep, dryRun, json } = args;
  const folders = keep === undefined ? namedRuns(args) : outdatedRuns(args, keep);
  for (const folder of folders) {
    if (!dryRun) remove(folder, args.runs);
    terminal.say(`${dryRun ? 'would remove' : 'removed'}: ${folder}`);
  }
  if (json) terminal.out(JSON.stringify({ removed: folders, dryRun }));
  else if (folders.length === 0) terminal.say('Nothing to remove');
}

function namedRuns({ names, runs, suite }: RmArguments): string[] {
  if (names.length === 0) throw invalid('Name the runs to remove, or add --keep');
  if (suite !== undefined) throw invalid('--suite needs --keep');
  return [...new Set(names)].map((name) => {
    const folder = [name, join(runs, name)].find((path) => existsSync(join(path, 'run.json')));
    if (folder === undefined || !lstatSync(resolve(folder)).isDirectory())
      throw invalid(`Cannot remove "${name}": it is not the folder of a run; \`tapedeck runs list\` shows the names`);
    checkRemovable(folder);
    return folder;
  });
}

/** An unfinished run may be under way. */
function outdatedRuns({ runs, names, suite }: RmArguments, keep: number): string[] {
  if (names.length > 0) throw invalid('Name runs or add --keep, not both');
  checkNumber('--keep', keep, 'a whole number of at least 0');
  const bySuite = Map.groupBy(listRuns(runs, suite).filter(hasEnded), ({ folder }) => dirname(folder));
  return [...bySuite.values()]
    .flatMap((group) => group.slice(0, Math.max(0, group.length - keep)))
    .map(({ folder }) => folder);
}

function hasEnded({ times }: ListedRun): boolean {
  return times !== null && times.ended !== null;
}

function remove(folder: string, runs: string): void {
  removeRun(folder);
  const suiteFolder = dirname(resolve(folder));
  // `latest` beside a run of --out belongs to the user.
  if (dirname(suiteFolder) !== resolve(runs) || latestRun(suiteFolder) !== resolve(folder)) return;
  const next = listRuns(runs, basename(suiteFolder)).findLast(hasEnded);
  if (next === undefined) dropLatest(suiteFolder);
  else pointToLatest(next.folder);
}
