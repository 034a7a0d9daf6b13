import { expect, it } from 'vitest';
import { type CostPoint, drawFrontier, paretoFrontier } from './draw_frontier.ts';
import { count, words } from './testing/figure_cases.ts';

function point(title: string, percent: number, promptTokens: number): CostPoint {
  return { title, promptTokens, success: { count: 1, episodes: 2, percent, low: percent - 10, high: 100 } };
}

it('paretoFrontier() keeps what no other equals or beats for fewer tokens, cheapest first, and both of two that are the same', () => {
  const points = [point('dear', 90, 900), point('best', 95, 500), point('even', 80, 200), point('cheap', 80, 100)];
  expect(paretoFrontier(points).map(({ title }) => title)).toEqual(['cheap', 'best']);
  expect(paretoFrontier([point('a', 80, 100), point('b', 80, 100)])).toHaveLength(2);
});

const panels = [
  { title: 'House', points: [point('A', 90, 4_000), point('B', 60, 100_000)] },
  { title: 'Table', points: [point('C', 90, 300)] },
];

it('drawFrontier() draws a panel for each world, with a point and an interval for each method, on a scale of powers', async () => {
  const svg = await drawFrontier({ title: 'A title', panels, caption: ['Who <answered>.'] });
  expect(words(svg)).toEqual(expect.arrayContaining(['House', 'Table', 'A', 'B', 'C', '10k', '100k', '50', '100']));
  expect(count(svg, '>prompt tokens an episode, log scale<')).toBe(2);
  expect(svg).toContain('Who &lt;answered&gt;.');
  expect(Number(/width="(\d+)"/.exec(svg)?.[1]), 'readable at 400 pixels').toBeLessThanOrEqual(440);
});
