import { countEvents } from '../episode_counts.ts';
import type { Trace } from '../trace.ts';
import type { EventOf, TraceEvent, TraceHeader, TraceSummary } from '../trace_schema.ts';

export function traceHeader(change: Partial<TraceHeader> = {}): TraceHeader {
  return {
    ...{ event: 'header', format: 1, suite: 's', world: 'household', scene: 'house', task: 'task', trial: 1 },
    ...{ planner: 'p', options: {}, privileged: false, model: 'm', prompts: 'paper', env: 'symbolic', envOptions: {} },
    ...{ instruction: '', stepsMax: 30, reference: null },
    digests: { scene: '', task: '', prompts: '' },
    ...change,
  };
}

export function traceSummary(change: Partial<TraceSummary> = {}, events: readonly TraceEvent[] = []): TraceSummary {
  const end = change.end ?? 'goal';
  return {
    ...{ event: 'summary', end, detail: null, success: end === 'goal', steps: 0, share: 1, calls: 0 },
    counts: countEvents(events),
    ...change,
  };
}

export function traceOf(events: readonly TraceEvent[], header: Partial<TraceHeader> = {}): Trace {
  return { header: traceHeader(header), events, summary: traceSummary() };
}

export function stepEvent(change: Partial<EventOf<'step'>> = {}): EventOf<'step'> {
  const [action, goal] = [
    { verb: 'wait', args: [] },
    { success: false, share: 0 },
  ];
  return { event: 'step', number: 1, action, ok: true, goal, ...change };
}

export function callEvent(change: Partial<EventOf<'call'>> = {}): EventOf<'call'> {
  const tokens = { promptTokens: 1, completionTokens: 1, latencyMs: null };
  return { event: 'call', purpose: 'policy', key: 'k', occurrence: 1, finishReason: 'stop', ...tokens, ...change };
}

export function noteEvent(note: EventOf<'note'>['note']): EventOf<'note'> {
  return { event: 'note', note };
}
