import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';

function examplesOf(parameters?: Readonly<{ numRuns: number; seed?: number }>): number[] {
  const examples: number[] = [];
  const noting = fc.property(fc.nat(), (example) => void examples.push(example));
  fc.assert(noting, parameters);
  return examples;
}

const runsOf = (parameters?: Parameters<typeof examplesOf>[0]) => examplesOf(parameters).length;
const factor = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1);

it('a property is tried on a fifth of the examples, times the factor; on all where they are few or its seed is its own', () => {
  expect(runsOf({ numRuns: 1000 })).toBe(200 * factor);
  expect(runsOf()).toBe(20 * factor);
  expect(runsOf({ numRuns: 3 })).toBe(Math.max(3, Math.ceil(0.6 * factor)));
  expect(runsOf({ numRuns: 30 })).toBe(Math.max(10, 6 * factor));
  expect(runsOf({ numRuns: 10, seed: 1 })).toBe(10);
  expect(runsOf({ numRuns: 50, seed: 1 })).toBe(50);
});

const isStable = process.env['TAPEDECK_TEST_FACTOR'] === undefined;
it.runIf(isStable)('a property is tried on the same examples in each run, unless TAPEDECK_TEST_FACTOR is set', () => {
  expect(new Set(examplesOf()).size).toBeGreaterThan(5);
  expect(examplesOf()).toEqual(examplesOf());
  vi.stubEnv('TAPEDECK_TEST_FACTOR', '2');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(examplesOf()).not.toEqual(examplesOf());
});
