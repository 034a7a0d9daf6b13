/**
 * What a trace says of methods that plan first and then act: what the task planner did, and what kind of failure ended it.
 *
 * Completion and success are two things (OLP, section V-A): a plan can be carried out to its end and miss the goal.
 *
 * @module
 */
import { PLAN_COMPLETED } from '../planners/planner.ts';
import { totalOrNull } from './trace/episode_counts.ts';
import type { Trace } from './trace/trace.ts';
import type { TraceEvent } from './trace/trace_schema.ts';

/** How an episode without success failed, in the order of the way from a reply to a goal; other ends go by their own names. */
export const FAILURE_KINDS = [
  'parse',
  'schema',
  'grounding',
  'unsolvable',
  'planning_limit',
  'precondition',
  'motion',
  'goal',
] as const;

export type PlanningCounts = {
  /** PDDL problems that were given to a task planner. */
  readonly problems: number;
  /** States over all of them; null where the planner does not say. What is refused unread is not searched. */
  readonly expanded: number | null;
  readonly evaluated: number | null;
  /** Whether the whole plan was carried out, whatever came of it. */
  readonly completed: boolean;
  /** One of `FAILURE_KINDS`, or what ended the episode; null for a success. */
  readonly failureKind: string | null;
  /** Of the model, as recorded; null where there was no call, or nobody measured. */
  readonly latencyMs: number | null;
  /** Each message once, each reply once; null where the trace does not count them. */
  readonly transcriptTokens: number | null;
};

export function planningCounts({ events, summary }: Pick<Trace, 'events' | 'summary'>): PlanningCounts {
  const notes = events.flatMap((event) => (event.event === 'note' ? [event.note] : []));
  const planned = notes.filter((note) => note.kind === 'planned');
  const searched = planned.filter(({ status }) => status !== 'invalid' && status !== 'unsupported');
  const calls = events.filter((event) => event.event === 'call');
  const counted = calls.flatMap(({ transcriptTokens }) => (transcriptTokens === undefined ? [] : [transcriptTokens]));
  const stop = events.findLast((event) => event.event === 'stop');
  return {
    problems: planned.length,
    expanded: totalOrNull(searched.map(({ expanded }) => expanded)),
    evaluated: totalOrNull(searched.map(({ evaluated }) => evaluated)),
    completed: stop?.reason === PLAN_COMPLETED,
    failureKind: summary.success ? null : failureKind(events, stop?.reason ?? summary.end),
    latencyMs: calls.length === 0 ? null : totalOrNull(calls.map(({ latencyMs }) => latencyMs)),
    transcriptTokens: counted.length === 0 ? null : totalOrNull(counted),
  };
}

/** A plan that ends at a refused action fails by the rules (`precondition`) or by the arm (`motion`). */
function failureKind(events: readonly TraceEvent[], ending: string): string {
  if (ending === PLAN_COMPLETED) return 'goal';
  if (ending !== 'action_failed') return ending;
  const refused = events.findLast((event) => event.event === 'step' && !event.ok);
  const level = refused?.event === 'step' ? refused.reason?.level : undefined;
  return level === undefined || level === 'symbolic' ? 'precondition' : 'motion';
}
