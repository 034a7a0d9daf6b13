import type { TapeDigest } from '../../../cassettes/cassette/cassette.ts';
import { addressId } from '../../../cassettes/format/entry.ts';
import { sha256 } from '../../io/digest.ts';
import { readSuiteTasks } from '../../run/plan/plan_cells.ts';
import { suiteRecord } from '../../run/run_record.ts';
import { metricsOf } from '../../trace/metrics/metrics.ts';
import { sum } from '../../trace/metrics/numbers.ts';
import { answeredCalls, type Trace } from '../../trace/trace.ts';
import { beliefTable } from '../belief_table.ts';
import { loadVega } from '../figures/figure.ts';
import { episodesTable, metricTables } from '../metric_tables.ts';
import { provenanceClauses, type SuiteResults } from '../suite_results.ts';
import { type Table, tableFiles } from '../table.ts';
import { PAPER_FIGURES } from './figures.ts';
import { PAPER_TABLES } from './papers.ts';
import { planbenchTables, VERDICTS_FILE } from './planbench/planbench_tables.ts';
import { type ReplayedSuite, replaySuites, type TablesOptions, type TablesRequest } from './replay_suites.ts';
import { overviewTable, summaryTable } from './summary_table.ts';

const FRONTIER_FILE = 'cost_frontier.svg';

export type TablesResult = Readonly<{
  files: ReadonlyMap<string, string>;
  shown: readonly Table[];
  others: readonly Table[];
  shared: ReadonlySet<string>;
  replayed: readonly ReplayedSuite[];
  unused: number;
}>;

/** Throws a CommandFailure if an episode does not replay to its end. */
export async function allTables(request: TablesRequest, options: TablesOptions): Promise<TablesResult> {
  if (PAPER_FIGURES.some(({ suite }) => request.suites.includes(suite))) loadVega().catch(() => {});
  const replayed = await replaySuites(request, options);
  const traces = replayed.flatMap(({ result }) => result.traces);
  const sources = replayed.map(({ tape }) => tape);
  const results = new Map(replayed.map((each) => [each.suite.name, resultsOf(each)]));
  const shown: Table[] = [];
  const files = new Map<string, string>();
  await addPaperTables(results, traces, { shown, files });
  const planners = new Map(replayed.map(({ suite, result }) => [suite.name, result.run.planners]));
  const over = metricTables(Array.from(results.values(), ({ episodes }) => episodes).flat(), planners);
  const { costFrontier, costTable } = await import('./cost_table.ts');
  const cost = costTable(results);
  const frontier = await costFrontier(results);
  if (frontier !== null) files.set(FRONTIER_FILE, frontier);
  if (cost !== null) over.push(cost);
  const planbench = request.planbench ? await planbenchTables(traces) : null;
  if (planbench !== null) files.set(VERDICTS_FILE, planbench.figure);
  over.push(...(planbench?.shown ?? []));
  const others = [
    episodesTable(traces),
    ...[overviewTable(results), summaryTable(results), beliefTable(traces, planners)].filter((table) => table !== null),
    ...(planbench?.others ?? []),
  ];
  const made = [...over, ...others].flatMap(tableFiles).map(([name]) => name);
  const shared = new Set([FRONTIER_FILE, 'sources.json', 'runs.json', 'SHA256SUMS', ...made]);
  shown.push(...over);
  for (const [name, text] of [...shown, ...others].flatMap(tableFiles)) files.set(name, text);
  files.set('sources.json', jsonText(sources));
  files.set('runs.json', jsonText(replayed.map(({ result }) => suiteRecord(result.run))));
  files.set('SHA256SUMS', sums(files));
  const unused = unusedOf(sources, [...traces, ...replayed.flatMap(({ missing }) => missing)]);
  return { files, shown, others, shared, replayed, unused };
}

async function addPaperTables(
  results: ReadonlyMap<string, SuiteResults>,
  traces: readonly Trace[],
  { shown, files }: Readonly<{ shown: Table[]; files: Map<string, string> }>,
): Promise<void> {
  for (const [suite, played] of results) {
    const tables = PAPER_TABLES.filter((each) => each.suite === suite);
    shown.push(...tables.map(({ name, title, content }) => ({ name, title, ...content(played) })));
    const own = traces.filter(({ header }) => header.suite === suite);
    for (const { file, draw } of PAPER_FIGURES.filter((each) => each.suite === suite))
      files.set(file, await draw(played, own));
  }
}

function resultsOf({ name, suite, tape, result, missing }: ReplayedSuite): SuiteResults {
  const instructions = new Map(readSuiteTasks({ suite: name }, suite).map((task) => [task.name, task.instruction]));
  const provenance = provenanceClauses(tape.provenance, suite.model);
  return { episodes: [...result.traces, ...missing].map(metricsOf), instructions, model: suite.model, provenance };
}

function unusedOf(sources: readonly TapeDigest[], traces: readonly Trace[]): number {
  const entries = sum(sources.flatMap(({ tasks }) => tasks).map((task) => task.entries));
  const used = traces.flatMap((trace) =>
    answeredCalls(trace).map((address) => `${trace.header.suite} ${trace.header.model} ${addressId(address)}`),
  );
  return entries - new Set(used).size;
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

/** `sha256sum` format, sorted by name. */
function sums(files: ReadonlyMap<string, string>): string {
  const names = [...files.keys()].sort();
  return names.map((name) => `${sha256(files.get(name)!)}  ${name}\n`).join('');
}
