import { openCassette, type TapeDigest } from '../../../cassettes/cassette/cassette.ts';
import { addressId } from '../../../cassettes/format/entry.ts';
import { sha256 } from '../../io/digest.ts';
import { commandText } from '../../io/errors/counted.ts';
import { CommandFailure, invalid } from '../../io/errors/failure.ts';
import { PLACES } from '../../io/places.ts';
import type { Messages } from '../../io/screen.ts';
import { collectRun } from '../../run/execute_run.ts';
import { readSuiteTasks } from '../../run/plan/episode_list.ts';
import { suiteRecord } from '../../run/run_record.ts';
import type { RunResult } from '../../run/stored_run.ts';
import { readSuite, type Suite } from '../../run/suites/suite.ts';
import { inCassette, tapeWords } from '../../run/tapes/tape_layers.ts';
import { episodeThreads } from '../../run/threads/episode_thread.ts';
import { metricsOf } from '../../trace/metrics/metrics.ts';
import { sum } from '../../trace/metrics/numbers.ts';
import { answeredCalls, isComplete, type Trace } from '../../trace/trace.ts';
import type { EpisodeEnd } from '../../trace/trace_schema.ts';
import { beliefTable } from '../belief_table.ts';
import { episodeFigures } from '../figures/episode_figures.ts';
import { loadVega } from '../figures/figure.ts';
import { episodesTable, metricTables } from '../metric_tables.ts';
import { type PaperFigure, provenanceClauses, type SuiteResults } from '../suite_results.ts';
import { type Table, tableFiles } from '../table.ts';
import { DRAWN_EPISODES } from './llm_state/drawn_episodes.ts';
import { LLM_STATE_FIGURES } from './llm_state/figures.ts';
import { drawFigureSeven } from './olp/draw_figure_7.ts';
import { OLP_METHODS } from './olp/olp.ts';
import { PAPER_TABLES } from './papers.ts';
import { planbenchTables, VERDICTS_FILE } from './planbench/planbench_tables.ts';
import { overviewTable, summaryTable } from './summary_table.ts';

const PAPER_FIGURES: readonly PaperFigure[] = [
  ...LLM_STATE_FIGURES,
  ...DRAWN_EPISODES,
  { suite: 'tabletop', file: 'olp_figure_7.svg', draw: drawFigureSeven },
  ...episodeFigures('tabletop', { kinds: ['failures', 'tokens'], where: 'at the table', methods: OLP_METHODS }),
];
const FRONTIER_FILE = 'cost_frontier.svg';

type TablesRequest = Readonly<{
  suites: readonly string[];
  tapes: readonly string[];
  jobs: number;
  searchAnew?: boolean;
  planbench?: boolean;
  allowCode?: boolean;
}>;

type TablesOptions = Readonly<{ signal: AbortSignal; messages: Messages }>;

export type TablesResult = Readonly<{
  files: ReadonlyMap<string, string>;
  shown: readonly Table[];
  others: readonly Table[];
  shared: ReadonlySet<string>;
  replayed: readonly ReplayedSuite[];
  unusedReplies: number;
}>;

/** Throws if an episode does not replay to its end. */
export async function allTables(request: TablesRequest, options: TablesOptions): Promise<TablesResult> {
  if (PAPER_FIGURES.some(({ suite }) => request.suites.includes(suite))) loadVega().catch(() => {});
  episodeThreads.warm(Math.min(request.jobs, WARM_MAX));
  const replayed: ReplayedSuite[] = [];
  for (const name of request.suites) replayed.push(await replaySuite(name, request, options));
  const traces = replayed.flatMap(({ result }) => result.traces);
  const sources = replayed.map(({ tape }) => tape);
  const results = new Map(replayed.map((each) => [each.suite.name, resultsOf(each)]));
  const shown: Table[] = [];
  const files = new Map<string, string>();
  await addPaperTables(results, traces, { shown, files });
  const planners = new Map(replayed.map(({ suite, result }) => [suite.name, result.run.planners]));
  const overall = metricTables(Array.from(results.values(), ({ episodes }) => episodes).flat(), planners);
  const { costFrontier, costTable } = await import('./cost_table.ts');
  const cost = costTable(results);
  const frontier = await costFrontier(results);
  if (frontier !== null) files.set(FRONTIER_FILE, frontier);
  if (cost !== null) overall.push(cost);
  const planbench = request.planbench ? await planbenchTables(traces) : null;
  if (planbench !== null) files.set(VERDICTS_FILE, planbench.figure);
  overall.push(...(planbench?.shown ?? []));
  const others = [
    episodesTable(traces),
    ...[overviewTable(results), summaryTable(results), beliefTable(traces, planners)].filter((table) => table !== null),
    ...(planbench?.others ?? []),
  ];
  const sharedTables = [...overall, ...others].flatMap(tableFiles).map(([name]) => name);
  const shared = new Set([FRONTIER_FILE, 'sources.json', 'runs.json', 'SHA256SUMS', ...sharedTables]);
  shown.push(...overall);
  for (const [name, text] of [...shown, ...others].flatMap(tableFiles)) files.set(name, text);
  files.set('sources.json', jsonText(sources));
  files.set('runs.json', jsonText(replayed.map(({ result }) => suiteRecord(result.run))));
  const sums = [...files.keys()].sort().map((name) => `${sha256(files.get(name)!)}  ${name}\n`);
  files.set('SHA256SUMS', sums.join(''));
  const unusedReplies = countUnused(sources, [...traces, ...replayed.flatMap(({ missing }) => missing)]);
  return { files, shown, others, shared, replayed, unusedReplies };
}

async function addPaperTables(
  results: ReadonlyMap<string, SuiteResults>,
  traces: readonly Trace[],
  { shown, files }: Readonly<{ shown: Table[]; files: Map<string, string> }>,
): Promise<void> {
  for (const [suite, played] of results) {
    const tables = PAPER_TABLES.filter((each) => each.suite === suite);
    shown.push(...tables.map(({ name, title, content }) => ({ name, title, ...content(played) })));
    const suiteTraces = traces.filter(({ header }) => header.suite === suite);
    for (const { file, draw } of PAPER_FIGURES.filter((each) => each.suite === suite))
      files.set(file, await draw(played, suiteTraces));
  }
}

function resultsOf({ name, suite, tape, result, missing }: ReplayedSuite): SuiteResults {
  const instructions = new Map(readSuiteTasks({ suite: name }, suite).map((task) => [task.name, task.instruction]));
  const provenance = provenanceClauses(tape.provenance, suite.model);
  return { episodes: [...result.traces, ...missing].map(metricsOf), instructions, model: suite.model, provenance };
}

function countUnused(sources: readonly TapeDigest[], traces: readonly Trace[]): number {
  const entries = sum(sources.flatMap(({ tasks }) => tasks).map((task) => task.entries));
  const used = traces.flatMap((trace) =>
    answeredCalls(trace).map((address) => `${trace.header.suite} ${trace.header.model} ${addressId(address)}`),
  );
  return entries - new Set(used).size;
}

function jsonText(value: unknown): string {
  return `${JSON.stringify(value, null, 2)}\n`;
}

type ReplayedSuite = Readonly<{
  name: string;
  suite: Suite;
  tape: TapeDigest;
  result: RunResult;
  missing: readonly Trace[];
}>;

const BROKEN: readonly EpisodeEnd[] = ['planner_failed', 'env_failed', 'timeout'];

/** Before the amount of work is known. */
const WARM_MAX = 4;

async function replaySuite(
  name: string,
  { tapes, jobs, allowCode = false, searchAnew = false }: TablesRequest,
  { signal, messages }: TablesOptions,
): Promise<ReplayedSuite> {
  const suite = readSuite(name);
  const cassette = await openCassette({ ...inCassette(tapes), suite: suite.name, model: suite.model, mode: 'replay' });
  const tape = cassette.digest();
  await cassette.finish();
  const settings = { mode: 'replay', explainsMisses: false, tapes, jobs } as const;
  const result = await collectRun({ suite: name, allowCode, searchAnew }, settings, { signal, messages });
  if (signal.aborted) throw new CommandFailure(130, 'Interrupted; nothing was written');
  const traces = result.traces.filter(isComplete);
  const missing = result.traces.filter((trace) => !isComplete(trace));
  refuseBroken(result.traces);
  refuseUnlisted(suite, tape, result.traces);
  if (missing.length > 0) {
    const command = recordCommand(missing, result.traces, { suite: name, tapes });
    messages.say(
      `${suite.name}: ${traces.length} of ${result.traces.length} episodes are recorded; to record the others with a live model, run: ${command}`,
    );
  }
  return { name, suite, tape, result: { ...result, traces }, missing };
}

function refuseBroken(traces: readonly Trace[]): void {
  const broken = traces.find(
    (trace) => BROKEN.includes(trace.summary.end) || (!isComplete(trace) && trace.summary.end !== 'tape_miss'),
  );
  if (broken === undefined) return;
  const { header, summary } = broken;
  throw new CommandFailure(
    1,
    `Episode of "${header.planner}" on "${header.scene}/${header.task}" did not run to its end: ${summary.end} ${summary.detail ?? ''}`,
  );
}

/** Tables would omit a task that only the tape has. */
function refuseUnlisted(suite: Suite, tape: TapeDigest, traces: readonly Trace[]): void {
  const listed = new Set(traces.map(({ header }) => `${header.scene}/${header.task}`));
  const unlisted = tape.tasks.find(({ task }) => !listed.has(task));
  if (unlisted === undefined) return;
  throw invalid(`The tape of suite "${suite.name}" contains task "${unlisted.task}", which is not in the suite`);
}

function recordCommand(
  missing: readonly Trace[],
  all: readonly Trace[],
  { suite, tapes }: Readonly<{ suite: string; tapes: readonly string[] }>,
): string {
  const cells = (['scene', 'task'] as const).flatMap((field) => {
    const [missingNames, allNames] = [missing, all].map((traces) => new Set(traces.map(({ header }) => header[field])));
    return missingNames!.size === allNames!.size ? [] : [...missingNames!].flatMap((name) => [`--${field}`, name]);
  });
  const shipped = tapes.length === 1 && tapes[0] === PLACES.tapes;
  return commandText(['run', suite, ...cells, '--mode', 'record', ...tapeWords({ tapes: [...tapes], shipped })]);
}
