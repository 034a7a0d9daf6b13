import { expect, it } from 'vitest';
import { stepEvent, traceOf } from '../../trace/testing/trace_fixture.ts';
import type { TraceEvent } from '../../trace/trace_schema.ts';
import { drawTracking, updatesOf } from './draw_tracking.ts';
import { COMMON, words } from './testing/figure_cases.ts';

const step = (number: number) => stepEvent({ number });
const update = (covered: number, correct: number, facts: number, recalled: number): TraceEvent => {
  return { event: 'tracking', claims: covered, covered, correct, facts, recalled, wrong: [], missing: [] };
};
const trace = (planner: string, ...events: TraceEvent[]) => traceOf(events, { planner });

it('updatesOf() counts the steps before each update', () => {
  const { events } = trace('a', update(1, 1, 0, 0), step(1), step(2), update(2, 1, 1, 1));
  expect(updatesOf({ events }).map(({ steps }) => steps)).toEqual([0, 2]);
});

it('drawTracking() adds updates up by steps, with their numbers of claims and changes', async () => {
  const traces = [trace('a', update(3, 3, 0, 0), step(1), update(4, 2, 2, 1)), trace('a', update(5, 5, 0, 0))];
  const shown = words(await drawTracking({ ...COMMON, traces }));
  expect(shown).toEqual(expect.arrayContaining(['8', '4', '2', '1–5']));
  expect(shown).not.toContain('6–10');
  expect(shown).not.toContain('Method B');
});

it.each([
  ['above', 10, 9],
  ['below', 9, 10],
])('drawTracking() sets the number of a point %s the other line where the point is', async (side, first, second) => {
  const traces = [trace('a', update(10, first, 0, 0)), trace('b', update(20, 2 * second, 0, 0))];
  const svg = await drawTracking({ ...COMMON, traces });
  const heightOf = (number: number) =>
    Number(new RegExp(`translate\\([\\d.]+,([\\d.-]+)\\)"[^>]*>${number}</text>`).exec(svg)?.[1]);
  expect(Math.sign(heightOf(20) - heightOf(10))).toBe(side === 'above' ? 1 : -1);
});

it('drawTracking() draws an empty figure where no planner has beliefs', async () => {
  expect(await drawTracking({ ...COMMON, traces: [trace('a', step(1))] })).toMatch(/^<svg /);
});
