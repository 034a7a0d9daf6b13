/**
 * `tapedeck tables`: rebuilds the papers' tables from the shipped tapes.
 *
 * @module
 */
import { dirname, join, relative } from 'node:path';
import { commandText } from '../../io/command_text.ts';
import { are, counted } from '../../io/errors/counted.ts';
import { invalid, unknownName } from '../../io/errors/failure.ts';
import { PLACES, shippedOrOwn } from '../../io/places.ts';
import { ALLOW_CODE } from '../../run/plan/run_request.ts';
import { suiteNames } from '../../run/suites/suite.ts';
import { TAPE_OPTIONS, tapeWords } from '../../run/tapes/tape_layers.ts';
import { pricedTable } from '../../tables/metric_tables.ts';
import { allTables, type TablesResult } from '../../tables/papers/all_tables.ts';
import { PAPER_TABLES, PLANBENCH_TABLES, TABLE_NAMES } from '../../tables/papers/papers.ts';
import { type Table, tableText } from '../../tables/table.ts';
import { checkTablesFolder, differencesFrom, writeTables } from '../../tables/tables_folder.ts';
import { PRICES, pricesOf } from '../../trace/metrics/prices.ts';
import { checkNumber } from '../terminal/check_number.ts';
import { command } from '../terminal/command.ts';
import type { CommandContext, OptionsOf, Parser } from '../terminal/command_context.ts';
import { option } from '../terminal/option.ts';

export const tablesCommand = command(tablesOptions, tables, {
  examples: [
    ['tables --suite robot', 'The tables of one suite'],
    ['tables --suite robot --prices prompt=2.5,completion=10', 'And what an episode cost in money'],
    ['tables --check', 'All tables; exit 1 if a file differs from results/baseline'],
  ],
});

type TablesArguments = OptionsOf<typeof tablesOptions>;

function tablesOptions(args: Parser) {
  return args
    .option('suite', option.texts('Only the tables of these suites'))
    .option('table', option.text('Print only this table, such as table_1; the files are those of all tables'))
    .option('prices', PRICES)
    .option('out', option.path(PLACES.tables, 'results/tables', 'Folder to write to'))
    .option('check', option.flag('Compare with the committed tables; exit 1 on a difference'))
    .option('report', option.flag('Also write pages on which every episode is read, to a folder "report" beside --out'))
    .option('baseline', option.path(PLACES.baseline, 'results/baseline', 'Folder of the committed tables, for --check'))
    .option('tapes', { ...TAPE_OPTIONS.tapes, defaultDescription: 'cassettes/tapes' })
    .option('jobs', option.threads('Worker threads'))
    .option(
      'search-anew',
      option.flag(
        'Let the oracle search for plans instead of using the stored ones; the tables must come out the same',
      ),
    )
    .option('allow-code', ALLOW_CODE);
}

async function tables(args: TablesArguments, context: CommandContext): Promise<void> {
  checkNumber('--jobs', args.jobs, 'a whole number of at least 1');
  checkTablesFolder(args.out);
  const tapes = args.tapes?.map(shippedOrOwn) ?? [PLACES.tapes];
  const prices = pricesOf(args);
  if (args.table !== undefined) checkTableName(args.table, args.suite);
  const result = await allTables(
    {
      suites: args.suite ?? suiteNames(),
      tapes,
      jobs: args.jobs,
      searchAnew: args.searchAnew,
      allowCode: args.allowCode,
      planbench: args.suite === undefined,
    },
    { signal: context.signal, messages: context.terminal },
  );
  const printed = printedTables(result, args).map((table) => pricedTable(table, prices));
  writeTables(args.out, result.files);
  const report = join(dirname(args.out), 'report');
  const pages = args.report ? await writePages(report, { result, tapes }, context) : 0;
  const update = commandText(['tables', '--out', args.baseline, ...givenOptions(args)]);
  const differences = args.check
    ? differencesFrom(shippedOrOwn(args.baseline), result, { whole: args.suite === undefined, hint: update })
    : [];
  if (args.json) {
    const shown = printed.map(({ name, title, rows, notes }) => ({ name, title, rows, notes }));
    context.terminal.out(
      JSON.stringify({ out: args.out, files: [...result.files.keys()], tables: shown, differences }),
    );
  } else {
    context.terminal.out(printed.map((table) => tableText(table, context.terminal.screen)).join('\n'));
  }
  context.terminal.say(`${counted(result.files.size, 'file')} written to ${relative(process.cwd(), args.out) || '.'}`);
  if (args.report)
    context.terminal.say(
      `${counted(pages, 'file')} of the report written; open ${relative(process.cwd(), report)}/index.html`,
    );
  if (result.unused > 0) {
    context.terminal.say(
      `${counted(result.unused, 'recording')} ${are(result.unused)} used by no episode; \`${commandText(['cassettes', 'prune', 'RUN', '--dry-run', ...givenOptions(args)])}\` lists ${result.unused === 1 ? 'it' : 'them'}`,
    );
  }
  if (!args.check) return;
  for (const difference of differences) context.terminal.say(difference);
  if (differences.length > 0) {
    context.terminal.say(`${counted(differences.length, 'difference')} from the baseline; if that is meant: ${update}`);
    context.exitWith(1);
  } else {
    const all = args.suite === undefined ? 'All files equal' : `What is made of ${args.suite.join(', ')} equals`;
    context.terminal.say(`${all} the baseline byte for byte`);
  }
}

function checkTableName(name: string, suites: readonly string[] | undefined): void {
  if (!TABLE_NAMES.includes(name)) throw unknownName('table', name, TABLE_NAMES);
  const suite = PAPER_TABLES.find((table) => table.name === name)?.suite;
  if (suite !== undefined && suites?.includes(suite) === false) {
    throw invalid(`Table "${name}" is made of suite "${suite}", which --suite leaves out`);
  }
  if (suites !== undefined && PLANBENCH_TABLES.includes(name)) {
    throw invalid(`Table "${name}" is made of PlanBench's published answers, which --suite leaves out`);
  }
}

function printedTables({ shown, others }: TablesResult, { table }: TablesArguments): readonly Table[] {
  if (table === undefined) return shown;
  const found = [...shown, ...others].filter(({ name }) => name === table);
  if (found.length === 0) throw invalid(`Nothing on these tapes belongs in table "${table}"; nothing was written`);
  return found;
}

/** Returns how many files there are. */
async function writePages(
  folder: string,
  { result, tapes }: { result: TablesResult; tapes: readonly string[] },
  context: CommandContext,
): Promise<number> {
  // Tables alone do without the pages.
  const { baselineReport } = await import('../../report/baseline_report.ts');
  const { writeReport } = await import('../../report/write_report.ts');
  return writeReport(folder, baselineReport(result, tapes), { messages: context.terminal, signal: context.signal });
}

/** What a hint repeats, so that it speaks of the same tapes. */
function givenOptions({ tapes }: TablesArguments): string[] {
  return [...tapeWords({ tapes, shipped: false })];
}
