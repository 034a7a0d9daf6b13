import { expect, it } from 'vitest';
import { countEvents, total, totalOrNull } from './episode_counts.ts';
import { noteEvent, stepEvent } from './testing/trace_fixture.ts';
import type { ErrorKind, TraceEvent } from './trace_schema.ts';

function step(arg: string, [precondition, error]: readonly [string?, ErrorKind?] = []): TraceEvent {
  const action = { verb: 'open', args: [arg] };
  if (precondition === undefined || error === undefined) return stepEvent({ action });
  return stepEvent({ action, ok: false, reason: { precondition, message: '' }, error });
}

const NEAR = ['close_to_robot', 'missing_step'] as const;

it('countEvents() counts refused steps by precondition and by kind of mistake, sorted', () => {
  const closed = step('b', ['is_closed', 'additional_step']);
  const counts = countEvents([step('a', NEAR), step('b'), closed, step('c', NEAR)]);
  expect(counts).toMatchObject({ failedSteps: 3, failures: { close_to_robot: 2, is_closed: 1 } });
  expect(JSON.stringify(counts.errors)).toBe('{"additional_step":1,"missing_step":2}');
});

it('countEvents() counts a refusal as repeated when the same words failed before for the same reason', () => {
  const repeated = (...steps: TraceEvent[]) => countEvents(steps).repeatedFailures;
  expect(repeated(step('a', NEAR), step('x'), step('a', NEAR), step('a', NEAR))).toBe(2);
  expect(repeated(step('a', NEAR), step('b', NEAR))).toBe(0);
  expect(repeated(step('a', NEAR), step('a', ['free_hand', 'missing_step']))).toBe(0);
});

it('countEvents() counts discards of replies by kind, commentary not as a mistake', () => {
  const discardedCounts = { malformed: 2, prose: 7, argument: 1 };
  const event = noteEvent({ kind: 'parsed', purpose: 'a', accepted: 3, discardedCounts, discarded: [], remarks: [] });
  expect(countEvents([event, event])).toMatchObject({
    accepted: 6,
    discards: { argument: 2, malformed: 4, prose: 14 },
    errors: { argument: 2, parse: 4 },
  });
});

it('countEvents() adds up tracking over all updates, and has none without a belief', () => {
  const counts = { claims: 5, covered: 4, correct: 3, facts: 2, recalled: 1 };
  const update: TraceEvent = { event: 'tracking', ...counts, wrong: [], missing: [] };
  const twice = { claims: 10, covered: 8, correct: 6, facts: 4, recalled: 2 };
  expect(countEvents([update, update]).tracking).toEqual(twice);
  expect(countEvents([]).tracking).toBeNull();
});

it('total() adds up by name, sorted, for any name; totalOrNull() is null when a count is null', () => {
  const counts = ['b 1', '__proto__ 2', 'a 1', 'b 4'].map((each) => each.split(' ') as [string, string]);
  const sums = total(counts.map(([name, count]) => [name, Number(count)]));
  expect(JSON.stringify(sums)).toBe('{"__proto__":2,"a":1,"b":5}');
  expect([totalOrNull([1, 2]), totalOrNull([1, null]), totalOrNull([])]).toEqual([3, null, 0]);
});
