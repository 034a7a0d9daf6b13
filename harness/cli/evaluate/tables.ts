import { dirname, join, relative } from 'node:path';
import { are, commandText, counted } from '../../io/errors/counted.ts';
import { invalid, unknownName } from '../../io/errors/failure.ts';
import { PLACES, shippedOrOwn } from '../../io/places.ts';
import type { Messages } from '../../io/screen.ts';
import { ALLOW_CODE } from '../../run/plan/run_request.ts';
import { suiteNames } from '../../run/suites/suite.ts';
import { TAPE_OPTIONS, tapeWords } from '../../run/tapes/tape_layers.ts';
import { pricedTable } from '../../tables/metric_tables.ts';
import { allTables, type TablesResult } from '../../tables/papers/all_tables.ts';
import { PAPER_TABLES, PLANBENCH_TABLES, TABLE_NAMES } from '../../tables/papers/papers.ts';
import { type Table, tableText } from '../../tables/table.ts';
import { checkTablesFolder, differencesFrom, writeTables } from '../../tables/tables_folder.ts';
import { PRICES_OPTION, pricesOf } from '../../trace/metrics/prices.ts';
import { command } from '../terminal/command.ts';
import { checkCount, option } from '../terminal/option.ts';

export const tablesCommand = command(
  (args) =>
    args.options({
      suite: option.texts('Make only the tables of these suites'),
      table: option.text('Print only this table, such as table_1; all files are written nevertheless'),
      prices: PRICES_OPTION,
      out: option.path(PLACES.tables, 'results/tables', 'Folder to write to'),
      check: option.flag('Compare with the committed tables; exit 1 on a difference'),
      report: option.flag('Also write pages of all episodes to the folder "report" beside --out'),
      baseline: option.path(PLACES.baseline, 'results/baseline', 'Folder of the committed tables, for --check'),
      tapes: { ...TAPE_OPTIONS.tapes, defaultDescription: 'cassettes/tapes' },
      jobs: option.threads('Number of threads'),
      'search-anew': option.flag('Let the oracle search instead of using stored plans; the tables stay the same'),
      'allow-code': ALLOW_CODE,
    }),
  async (args, { terminal, signal, exitWith }) => {
    const { out, suite, table, jobs, searchAnew, allowCode } = args;
    checkCount('--jobs', jobs);
    checkTablesFolder(out);
    const tapes = args.tapes?.map(shippedOrOwn) ?? [PLACES.tapes];
    const prices = pricesOf(args);
    if (table !== undefined) checkTableName(table, suite);
    const order = { suites: suite ?? suiteNames(), tapes, jobs, searchAnew, allowCode, planbench: suite === undefined };
    const result = await allTables(order, { signal, messages: terminal });
    const printed = printedTables(result, table).map((each) => pricedTable(each, prices));
    writeTables(out, result.files);
    const report = join(dirname(out), 'report');
    const pages = args.report ? await writePages(report, { result, tapes }, { signal, messages: terminal }) : 0;
    const sameTapes = tapeWords({ tapes: args.tapes, shipped: false });
    const updateCommand = commandText(['tables', '--out', args.baseline, ...sameTapes]);
    const differences = args.check
      ? differencesFrom(shippedOrOwn(args.baseline), result, { whole: suite === undefined, hint: updateCommand })
      : [];
    if (args.json) {
      const shown = printed.map(({ name, title, rows, notes }) => ({ name, title, rows, notes }));
      terminal.out(JSON.stringify({ out, files: [...result.files.keys()], tables: shown, differences }));
    } else terminal.out(printed.map((each) => tableText(each, terminal.screen)).join('\n'));
    const { unusedReplies: unused, files } = result;
    terminal.say(`${counted(files.size, 'file')} written to ${relative(process.cwd(), out) || '.'}`);
    const first = `${relative(process.cwd(), report)}/index.html`;
    if (args.report) terminal.say(`${counted(pages, 'file')} written for the report; open ${first}`);
    if (unused > 0) {
      const dryPrune = commandText(['cassettes', 'prune', 'RUN', '--dry-run', ...sameTapes]);
      terminal.say(
        `${counted(unused, 'recording')} ${are(unused)} unused; \`${dryPrune}\` lists ${unused === 1 ? 'it' : 'them'}`,
      );
    }
    if (!args.check) return;
    for (const difference of differences) terminal.say(difference);
    if (differences.length > 0) {
      terminal.say(`${counted(differences.length, 'difference')} from the baseline; to accept: ${updateCommand}`);
      exitWith(1);
    } else {
      const all = suite === undefined ? 'All files equal' : `All files of ${suite.join(', ')} equal`;
      terminal.say(`${all} the baseline byte for byte`);
    }
  },
  {
    'tables --suite robot': 'Make the tables of one suite',
    'tables --suite robot --prices prompt=2.5,completion=10': 'Show the price of an episode, too',
    'tables --check': 'Make all tables; exit 1 if a file differs from results/baseline',
  },
);

function checkTableName(name: string, suites: readonly string[] | undefined): void {
  if (!TABLE_NAMES.includes(name)) throw unknownName('table', name, TABLE_NAMES);
  const suite = PAPER_TABLES.find((table) => table.name === name)?.suite;
  if (suite !== undefined && suites?.includes(suite) === false)
    throw invalid(`Table "${name}" needs suite "${suite}", which --suite omits`);
  if (suites !== undefined && PLANBENCH_TABLES.includes(name))
    throw invalid(`Table "${name}" needs PlanBench's published answers, which --suite omits`);
}

function printedTables({ shown, others }: TablesResult, table: string | undefined): readonly Table[] {
  if (table === undefined) return shown;
  const found = [...shown, ...others].filter(({ name }) => name === table);
  if (found.length === 0) throw invalid(`The tapes contain no results for table "${table}"; nothing was written`);
  return found;
}

async function writePages(
  folder: string,
  { result, tapes }: { result: TablesResult; tapes: readonly string[] },
  surroundings: Readonly<{ signal: AbortSignal; messages: Messages }>,
): Promise<number> {
  const { baselineReport } = await import('../../report/overview_page.ts');
  const { writeReport } = await import('../../report/write_report.ts');
  return writeReport(folder, baselineReport(result, tapes), surroundings);
}
