/**
 * Replays what is recorded of some suites, and refuses a tape that lacks something or holds what nothing asks for.
 *
 * @module
 */
import { openCassette, type TapeDigest } from '../../cassettes/cassette/cassette.ts';
import { episodeThreads } from '../episode_threads/episode_threads.ts';
import { alikeLines } from '../errors/alike_sentences.ts';
import { CommandFailure, invalid } from '../errors/failure.ts';
import { PLACES } from '../files/places.ts';
import { inCassette } from '../run_tapes/tape_layers.ts';
import { tapeWords } from '../run_tapes/tape_options.ts';
import { collectRun } from '../runs/execute_run.ts';
import type { RunResult } from '../runs/read_run.ts';
import { readSuite, type Suite } from '../suites/suite.ts';
import { commandText } from '../terminal/command_text.ts';
import type { Terminal } from '../terminal/terminal.ts';
import { isComplete } from '../trace/trace.ts';
import type { TraceHeader } from '../trace/trace_schema.ts';

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

export type ReplayedSuite = {
  /** As the user names it: by a path, perhaps. */
  readonly asked: string;
  readonly suite: Suite;
  readonly tape: TapeDigest;
  readonly result: RunResult;
};

/** So many threads begin to load before it is known whether there is enough to play; further ones wait for that. */
const WARM_MAX = 4;

/**
 * One after the other, in the same threads. Throws a CommandFailure when an episode does not replay to its end.
 */
export async function replaySuites(request: TablesRequest, options: TablesOptions): Promise<ReplayedSuite[]> {
  const replayed: ReplayedSuite[] = [];
  episodeThreads.warm(Math.min(request.jobs, WARM_MAX));
  for (const asked of request.suites) replayed.push(await replaySuite(asked, request, options));
  return replayed;
}

async function replaySuite(
  asked: string,
  { tapes, jobs, allowCode = false, searchAnew = false }: TablesRequest,
  options: TablesOptions,
): Promise<ReplayedSuite> {
  const suite = readSuite(asked);
  const opened = await openCassette({ ...inCassette(tapes), suite: suite.name, model: suite.model, mode: 'replay' });
  const tape = opened.digest();
  await opened.finish();
  const result = await collectRun(
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
    const messages = alikeLines(result.misses.map(({ message, episode }) => ({ sentence: message, about: episode })));
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
  const each = (option: string, of: (header: TraceHeader) => string) =>
    [...new Set(missed.map(of))].flatMap((name) => [option, name]);
  const cells = [...each('--scene', ({ scene }) => scene), ...each('--task', ({ task }) => task)];
  const shipped = tapes.length === 1 && tapes[0] === PLACES.tapes;
  return commandText(['run', suite, ...cells, '--mode', 'record', ...tapeWords({ tapes: [...tapes], shipped })]);
}

/** A task on the tape that the suite's `recorded` leaves out would silently be missing from the tables. */
function refuseUnlisted(suite: Suite, tape: TapeDigest, result: RunResult): void {
  const played = new Set(result.traces.map(({ header }) => `${header.scene}/${header.task}`));
  const left = tape.tasks.find(({ task }) => !played.has(task));
  if (left === undefined) return;
  throw invalid(
    `The tape of suite "${suite.name}" holds task "${left.task}", which \`recorded\` in the suite does not list`,
  );
}
