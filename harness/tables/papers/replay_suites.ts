import { openCassette, type TapeDigest } from '../../../cassettes/cassette/cassette.ts';
import { commandText } from '../../io/command_text.ts';
import { CommandFailure, invalid } from '../../io/errors/failure.ts';
import type { Messages } from '../../io/messages.ts';
import { PLACES } from '../../io/places.ts';
import { collectRun } from '../../run/execute_run.ts';
import type { RunResult } from '../../run/stored_run.ts';
import { readSuite, type Suite } from '../../run/suites/suite.ts';
import { inCassette, tapeWords } from '../../run/tapes/tape_layers.ts';
import { episodeThreads } from '../../run/threads/episode_thread.ts';
import { isComplete, type Trace } from '../../trace/trace.ts';
import type { EpisodeEnd } from '../../trace/trace_schema.ts';

export type TablesRequest = Readonly<{
  suites: readonly string[];
  tapes: readonly string[];
  jobs: number;
  /** The oracle ignores reference plans. */
  searchAnew?: boolean;
  planbench?: boolean;
  allowCode?: boolean;
}>;

export type TablesOptions = Readonly<{ signal: AbortSignal; messages: Messages }>;

export type ReplayedSuite = Readonly<{
  name: string;
  suite: Suite;
  tape: TapeDigest;
  result: RunResult;
  missing: readonly Trace[];
}>;

const BROKEN: readonly EpisodeEnd[] = ['planner_failed', 'env_failed', 'timeout'];

/** Threads that load before the amount of work is known. */
const WARM_MAX = 4;

/** Throws a CommandFailure on an episode that does not replay to its end. */
export async function replaySuites(request: TablesRequest, options: TablesOptions): Promise<ReplayedSuite[]> {
  const replayed: ReplayedSuite[] = [];
  episodeThreads.warm(Math.min(request.jobs, WARM_MAX));
  for (const name of request.suites) replayed.push(await replaySuite(name, request, options));
  return replayed;
}

async function replaySuite(
  name: string,
  { tapes, jobs, allowCode = false, searchAnew = false }: TablesRequest,
  options: TablesOptions,
): Promise<ReplayedSuite> {
  const suite = readSuite(name);
  const opened = await openCassette({ ...inCassette(tapes), suite: suite.name, model: suite.model, mode: 'replay' });
  const tape = opened.digest();
  await opened.finish();
  const played = await collectRun(
    { suite: name, allowCode, searchAnew },
    { mode: 'replay', explainsMisses: false, tapes, jobs },
    options,
  );
  refuseUnfinished(played, options.signal);
  refuseUnlisted(suite, tape, played);
  const traces = played.traces.filter(isComplete);
  const missing = played.traces.filter((trace) => !isComplete(trace));
  if (missing.length > 0) {
    const command = recordCommand(missing, played.traces, { suite: name, tapes });
    options.messages.say(
      `${suite.name}: ${traces.length} of ${played.traces.length} episodes are recorded; to have a live model answer the others: ${command}`,
    );
  }
  return { name, suite, tape, result: { ...played, traces }, missing };
}

function refuseUnfinished(result: RunResult, signal: AbortSignal): void {
  if (signal.aborted) throw new CommandFailure(130, 'Interrupted; nothing was written');
  const failed = result.traces.find(
    (trace) => BROKEN.includes(trace.summary.end) || (!isComplete(trace) && trace.summary.end !== 'tape_miss'),
  );
  if (failed === undefined) return;
  const { scene, task, planner } = failed.header;
  throw new CommandFailure(
    1,
    `Episode of "${planner}" on "${scene}/${task}" did not run to its end: ${failed.summary.end} ${failed.summary.detail ?? ''}`,
  );
}

function recordCommand(
  missing: readonly Trace[],
  all: readonly Trace[],
  { suite, tapes }: Readonly<{ suite: string; tapes: readonly string[] }>,
): string {
  const cells = (['scene', 'task'] as const).flatMap((field) => {
    const [own, every] = [missing, all].map((traces) => new Set(traces.map(({ header }) => header[field])));
    return own!.size === every!.size ? [] : [...own!].flatMap((name) => [`--${field}`, name]);
  });
  const shipped = tapes.length === 1 && tapes[0] === PLACES.tapes;
  return commandText(['run', suite, ...cells, '--mode', 'record', ...tapeWords({ tapes: [...tapes], shipped })]);
}

/** The tables would silently omit a task that only the tape has. */
function refuseUnlisted(suite: Suite, tape: TapeDigest, { traces }: RunResult): void {
  const wanted = new Set(traces.map(({ header }) => `${header.scene}/${header.task}`));
  const left = tape.tasks.find(({ task }) => !wanted.has(task));
  if (left === undefined) return;
  throw invalid(`The tape of suite "${suite.name}" holds task "${left.task}", which is not in the suite`);
}
