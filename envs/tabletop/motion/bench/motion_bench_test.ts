import { expect, it } from 'vitest';
import { benchMotion } from './motion_bench.ts';

it('benchMotion() measures checks and plans, on queries of our own that are solved', () => {
  const { queries, solvedShare, rawLength, length, ...figures } = benchMotion({ rounds: 1, checks: 500, own: 8 });
  expect([queries, solvedShare]).toEqual(['our own 8 queries', 1]);
  expect(rawLength).toBeGreaterThan(length);
  for (const figure of Object.values(figures)) expect(figure).toBeGreaterThan(0);
});
