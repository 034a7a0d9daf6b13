/**
 * Set-up of every test file: how many examples a property is tried on.
 *
 * A test says how many its property deserves; by default a fifth of them are drawn, anew in each run. TAPEDECK_TEST_FACTOR=5, as CI
 * does at night, draws all of them, and a greater factor more. A property with a seed of its own is tried on the same examples
 * always, and on all of them.
 *
 * @module
 */
import type * as fc from 'fast-check';
import { vi } from 'vitest';

/** What fast-check tries where a test does not say. */
const RUNS_UNSAID = 100;

/** However few are drawn, no fewer than these, where the test asks for as many. */
const RUNS_MIN = 10;

const factor = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1);
if (!(factor > 0))
  throw new Error(`TAPEDECK_TEST_FACTOR must be a positive number, found "${process.env['TAPEDECK_TEST_FACTOR']}"`);

vi.mock('fast-check', async (importOriginal) => {
  const original = await importOriginal<typeof fc>();
  const assert = (property: Parameters<typeof fc.assert>[0], parameters?: fc.Parameters<unknown>) =>
    original.assert(property, sized(parameters));
  return { ...original, assert, default: { ...original.default, assert } };
});

function sized<T>(parameters: fc.Parameters<T> = {}): fc.Parameters<T> {
  if (parameters.seed !== undefined) return parameters;
  const { numRuns = RUNS_UNSAID } = parameters;
  return { ...parameters, numRuns: Math.max(Math.min(numRuns, RUNS_MIN), Math.ceil((numRuns * factor) / 5)) };
}
