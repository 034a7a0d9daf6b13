import { describe, expect, it } from 'vitest';
import { traceHeader, traceSummary } from '../../../trace/testing/trace_fixture.ts';
import type { EventOf, TraceEvent, TraceSummary } from '../../../trace/trace_schema.ts';
import type { ScoredAnswer } from './answer.ts';
import { recordedAnswers } from './recorded_answers.ts';

const published = [{ domain: 'blocksworld_3', instance: 7, objects: 3 }] as ScoredAnswer[];
const goal = { success: false, share: 0 };
const note: TraceEvent = {
  event: 'note',
  note: { kind: 'parsed', purpose: 'plan', accepted: 1, discarded: [], discardedCounts: {}, remarks: ['rule: marked'] },
};

function step(number: number, refused?: readonly [precondition: string, message: string]): EventOf<'step'> {
  const base = { event: 'step', number, action: { verb: 'stack', args: ['a', 'b'] }, goal } as const;
  if (refused === undefined) return { ...base, ok: true };
  return { ...base, ok: false, reason: { precondition: refused[0], message: refused[1] } };
}

function answerTo(events: readonly TraceEvent[], summary: Partial<TraceSummary> = {}, header = {}) {
  const named = { suite: 'planbench', planner: 'planbench_one_shot', task: 'blocksworld_3_7', model: 'mine' };
  const trace = {
    header: traceHeader({ ...named, reference: { steps: 4, optimal: true }, ...header }),
    events: [note, ...events],
    summary: traceSummary(summary, events),
  };
  return recordedAnswers([trace], published)[0];
}

describe('recordedAnswers()', () => {
  it('gives an episode that reached its goal as a right answer to its instance, with what is published of that', () => {
    expect(answerTo([step(1), step(2)])).toMatchObject({
      ...{ domain: 'blocksworld_3', instance: 7, model: 'mine, recorded here', objects: 3, optimalLength: 4 },
      ...{ plan: ['stack a b', 'stack a b'], rule: 'marked', valid: true, failure: null, published: null },
    });
  });

  const unmet = step(2, ['fact_holds', 'stack a b needs holding a']);
  const precondition = { kind: 'precondition', step: 2, action: 'stack a b', unmet: ['holding a'] };
  it.each([
    ['a refused action', [step(1), unmet], 'planner_stopped', precondition],
    ['a refused action once the goal holds', [step(1), unmet], 'goal', precondition],
    [
      'an unknown object',
      [step(1, ['unknown_object', 'There is no object "z"'])],
      'planner_stopped',
      { kind: 'name', step: 1 },
    ],
    ['a goal that is missed', [step(1)], 'planner_stopped', { kind: 'goal' }],
    ['no plan', [], 'planner_stopped', { kind: 'no plan' }],
  ] as const)('counts %s as wrong', (_, events, end, failure) => {
    expect(answerTo(events, { end })).toMatchObject({ valid: false, failure });
  });

  it.each([
    ['other suites', {}, { suite: 'tabletop' }],
    ['other planners', {}, { planner: 'oracle' }],
    ['what is not recorded', { end: 'tape_miss' } as const, {}],
  ])('leaves out %s', (_, summary, header) => {
    expect(answerTo([], summary, header)).toBeUndefined();
  });
});
