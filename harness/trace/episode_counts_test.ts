import { describe, expect, it } from 'vitest';
import type { ErrorKind } from './action_errors.ts';
import { addTracking, countEvents, total, totalOrNull } from './episode_counts.ts';
import type { TraceEvent } from './trace_schema.ts';

const GOAL = { success: false, share: 0 };

function step(
  number: number,
  args: readonly string[],
  refused?: readonly [precondition: string, error: ErrorKind],
): TraceEvent {
  const action = { verb: 'open', args };
  if (refused === undefined) return { event: 'step', number, action, ok: true, goal: GOAL };
  const [precondition, error] = refused;
  return { event: 'step', number, action, ok: false, reason: { precondition, message: '' }, error, goal: GOAL };
}

const NEAR = ['close_to_robot', 'missing_step'] as const;

describe('countEvents()', () => {
  it('counts refused steps by precondition and by kind of mistake', () => {
    const counts = countEvents([
      step(1, ['a'], NEAR),
      step(2, ['b']),
      step(3, ['b'], ['is_closed', 'additional_step']),
      step(4, ['c'], NEAR),
    ]);
    expect(counts).toMatchObject({ failedSteps: 3, failures: { close_to_robot: 2, is_closed: 1 } });
    expect(Object.entries(counts.errors)).toEqual([
      ['additional_step', 1],
      ['missing_step', 2],
    ]);
  });

  it('counts a refusal as repeated when the same words failed before for the same reason', () => {
    const repeated = (...steps: TraceEvent[]) => countEvents(steps).repeatedFailures;
    expect(repeated(step(1, ['a'], NEAR), step(2, ['x']), step(3, ['a'], NEAR), step(4, ['a'], NEAR))).toBe(2);
    expect(repeated(step(1, ['a'], NEAR), step(2, ['b'], NEAR))).toBe(0);
    expect(repeated(step(1, ['a'], NEAR), step(2, ['a'], ['free_hand', 'missing_step']))).toBe(0);
  });

  it('counts what was thrown away in replies by kind, commentary not as a mistake', () => {
    const note = {
      kind: 'parsed',
      purpose: 'policy',
      accepted: 3,
      discardedCounts: { malformed: 2, prose: 7, argument: 1 },
      discarded: [],
      remarks: [],
    } as const;
    expect(
      countEvents([
        { event: 'note', note },
        { event: 'note', note },
      ]),
    ).toMatchObject({
      accepted: 6,
      discards: { argument: 2, malformed: 4, prose: 14 },
      errors: { argument: 2, parse: 4 },
    });
  });

  it('adds up tracking over all updates; there is none without a belief', () => {
    const counts = { claims: 2, covered: 1, correct: 1, facts: 3, recalled: 1 };
    const update: TraceEvent = { event: 'tracking', ...counts, wrong: [], missing: [] };
    expect(countEvents([update, update]).tracking).toEqual({
      claims: 4,
      covered: 2,
      correct: 2,
      facts: 6,
      recalled: 2,
    });
    expect(countEvents([]).tracking).toBeNull();
  });
});

describe('total() and totalOrNull()', () => {
  it('add up by name, sorted, names of all kinds', () => {
    expect(
      Object.entries(
        total([
          ['b', 1],
          ['__proto__', 2],
          ['a', 1],
          ['b', 4],
        ]),
      ),
    ).toEqual([
      ['__proto__', 2],
      ['a', 1],
      ['b', 5],
    ]);
  });

  it('know no sum of what is not known', () => {
    expect([totalOrNull([1, 2]), totalOrNull([1, null]), totalOrNull([])]).toEqual([3, null, 0]);
  });
});

describe('addTracking()', () => {
  it('adds up updates, and knows nothing of none', () => {
    const update = { claims: 3, covered: 2, correct: 1, facts: 2, recalled: 0 };
    expect(addTracking([update, update])).toEqual({ claims: 6, covered: 4, correct: 2, facts: 4, recalled: 0 });
    expect(addTracking([])).toBeNull();
  });
});
