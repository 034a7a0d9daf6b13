import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { isLong } from '../../../testing/run_count.ts';
import { leastCoverage } from './simulated_coverage.ts';

const PAGE = readFileSync(new URL('../README.md', import.meta.url), 'utf8').replaceAll(/\s+/g, ' ');

const LEAST = { 0: 93, 0.1: 93, 0.3: 93, 0.6: 91, 0.9: 88 };

/** By default a few; with TAPEDECK_TEST_FACTOR=5, as at night, all from 3 to 15. */
const TASKS = isLong ? Array.from({ length: 13 }, (_, at) => 3 + at) : [3, 4, 8];

it('the README says how often an interval of a share holds the share', () => {
  const draws = 'at least 93 % of [simulated draws](testing/simulated_coverage.ts) with correlations up to 0.3';
  expect(PAGE).toContain(`${draws}, but 91 % with 0.6, and 88 % with 0.9`);
});

it.for(
  TASKS.flatMap((tasks) =>
    Object.entries(LEAST).map(([correlation, percent]) => [tasks, correlation, percent] as const),
  ),
)(
  'clusteredInterval() of %i tasks with correlation %s holds the share as often as the README says: %i %%',
  ([tasks, correlation, percent]) => {
    expect(100 * leastCoverage({ tasks, correlation: Number(correlation) })).toBeGreaterThanOrEqual(percent);
  },
);
