import { availableParallelism } from 'node:os';
import { basename, relative } from 'node:path';
import { counted } from '../../io/errors/counted.ts';
import { invalid } from '../../io/errors/failure.ts';
import { PLACES, shippedOrOwn } from '../../io/places.ts';
import { runName } from '../../report/reported_episode.ts';
import { findRun } from '../../run/run_folder.ts';
import { readTimings } from '../../run/run_record.ts';
import { readRun } from '../../run/stored_run.ts';
import { suiteNames } from '../../run/suites/suite.ts';
import { layerMissing, layersRead, TAPE_OPTIONS } from '../../run/tapes/tape_layers.ts';
import { metricTables } from '../../tables/metric_tables.ts';
import { metricsOf } from '../../trace/metrics/metrics.ts';
import { type CommandContext, command, type OptionsOf, type Parser } from '../terminal/command.ts';
import { option } from '../terminal/option.ts';

export const reportCommand = command(reportOptions, report, {
  'report household/before --out my_report': 'Write pages of one run; open my_report/index.html',
  'report household/before household/after': 'Compare two runs, in results/report',
});

type ReportArguments = OptionsOf<typeof reportOptions>;

function reportOptions(args: Parser) {
  return args.positional('run', option.texts('Runs: folders, SUITE/NAME, or SUITE for its latest run')).options({
    baseline: option.flag('Report on the shipped tapes instead of runs, with tables and figures'),
    out: {
      ...option.path(PLACES.report, 'results/report', 'Folder to write; an existing report is replaced'),
      alias: 'o',
    },
    ...TAPE_OPTIONS,
  });
}

async function report(args: ReportArguments, context: CommandContext): Promise<void> {
  const { terminal, signal } = context;
  const names = args.run ?? [];
  if (args.baseline && names.length > 0) throw invalid('Name runs or --baseline, not both');
  if (!args.baseline && names.length === 0)
    throw invalid('Name a run, such as `tapedeck report household`, or add --baseline');
  const request = args.baseline ? await shippedReport(args, context) : await runsReport(names, args);
  const { writeReport } = await import('../../report/write_report.ts');
  const files = await writeReport(args.out, request, { messages: terminal, signal });
  const episodes = request.runs.reduce((sum, { traces }) => sum + traces.length, 0);
  const first = `${args.out}/index.html`;
  if (args.json) terminal.out(JSON.stringify({ out: args.out, first, episodes, files }));
  const page = relative(process.cwd(), first) || first;
  terminal.say(`${counted(episodes, 'episode')} in ${counted(files, 'file')}; open ${page}`);
}

async function shippedReport(args: ReportArguments, { signal, terminal }: CommandContext) {
  const tapes = args.tapes?.map(shippedOrOwn) ?? [PLACES.tapes];
  const { allTables } = await import('../../tables/papers/all_tables.ts');
  const { baselineReport } = await import('../../report/overview_page.ts');
  const order = { suites: suiteNames(), tapes, jobs: availableParallelism() };
  return baselineReport(await allTables(order, { signal, messages: terminal }), tapes);
}

async function runsReport(names: readonly string[], args: ReportArguments) {
  const runs = names.map((name) => reportedRun(name, args));
  const duplicate = runs.find(({ name }, at) => runs.findIndex((each) => each.name === name) !== at);
  if (duplicate !== undefined) throw invalid(`Two runs are called "${duplicate.name}"; name each run once`);
  const episodes = runs.flatMap(({ traces }) => traces);
  const suites = Map.groupBy(episodes, ({ header }) => header.suite);
  const planners = new Map(
    [...suites].map(([suite, traces]) => [suite, [...new Set(traces.map(({ header }) => header.planner))]]),
  );
  const [baseline, candidate, ...more] = runs;
  const { compareRuns } = await import('../../report/comparison_page.ts');
  const comparison =
    baseline !== undefined && candidate !== undefined && more.length === 0
      ? await compareRuns(baseline, candidate)
      : { section: null, sources: [], firstDifferences: new Map<string, readonly string[]>() };
  const overview = {
    title: `${runs.length === 1 ? 'Run' : 'Runs'} ${runs.map(({ name }) => name).join(', ')}`,
    about: [],
    sources: [...runs.map(({ name, source }) => `${name}: ${source}`), ...comparison.sources],
    compared: comparison.section,
    tables: metricTables(episodes.map(metricsOf), planners),
    figures: [],
    firstDifferences: comparison.firstDifferences,
  };
  return { overview, runs };
}

function reportedRun(name: string, args: ReportArguments) {
  const folder = findRun(name);
  const { run, traces } = readRun(folder);
  if (traces.length === 0) throw invalid(`Run "${name}" has no episodes`);
  const { suite = run.suite, tapes: used } = readTimings(folder);
  const hasTapes = args.tapes !== undefined || args.shipped;
  const tapes = hasTapes || used === undefined ? layersRead(args) : used;
  const missing = layerMissing(tapes);
  if (missing !== undefined)
    throw invalid(`There are no tapes in "${missing}", which run "${name}" used; name other tapes with --tapes`);
  const { version, commit } = run.tapedeck;
  const code = `Tapedeck ${version ?? 'of several versions'}${commit === null ? '' : `, commit ${commit.slice(0, 12)}`}`;
  const remark = run.finished ? '' : '; the run is not finished';
  const source = `${traces.length} of ${counted(run.episodesTotal, 'episode')}, model ${run.model}, world ${run.env}; ${code}${remark}.`;
  return { name: runName(run.suite, basename(folder)), suite, tapes, traces, folder, source };
}
