import { expect, test } from 'vitest';
import { traceHeader, traceSummary } from '../../trace/testing/trace_fixture.ts';
import type { Trace } from '../../trace/trace.ts';
import type { EpisodeEnd } from '../../trace/trace_schema.ts';
import { episodeProblems } from './episode_problems.ts';

function trace(end: EpisodeEnd, steps = 0): Trace {
  return { header: traceHeader(), events: [], summary: traceSummary({ end, steps }) };
}

function answered(end: EpisodeEnd): Trace {
  const usage = { promptTokens: null, completionTokens: null, latencyMs: null };
  const call = { event: 'call', purpose: 'policy', key: 'k', occurrence: 1, finishReason: 'stop', ...usage } as const;
  return { ...trace(end), events: [call] };
}

test('episodeProblems() is content with an episode that replays as it was recorded', () => {
  expect(episodeProblems(trace('step_limit'), trace('step_limit'))).toEqual([]);
});

test('episodeProblems() is content where what got no answer is missing from the tape', () => {
  expect(episodeProblems(trace('api_failed'), trace('tape_miss'))).toEqual([]);
  expect(episodeProblems(trace('api_failed'), answered('goal'))).toEqual([expect.stringContaining('nobody was given')]);
  expect(episodeProblems(trace('api_failed'), answered('goal'), [answered('goal')])).toEqual([]);
});

test.each(['planner_failed', 'env_failed', 'timeout', 'tape_miss'] as const)('episodeProblems() names %s', (end) => {
  expect(episodeProblems(trace(end), trace(end))).toEqual([`s/house/task/p/1 ends with ${end}: null`]);
});

test('episodeProblems() shows where a replay differs', () => {
  expect(episodeProblems(trace('goal', 1), trace('goal', 2))).toEqual([
    expect.stringMatching(/replays otherwise: line 2: .*"steps":1.* ≠ .*"steps":2/),
  ]);
});

test('episodeProblems() names an episode that was not recorded, and a trace that does not read back', () => {
  expect(episodeProblems(undefined, trace('goal'))).toEqual(['s/house/task/p/1 was not recorded']);
  expect(episodeProblems(trace('goal', -1), trace('goal', -1))).toEqual([
    expect.stringContaining('does not read back'),
  ]);
});
