/**
 * A trace: everything that happened in one episode, as JSON Lines.
 *
 * First the header, then one event a line in the order in which they happened, last the summary. Nothing in it depends on
 * clock, host, order or parallelism, so the same tapes and the same code give the same bytes.
 *
 * @module
 */
import { join } from 'node:path';
import type { AnswerFlaw } from '../cassettes/answer_flaw.ts';
import { pathSegment } from '../cassettes/path_segment.ts';
import { firstTooDeep, NESTING_MAX } from '../envs/checked_json.ts';
import type { Action, ArmMotion, GoalStatus, Refusal } from '../envs/env.ts';
import type { PlannerNote } from '../planners/planner.ts';
import type { ErrorKind } from './action_errors.ts';
import type { EpisodeCounts } from './episode_counts.ts';
import { traceLineSchema } from './trace_schema.ts';
import type { Tracking } from './tracking/judge_belief.ts';

export type TraceHeader = {
  readonly event: 'header';
  readonly format: 1;
  readonly suite: string;
  readonly world: string;
  readonly scene: string;
  readonly task: string;
  readonly trial: number;
  /** The planner's written form, such as `llm_state+states=false`. */
  readonly planner: string;
  readonly options: Readonly<Record<string, unknown>>;
  /** Whether the planner was handed the world's model. */
  readonly privileged: boolean;
  /** Null where the planner asks none. */
  readonly model: string | null;
  readonly prompts: string;
  readonly env: string;
  /** What the suite tells the world beside its task, such as how many hands the robot has; empty for the usual. */
  readonly envOptions: Readonly<Record<string, unknown>>;
  readonly instruction: string;
  readonly stepsMax: number;
  /** The shortest known way to the goal; null where nobody has searched. */
  readonly reference: Reference | null;
  /** Hex SHA-256 of the scene's and the task's JSON without its layout, and of the prompt files. */
  readonly digests: { readonly scene: string; readonly task: string; readonly prompts: string };
};

/** A plan found by search with full knowledge: how long it is, and whether none can be shorter. */
export type Reference = { readonly steps: number; readonly optimal: boolean };

/** An action with what came of it. */
export type ActionEvent<E extends 'prologue' | 'step'> = {
  readonly event: E;
  /** Counts from 1 within its kind. */
  readonly number: number;
  readonly action: Action;
  /** What the planner was told. */
  readonly ok: boolean;
  /** Why the world refused. */
  readonly reason?: Refusal;
  /** Why the world refused, though the planner was told of a success: only worlds with noise do so. */
  readonly concealed?: Refusal;
  /** What kind of mistake a refused step is; absent where the world has no model to tell. */
  readonly error?: ErrorKind;
  /** How the arm moved, in worlds that have one. */
  readonly motion?: ArmMotion;
  readonly goal: GoalStatus;
};

export type TraceEvent =
  | ActionEvent<'prologue'>
  | ActionEvent<'step'>
  | {
      readonly event: 'call';
      readonly purpose: string;
      readonly key: string;
      readonly occurrence: number;
      readonly finishReason: string;
      /** What is wrong with the answer that the planner was given; absent where nothing is. */
      readonly flaw?: AnswerFlaw;
      readonly promptTokens: number | null;
      readonly completionTokens: number | null;
      readonly latencyMs: number | null;
      /** Of the messages that no earlier call of the episode held, and of the reply; only where the planner ends the episode. */
      readonly transcriptTokens?: number;
    }
  | { readonly event: 'note'; readonly note: PlannerNote }
  /** How right the belief of the note before it is. */
  | ({ readonly event: 'tracking' } & Tracking)
  | { readonly event: 'sense' }
  | { readonly event: 'stop'; readonly reason: string };

/** How an episode ended. Only `goal` is success. */
export type EpisodeEnd =
  | 'goal'
  | 'step_limit'
  | 'planner_stopped'
  | 'call_limit'
  /** The model refused the request for what it is, such as its length. */
  | 'llm_failed'
  | 'planner_failed'
  | 'env_failed'
  /** It worked for longer than the user allows. The one end that depends on the clock. */
  | 'timeout'
  /** These four did not run to their end and are not counted. */
  | 'tape_miss'
  /** What the planner wanted to ask looks like it holds a credential, which goes neither to a model nor onto a tape. */
  | 'refused_secret'
  | 'api_failed'
  | 'aborted';

const UNFINISHED: readonly EpisodeEnd[] = ['tape_miss', 'refused_secret', 'api_failed', 'aborted'];

export type TraceSummary = {
  readonly event: 'summary';
  readonly end: EpisodeEnd;
  /** The planner's reason for stopping, or the message of what failed. */
  readonly detail: string | null;
  readonly success: boolean;
  /** Steps taken, failed ones included. */
  readonly steps: number;
  /** Goal-condition recall at the end. */
  readonly share: number;
  readonly calls: number;
  readonly counts: EpisodeCounts;
};

export type Trace = {
  readonly header: TraceHeader;
  readonly events: readonly TraceEvent[];
  readonly summary: TraceSummary;
};

/** What tells an episode from all others. */
export type EpisodeName = Pick<TraceHeader, 'suite' | 'scene' | 'task' | 'planner' | 'trial'>;

/** `household/house_1/make_toast/llm_state/1`: suite, scene, task, planner, trial. */
export function episodeId({ suite, scene, task, planner, trial }: EpisodeName): string {
  return [suite, scene, task, planner, trial].join('/');
}

/** Reads what `episodeId` wrote; null where it is none. Only a planner's options may hold a slash. */
export function readEpisodeId(id: string): EpisodeName | null {
  const [, suite, scene, task, planner, trial] = /^([^/]+)\/([^/]+)\/([^/]+)\/(.+)\/([1-9]\d{0,8})$/s.exec(id) ?? [];
  if (suite === undefined || scene === undefined || task === undefined || planner === undefined) return null;
  return { suite, scene, task, planner, trial: Number(trial) };
}

/** Where an episode's trace lies in the folder of its run: `traces/<scene>/<task>/<planner>/<trial>.jsonl`. */
export function tracePath({ scene, task, planner, trial }: EpisodeName): string {
  return join('traces', ...[scene, task, planner].map(pathSegment), `${trial}.jsonl`);
}

/** Whether the episode ran to an end of its own, so that it may be counted. */
export function isComplete(trace: Trace): boolean {
  return !UNFINISHED.includes(trace.summary.end);
}

/** Where on the tape the episode's answers lie. */
export function answeredCalls({ header, events }: Trace) {
  const task = `${header.scene}/${header.task}`;
  return events
    .filter((event) => event.event === 'call')
    .map(({ key, occurrence }) => ({ task, trial: header.trial, key, occurrence }));
}

export function writeTrace(trace: Trace): string {
  return [trace.header, ...trace.events, trace.summary].map((line) => `${JSON.stringify(line)}\n`).join('');
}

/** A trace file that is not one: says which line is wrong. */
export class TraceError extends Error {
  override readonly name = 'TraceError';
}

/** Reads what `writeTrace` wrote. Throws a TraceError with path and line. */
export function readTrace(text: string, path: string): Trace {
  const lines = text.split('\n');
  if (lines.pop() !== '') throw new TraceError(`Cannot read trace "${path}": its last line is cut off`);
  const values = lines.map((line, index) => readLine(line, index + 1, path));
  const header = values[0];
  const summary = values.at(-1);
  if (header?.event !== 'header') throw new TraceError(`Cannot read trace "${path}", line 1: expected the header`);
  if (summary?.event !== 'summary') {
    throw new TraceError(`Cannot read trace "${path}", line ${lines.length}: expected the summary`);
  }
  return { header, events: values.slice(1, -1) as TraceEvent[], summary };
}

function readLine(line: string, number: number, path: string): TraceHeader | TraceEvent | TraceSummary {
  if (firstTooDeep(line) !== null) {
    const expected = `at most ${NESTING_MAX} levels of nesting`;
    throw new TraceError(`Cannot read trace "${path}", line ${number}: expected ${expected}, found more`);
  }
  let json: unknown;
  try {
    json = JSON.parse(line);
  } catch (cause) {
    throw new TraceError(`Cannot read trace "${path}", line ${number}: it is not JSON`, { cause });
  }
  const parsed = traceLineSchema.safeParse(json);
  if (parsed.success) return json as TraceHeader | TraceEvent | TraceSummary;
  const [issue] = parsed.error.issues;
  throw new TraceError(
    `Cannot read trace "${path}", line ${number}: field "${issue?.path.join('.')}": ${issue?.message}`,
  );
}
