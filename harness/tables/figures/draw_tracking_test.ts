import { describe, expect, it } from 'vitest';
import { traceHeader, traceSummary } from '../../trace/testing/trace_fixture.ts';
import type { Trace } from '../../trace/trace.ts';
import type { TraceEvent } from '../../trace/trace_schema.ts';
import { drawTracking, updatesOf } from './draw_tracking.ts';
import { COMMON, words } from './testing/figure_cases.ts';

describe('drawTracking()', () => {
  const step = (number: number): TraceEvent => ({
    event: 'step',
    number,
    action: { verb: 'wait', args: [] },
    ok: true,
    goal: { success: false, share: 0 },
  });
  const update = (covered: number, correct: number, facts: number, recalled: number): TraceEvent => ({
    event: 'tracking',
    claims: covered,
    covered,
    correct,
    facts,
    recalled,
    wrong: [],
    missing: [],
  });
  const trace = (planner: string, ...events: TraceEvent[]): Trace => ({
    header: traceHeader({ planner }),
    events,
    summary: traceSummary(),
  });

  it('knows how many steps had been done at each update', () => {
    const { events } = trace('a', update(1, 1, 0, 0), step(1), step(2), update(2, 1, 1, 1));
    expect(updatesOf({ events }).map(({ steps }) => steps)).toEqual([0, 2]);
  });

  it('adds updates up by steps done, with how many claims and changes that are', async () => {
    const traces = [trace('a', update(3, 3, 0, 0), step(1), update(4, 2, 2, 1)), trace('a', update(5, 5, 0, 0))];
    const shown = words(await drawTracking({ ...COMMON, traces }));
    expect(shown).toEqual(expect.arrayContaining(['8', '4', '2', '1–5']));
    expect(shown).not.toContain('6–10');
    expect(shown).not.toContain('Method B');
  });

  it.each([
    ['above', 10, 9],
    ['below', 9, 10],
  ])('sets the number of a point %s the other line where the point is', async (side, first, second) => {
    const traces = [trace('a', update(10, first, 0, 0)), trace('b', update(20, 2 * second, 0, 0))];
    const svg = await drawTracking({ ...COMMON, traces });
    const heightOf = (number: number) =>
      Number(new RegExp(`translate\\([\\d.]+,([\\d.-]+)\\)"[^>]*>${number}</text>`).exec(svg)?.[1]);
    expect(Math.sign(heightOf(20) - heightOf(10))).toBe(side === 'above' ? 1 : -1);
  });

  it('draws an empty figure where no state is kept', async () => {
    expect(await drawTracking({ ...COMMON, traces: [trace('a', step(1))] })).toMatch(/^<svg /);
  });
});
