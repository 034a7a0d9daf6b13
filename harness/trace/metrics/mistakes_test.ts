import { describe, expect, it } from 'vitest';
import type { Refusal } from '../../../envs/env.ts';
import type { PlannerNote } from '../../../planners/planner.ts';
import { traceHeader, traceSummary } from '../testing/trace_fixture.ts';
import type { TraceEvent } from '../trace_schema.ts';
import { metricsOf } from './metrics.ts';

type Planned = Extract<PlannerNote, { kind: 'planned' }>;

function counts(events: readonly TraceEvent[], end: 'goal' | 'planner_stopped' | 'step_limit' = 'planner_stopped') {
  return metricsOf({ header: traceHeader(), events, summary: traceSummary({ end }, events) });
}

function planned(status: Planned['status'], expanded: number | null): TraceEvent {
  const note = { kind: 'planned', purpose: 'unit', status, cost: null, expanded, evaluated: expanded, message: null };
  return { event: 'note', note: note as Planned };
}

const stop = (reason: string): TraceEvent => ({ event: 'stop', reason });

function refused(level?: Refusal['level']): TraceEvent {
  const reason = { precondition: 'clear', message: '', ...(level === undefined ? {} : { level }) };
  const action = { verb: 'pick', args: [] };
  return { event: 'step', number: 1, action, ok: false, reason, goal: { success: false, share: 0 } };
}

function call(latencyMs: number | null, transcriptTokens?: number): TraceEvent {
  return {
    event: 'call',
    purpose: 'plan',
    key: '',
    occurrence: 1,
    finishReason: 'stop',
    promptTokens: 1,
    completionTokens: 1,
    latencyMs,
    ...(transcriptTokens === undefined ? {} : { transcriptTokens }),
  };
}

describe('metricsOf(), planning', () => {
  it('adds up what the task planner did; a problem that is refused unread costs no search', () => {
    const events = [planned('solved', 3), planned('invalid', null), planned('unsolvable', 4)];
    expect(counts(events)).toMatchObject({ problems: 3, expanded: 7, evaluated: 7 });
  });

  it('does not guess what a task planner did not say', () => {
    expect(counts([planned('solved', 3), planned('solved', null)])).toMatchObject({ expanded: null, evaluated: null });
  });

  it('tells a plan that was carried out from a success', () => {
    expect(counts([stop('plan_completed')], 'goal')).toMatchObject({ completed: true, failureKind: null });
    expect(counts([stop('plan_completed')])).toMatchObject({ completed: true, failureKind: 'goal' });
  });

  it('tells a refusal by the rules from one by the arm', () => {
    const kind = (level?: Refusal['level']) => counts([refused(level), stop('action_failed')]).failureKind;
    expect([kind('symbolic'), kind(), kind('grasp'), kind('ik'), kind('path')]).toEqual([
      'precondition',
      'precondition',
      'motion',
      'motion',
      'motion',
    ]);
  });

  it.for(['parse', 'schema', 'grounding', 'unsolvable', 'planning_limit', 'no_plan'])('takes over: %s', (reason) => {
    expect(counts([refused('path'), stop(reason)])).toMatchObject({ completed: false, failureKind: reason });
  });

  it('names the end of an episode that the planner did not end', () => {
    expect(counts([refused('path')], 'step_limit')).toMatchObject({ completed: false, failureKind: 'step_limit' });
  });

  it('adds up latency and transcript where all, or some, calls have them', () => {
    expect(counts([call(20, 5), call(30)])).toMatchObject({ latencyMs: 50, transcriptTokens: 5 });
    expect(counts([call(20), call(null)])).toMatchObject({ latencyMs: null, transcriptTokens: null });
    expect(counts([])).toMatchObject({ latencyMs: null, transcriptTokens: null, problems: 0, expanded: 0 });
  });
});
