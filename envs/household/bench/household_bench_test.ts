import { expect, it } from 'vitest';
import { benchHousehold } from './household_bench.ts';

it('benchHousehold() measures all three, on walks of which a fair share is carried out', () => {
  const { carriedOutShare, ...rates } = benchHousehold({ rounds: 1, actions: 500 });
  expect(Object.keys(rates)).toEqual(['actionsPerSecond', 'referenceActionsPerSecond', 'stepsPerSecond']);
  for (const rate of Object.values(rates)) expect(rate).toBeGreaterThan(0);
  expect(carriedOutShare).toBeGreaterThan(0.3);
});
