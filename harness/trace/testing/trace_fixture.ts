import { countEvents } from '../episode_counts.ts';
import type { TraceEvent, TraceHeader, TraceSummary } from '../trace_schema.ts';

export function traceHeader(change: Partial<TraceHeader> = {}): TraceHeader {
  return {
    event: 'header',
    format: 1,
    suite: 's',
    world: 'household',
    scene: 'house',
    task: 'task',
    trial: 1,
    planner: 'p',
    options: {},
    privileged: false,
    model: 'm',
    prompts: 'paper',
    env: 'symbolic',
    envOptions: {},
    instruction: '',
    stepsMax: 30,
    reference: null,
    digests: { scene: '', task: '', prompts: '' },
    ...change,
  };
}

/** A summary of an episode with these events in which nothing else happened. */
export function traceSummary(change: Partial<TraceSummary> = {}, events: readonly TraceEvent[] = []): TraceSummary {
  const end = change.end ?? 'goal';
  return {
    event: 'summary',
    end,
    detail: null,
    success: end === 'goal',
    steps: 0,
    share: 1,
    calls: 0,
    counts: countEvents(events),
    ...change,
  };
}
