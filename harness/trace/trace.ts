import { firstTooDeep, NESTING_MAX } from '../../envs/checked_json.ts';
import {
  type EpisodeEnd,
  type TraceEvent,
  type TraceHeader,
  type TraceSummary,
  traceLineSchema,
} from './trace_schema.ts';

const INCOMPLETE: readonly EpisodeEnd[] = ['tape_miss', 'refused_secret', 'api_failed', 'aborted'];

export type Trace = Readonly<{ header: TraceHeader; events: readonly TraceEvent[]; summary: TraceSummary }>;

export type EpisodeName = Pick<TraceHeader, 'suite' | 'scene' | 'task' | 'planner' | 'trial'>;

/**
 * `household/house_1/make_toast/llm_state/1`: suite, scene, task, planner, trial.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { episodeId } from 'tapedeck';
 *
 * const name = { suite: 'household', scene: 'house_1', task: 'make_toast', planner: 'llm_state', trial: 1 };
 * assert.equal(episodeId(name), 'household/house_1/make_toast/llm_state/1');
 * ```
 */
export function episodeId({ suite, scene, task, planner, trial }: EpisodeName): string {
  return [suite, scene, task, planner, trial].join('/');
}

/** The inverse of `episodeId`. Only a planner's options may contain a slash. */
export function readEpisodeId(id: string): EpisodeName | null {
  const [, suite, scene, task, planner, trial] = /^([^/]+)\/([^/]+)\/([^/]+)\/(.+)\/([1-9]\d{0,8})$/s.exec(id) ?? [];
  if (suite === undefined || scene === undefined || task === undefined || planner === undefined) return null;
  return { suite, scene, task, planner, trial: Number(trial) };
}

export function isComplete(trace: Trace): boolean {
  return !INCOMPLETE.includes(trace.summary.end);
}

export function answeredCalls({ header, events }: Trace) {
  const task = `${header.scene}/${header.task}`;
  return events
    .filter((event) => event.event === 'call')
    .map(({ key, occurrence }) => ({ task, trial: header.trial, key, occurrence }));
}

/**
 * A trace as JSON Lines: header, events, summary. The same episode gives the same bytes.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { runSuite, writeTrace } from 'tapedeck';
 *
 * const { traces } = await runSuite('robot', { planners: ['random'] });
 * assert.match(traces.map(writeTrace).join(''), /^{"event":"header",/);
 * ```
 */
export function writeTrace(trace: Trace): string {
  return [trace.header, ...trace.events, trace.summary].map((line) => `${JSON.stringify(line)}\n`).join('');
}

export class TraceError extends Error {
  override readonly name = 'TraceError';
}

/**
 * Throws a TraceError with path and line; `firstLine` is the trace's line in the file.
 *
 * ```ts
 * import assert from 'node:assert/strict';
 * import { readTrace, runSuite, writeTrace } from 'tapedeck';
 *
 * const { traces } = await runSuite('robot', { planners: ['random'] });
 * assert.deepEqual(traces.map((trace) => readTrace(writeTrace(trace), '1.jsonl')), traces);
 * assert.throws(() => readTrace('{}\n', '1.jsonl'), { name: 'TraceError', message: /"1.jsonl", line 1/ });
 * ```
 */
export function readTrace(text: string, path: string, firstLine = 1): Trace {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new TraceError(`Cannot read trace "${path}": its last line is cut off`);
  const lineAt = (index: number) => `Cannot read trace "${path}", line ${firstLine + index}`;
  const values = lines.map((line, index) => readLine(line, lineAt(index)));
  const header = values[0];
  const summary = values.at(-1);
  if (header?.event !== 'header') throw new TraceError(`${lineAt(0)}: expected the header`);
  if (summary?.event !== 'summary') throw new TraceError(`${lineAt(lines.length - 1)}: expected the summary`);
  return { header, events: values.slice(1, -1) as TraceEvent[], summary };
}

function readLine(line: string, cannot: string): TraceHeader | TraceEvent | TraceSummary {
  if (firstTooDeep(line) !== null) {
    throw new TraceError(`${cannot}: expected at most ${NESTING_MAX} levels of nesting, found more`);
  }
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (cause) {
    throw new TraceError(`${cannot}: it is not JSON`, { cause });
  }
  const parsed = traceLineSchema.safeParse(json);
  // `parsed.data` would lack the fields that the schema ignores.
  if (parsed.success) return json as TraceHeader | TraceEvent | TraceSummary;
  const [issue] = parsed.error.issues;
  throw new TraceError(`${cannot}: field "${issue?.path.join('.')}": ${issue?.message}`);
}
