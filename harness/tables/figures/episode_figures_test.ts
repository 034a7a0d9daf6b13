import { expect, it } from 'vitest';
import { stepEvent, traceOf } from '../../trace/testing/trace_fixture.ts';
import type { TraceEvent } from '../../trace/trace_schema.ts';
import { drawFailures, drawSteps, drawTokens, drawTracking, updatesOf } from './episode_figures.ts';
import { COMMON, count, episode, words } from './testing/figure_cases.ts';

const step = (number: number) => stepEvent({ number });
const update = (covered: number, correct: number, facts: number, recalled: number): TraceEvent => {
  return { event: 'tracking', claims: covered, covered, correct, facts, recalled, wrong: [], missing: [] };
};
const trace = (planner: string, ...events: TraceEvent[]) => traceOf(events, { planner });

it('updatesOf() counts the steps before each update', () => {
  const { events } = trace('a', update(1, 1, 0, 0), step(1), step(2), update(2, 1, 1, 1));
  expect(updatesOf({ events }).map(({ steps }) => steps)).toEqual([0, 2]);
});

it('drawTracking() adds updates up by steps, with their numbers of claims and changes, and is empty where no planner has beliefs', async () => {
  const traces = [trace('a', update(3, 3, 0, 0), step(1), update(4, 2, 2, 1)), trace('a', update(5, 5, 0, 0))];
  const shown = words(await drawTracking({ ...COMMON, traces }));
  expect(shown).toEqual(expect.arrayContaining(['8', '4', '2', '1–5']));
  expect(shown).not.toContain('6–10');
  expect(shown).not.toContain('Method B');
  expect(await drawTracking({ ...COMMON, traces: [trace('a', step(1))] })).toMatch(/^<svg /);
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

it('drawSteps() puts complete episodes with the same ratio into one dot, and crosses a method without success', async () => {
  const episodes = [1, 1.01, 2].map((stepsRatio) => episode('a', { stepsRatio }));
  const svg = await drawSteps({ ...COMMON, episodes: [...episodes, episode('b', { stepsRatio: null })] });
  const key = ['1 episode', '40 or more', 'mean', 'no success'];
  expect(words(svg)).toEqual(expect.arrayContaining(['Method A (3 of 3)', 'Method B (0 of 1)', '×', ...key]));
  expect(count(svg, 'fill="#0072b2"')).toBe(2 + 2); // and two in the key
  expect(svg).toContain('Who &lt;answered&gt;.');
  const incomplete = await drawSteps({ ...COMMON, episodes: [episode('a', { stepsRatio: 1, complete: false })] });
  expect(words(incomplete)).toContain('Method A (0 of 0)');
});

it('drawFailures() counts refused steps by precondition, the most frequent first, and is empty where nothing was refused', async () => {
  const failures = [{ seen: 1, held: 2 }, { held: 3 }];
  const episodes = failures.map((each) => episode('a', { steps: 10, failures: each }));
  const shown = words(await drawFailures({ ...COMMON, episodes }));
  expect(shown.indexOf('held')).toBeLessThan(shown.indexOf('seen'));
  expect(shown).toEqual(expect.arrayContaining(['20 steps', '0 steps', '5', '1', '×', 'refused of 100 steps']));
  expect(await drawFailures({ ...COMMON, episodes: [episode('a', { steps: 3 })] })).toMatch(/^<svg /);
});

it('drawTokens() draws a bar for each role, and a cross for a method that is not recorded or has no calls', async () => {
  const tokens = { calls: 1, promptTokens: 100, completionTokens: 10 };
  const roles = { policy: tokens, state_estimator: tokens };
  const svg = await drawTokens({ ...COMMON, episodes: [episode('a', { roles })] });
  const shown = ['Method A (n = 1)', 'Method B (n = 0)', 'policy', 'state estimator'];
  expect(words(svg)).toEqual(expect.arrayContaining(shown));
  expect(count(svg, '>×<')).toBe(2);
  const uncalled = await drawTokens({ ...COMMON, episodes: [episode('a', { roles: {} })] });
  expect(count(uncalled, '>×<')).toBe(4);
});
