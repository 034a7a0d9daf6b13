/** Set-up of every test file: a fifth of the examples, the same in each run. TAPEDECK_TEST_FACTOR=5 draws all, anew in each run. */
import type * as fc from 'fast-check';
import { vi } from 'vitest';
import { runCount } from './run_count.ts';

/** fast-check's default. */
const RUNS_UNSAID = 100;
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
