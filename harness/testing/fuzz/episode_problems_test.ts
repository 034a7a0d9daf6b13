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

type Case = [string, Trace | undefined, Trace, Trace[], string[]];
test.each<Case>([
  ['nothing, where an episode replays as it was recorded', trace('step_limit'), trace('step_limit'), [], []],
  ['nothing, where a request without an answer misses the tape', trace('api_failed'), trace('tape_miss'), [], []],
  ['an answer that nobody got', trace('api_failed'), answered('goal'), [], ['nobody was given']],
  ['nothing, where a peer got the answer', trace('api_failed'), answered('goal'), [answered('goal')], []],
  ['an episode that was not recorded', undefined, trace('goal'), [], ['s/house/task/p/1 was not recorded']],
  ['a trace that does not read back', trace('goal', -1), trace('goal', -1), [], ['does not read back']],
  ...(['planner_failed', 'env_failed', 'timeout', 'tape_miss'] as const).map(
    (end) => [end, trace(end), trace(end), [], [`s/house/task/p/1 ends with ${end}: null`]] as Case,
  ),
])('episodeProblems() names %s', (_, recorded, replayed, peers, problems) => {
  const expected = problems.map((problem) => expect.stringContaining(problem));
  expect(episodeProblems(recorded, replayed, peers)).toEqual(expected);
});

test('episodeProblems() shows where a replay differs', () => {
  expect(episodeProblems(trace('goal', 1), trace('goal', 2))).toEqual([
    expect.stringMatching(/replays otherwise: line 2: .*"steps":1.* ≠ .*"steps":2/),
  ]);
});
