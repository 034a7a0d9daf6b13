/**
 * The main job: replays what the shipped tapes hold and makes every table of it.
 *
 * @module
 */

import { addressId } from '../../cassettes/address.ts';
import { openCassette, type TapeDigest } from '../../cassettes/cassette.ts';
import { commandText } from '../command_text.ts';
import { sha256 } from '../digest.ts';
import { EpisodeThreads } from '../episode_threads.ts';
import { CommandFailure } from '../failure.ts';
import type { Field } from '../metrics/metric.ts';
import { type EpisodeMetrics, episodeFields, metricsOf } from '../metrics/metrics.ts';
import { ownValue } from '../own_value.ts';
import { PLACES } from '../places.ts';
import { playRun } from '../play_run.ts';
import type { RunResult } from '../run_folder.ts';
import { readSuiteTasks } from '../run_plan.ts';
import { readSuite, type Suite } from '../suite.ts';
import { inCassette, tapeWords } from '../tape_layers.ts';
import type { Terminal } from '../terminal.ts';
import { answeredCalls, isComplete, writeTrace } from '../trace/trace.ts';
import { drawFigureSeven } from './draw_figure_7.ts';
import { tableOne, tableThree, tableTwo } from './llm_state_tables.ts';
import type { SuiteResults } from './method_cells.ts';
import { metricTables } from './metric_tables.ts';
import { figureSevenTable } from './olp_figure_7.ts';
import { failuresOlp, tableOneOlp } from './olp_tables.ts';
import { publishedLlmState, publishedOlp } from './published.ts';
import { summaryTable } from './summary_table.ts';
import { type Table, tableFiles } from './table.ts';

export type TablesRequest = {
  readonly suites: readonly string[];
  /** Folders of tapes, lowest first. */
  readonly tapes: readonly string[];
  readonly jobs: number;
  /** Leaves reference plans out, so that the oracle has to search. */
  readonly searchAnew?: boolean;
  /** Whether a suite from outside the current folder may bring planners of its own. */
  readonly allowCode?: boolean;
};

export type TablesOptions = { readonly signal: AbortSignal; readonly terminal: Terminal };

/** Everything that `tapedeck tables` writes: file name → text, and the tables to show. */
export type TablesResult = {
  readonly files: ReadonlyMap<string, string>;
  readonly shown: readonly Table[];
  /** Names of the files over all suites that were asked for; each other file is of one suite. */
  readonly shared: ReadonlySet<string>;
  /** How many recordings on these tapes no episode asked for. */
  readonly unused: number;
};

/** What a paper shows of a suite: tables, and figures by file name. */
type PaperResults = {
  readonly tables: readonly Table[];
  readonly figures?: Readonly<Record<string, Promise<string>>>;
};

/** Suite → the paper's tables and figures that are made of it. */
const PAPER_TABLES: Readonly<Record<string, (results: SuiteResults) => PaperResults>> = {
  household: (results) => {
    const published = publishedLlmState();
    return { tables: [tableOne(results, published), tableTwo(results, published)] };
  },
  robot: (results) => ({ tables: [tableThree(results, publishedLlmState())] }),
  tabletop: (results) => {
    const published = publishedOlp();
    return {
      tables: [tableOneOlp(results, published), failuresOlp(results, published), figureSevenTable(results, published)],
      figures: { 'olp_figure_7.svg': drawFigureSeven(results, published) },
    };
  },
};

/** Replays the tapes of the given suites. Throws a CommandFailure when an episode does not replay to its end. */
export async function allTables(request: TablesRequest, options: TablesOptions): Promise<TablesResult> {
  const files = new Map<string, string>();
  const shown: Table[] = [];
  const traces: RunResult['traces'][number][] = [];
  const sources: TapeDigest[] = [];
  const planners = new Map<string, readonly string[]>();
  const played = new Map<string, SuiteResults>();
  for (const { asked, suite, tape, result } of await replaySuites(request, options)) {
    sources.push(tape);
    traces.push(...result.traces);
    planners.set(suite.name, result.run.planners);
    const instructions = new Map(readSuiteTasks({ suite: asked }, suite).map((task) => [task.name, task.instruction]));
    const provenance = [...new Set(tape.provenance.map((one) => provenanceText(one, suite.model)))];
    const results = { episodes: result.traces.map(metricsOf), instructions, model: suite.model, provenance };
    played.set(suite.name, results);
    const paper = ownValue(PAPER_TABLES, suite.name)?.(results);
    shown.push(...(paper?.tables ?? []));
    for (const [file, svg] of Object.entries(paper?.figures ?? {})) files.set(file, await svg);
  }
  const over = metricTables(traces.map(metricsOf), planners);
  const shared = new Set(['sources.json', 'SHA256SUMS']);
  const summary = summaryTable(played, { olp: publishedOlp(), llmState: publishedLlmState() });
  const unshown = [episodesTable(traces), ...(summary === null ? [] : [summary])];
  for (const table of [...over, ...unshown]) {
    for (const [name] of tableFiles(table)) shared.add(name);
  }
  shown.push(...over);
  for (const table of [...shown, ...unshown]) {
    for (const [name, text] of tableFiles(table)) files.set(name, text);
  }
  files.set('sources.json', `${JSON.stringify(sources, null, 2)}\n`);
  files.set('SHA256SUMS', sums(files));
  return { files, shown, shared, unused: unusedOf(sources, traces) };
}

type ReplayedSuite = {
  /** As the user names it: by a path, perhaps. */
  readonly asked: string;
  readonly suite: Suite;
  readonly tape: TapeDigest;
  readonly result: RunResult;
};

/** So many threads begin to load before it is known whether there is enough to play; further ones wait for that. */
const WARM_MAX = 4;

/** One after the other, in the same threads. */
async function replaySuites(request: TablesRequest, options: TablesOptions): Promise<ReplayedSuite[]> {
  const threads = new EpisodeThreads();
  const replayed: ReplayedSuite[] = [];
  try {
    threads.warm(Math.min(request.jobs, WARM_MAX));
    for (const asked of request.suites) replayed.push(await replaySuite(asked, request, { ...options, threads }));
  } finally {
    await threads.close();
  }
  return replayed;
}

async function replaySuite(
  asked: string,
  { tapes, jobs, allowCode = false, searchAnew = false }: TablesRequest,
  options: TablesOptions & { readonly threads: EpisodeThreads },
): Promise<ReplayedSuite> {
  const suite = readSuite(asked);
  const opened = await openCassette({ ...inCassette(tapes), suite: suite.name, model: suite.model, mode: 'replay' });
  const tape = opened.digest();
  await opened.finish();
  const result = await playRun(
    { suite: asked, recordedOnly: true, allowCode, searchAnew },
    { mode: 'replay', tapes, jobs },
    options,
  );
  refuseUnfinished(result, tapes, { suite: asked, signal: options.signal });
  refuseUnlisted(suite, tape, result);
  return { asked, suite, tape, result };
}

function refuseUnfinished(
  result: RunResult,
  tapes: readonly string[],
  { suite, signal }: { suite: string; signal: AbortSignal },
): void {
  if (signal.aborted) throw new CommandFailure(130, 'Interrupted; nothing was written');
  if (result.misses.length > 0) {
    const messages = result.misses.map(({ message }) => message);
    throw new CommandFailure(
      3,
      [...messages, `To have a live model answer: ${recordText(result, suite, tapes)}`].join('\n'),
    );
  }
  const failed = result.traces.find(
    (trace) => !isComplete(trace) || ['planner_failed', 'env_failed', 'timeout'].includes(trace.summary.end),
  );
  if (failed === undefined) return;
  const { scene, task, planner } = failed.header;
  throw new CommandFailure(
    1,
    `Episode of "${planner}" on "${scene}/${task}" did not run to its end: ${failed.summary.end} ${failed.summary.detail ?? ''}`,
  );
}

/** Asks for what is missing, onto the tapes that the tables are made of. */
function recordText({ traces }: RunResult, suite: string, tapes: readonly string[]): string {
  const missed = traces.filter(({ summary }) => summary.end === 'tape_miss').map(({ header }) => header);
  const each = (option: string, names: readonly string[]) => [...new Set(names)].flatMap((name) => [option, name]);
  const scenes = each(
    '--scene',
    missed.map(({ scene }) => scene),
  );
  const tasks = each(
    '--task',
    missed.map(({ task }) => task),
  );
  const shipped = tapes.length === 1 && tapes[0] === PLACES.tapes;
  return commandText([
    'run',
    suite,
    ...scenes,
    ...tasks,
    '--mode',
    'record',
    ...tapeWords({ tapes: [...tapes], shipped }),
  ]);
}

/** A task on the tape that the suite's `recorded` leaves out would silently be missing from the tables. */
function refuseUnlisted(suite: Suite, tape: TapeDigest, result: RunResult): void {
  const played = new Set(result.traces.map(({ header }) => `${header.scene}/${header.task}`));
  const left = tape.tasks.find(({ task }) => !played.has(task));
  if (left === undefined) return;
  throw new CommandFailure(
    2,
    `The tape of suite "${suite.name}" holds task "${left.task}", which \`recorded\` in the suite does not list`,
  );
}

/** Every replayed episode with its metrics and the digest of its trace, so that a check sees any change of behaviour. */
function episodesTable(traces: RunResult['traces']): Table {
  const rows = traces.map((trace) => episodeRow(metricsOf(trace), sha256(writeTrace(trace))));
  return {
    name: 'episodes',
    title: 'Recorded episodes',
    shown: {
      header: ['Episode', 'End', 'Steps', 'GCR', 'Calls', 'Discarded lines'],
      lines: rows.map((row) =>
        [row['episode'], row['end'], row['steps'], row['goalConditionRecall'], row['calls'], row['discarded']].map(
          String,
        ),
      ),
    },
    rows,
    notes: ['GCR: goal-condition recall at the end of the episode'],
  };
}

function episodeRow(metrics: EpisodeMetrics, traceSha256: string): Record<string, Field> {
  return { episode: metrics.episode, end: metrics.end, ...episodeFields(metrics), traceSha256 };
}

/** The exact model is named where it is not the one that was asked for. */
function provenanceText(
  { model, provider, channel, answeredOn, sampling }: TapeDigest['provenance'][number],
  asked: string,
): string {
  return `${model === asked ? '' : `${model}: `}${provider}, ${channel}, ${answeredOn}, sampling parameters ${sampling}`;
}

function unusedOf(sources: readonly TapeDigest[], traces: RunResult['traces']): number {
  const entries = sources.flatMap(({ tasks }) => tasks).reduce((sum, task) => sum + task.entries, 0);
  const used = traces.flatMap((trace) =>
    answeredCalls(trace).map((address) => `${trace.header.suite} ${trace.header.model} ${addressId(address)}`),
  );
  return entries - new Set(used).size;
}

/** In the form of `sha256sum`, sorted by name. */
function sums(files: ReadonlyMap<string, string>): string {
  return [...files]
    .map(([name, text]): [string, string] => [name, `${sha256(text)}  ${name}\n`])
    .sort(([a], [b]) => (a < b ? -1 : 1))
    .map(([, line]) => line)
    .join('');
}
