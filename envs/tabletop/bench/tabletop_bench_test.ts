import { expect, it } from 'vitest';
import { benchTabletop } from './tabletop_bench.ts';

it('benchTabletop() measures episodes, most of whose actions the arm can carry out', () => {
  const figures = benchTabletop({ rounds: 1 });
  for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0);
  expect(figures.actionsPerEpisode).toBeGreaterThan(6);
  expect(figures.actionsPerEpisode).toBeLessThanOrEqual(12);
});
