/**
 * Set-up of every test file: by default a property is tried on a fifth of the examples that it deserves, the same ones in each run.
 *
 * TAPEDECK_TEST_FACTOR=5, as CI does at night, draws all, and a greater factor more, anew in each run. A property with a seed of its own is
 * always tried on the same examples, and on all of them.
 */
import type * as fc from 'fast-check';
import { vi } from 'vitest';
import { runCount } from './run_count.ts';

/** What fast-check tries where a test does not say. */
const RUNS_UNSAID = 100;

/** From this the examples are drawn where TAPEDECK_TEST_FACTOR is not set. */
const SEED = 1;

vi.mock('fast-check', async (importOriginal) => {
  const original = await importOriginal<typeof fc>();
  const assert = (property: Parameters<typeof fc.assert>[0], parameters?: fc.Parameters<unknown>) =>
    original.assert(property, sized(parameters));
  return { ...original, assert, default: { ...original.default, assert } };
});

function sized<T>(parameters: fc.Parameters<T> = {}): fc.Parameters<T> {
  if (parameters.seed !== undefined) return parameters;
  const { numRuns = RUNS_UNSAID } = parameters;
  const seed = process.env['TAPEDECK_TEST_FACTOR'] === undefined ? { seed: SEED } : {};
  return { ...parameters, ...seed, numRuns: runCount(numRuns) };
}
