import * as fc from 'fast-check';
import { expect, it, onTestFinished, vi } from 'vitest';

/** On how many examples a property is tried. */
function runsOf(parameters?: { readonly numRuns: number; readonly seed?: number }): number {
  let runs = 0;
  const counting = fc.property(fc.nat(), () => {
    runs += 1;
  });
  fc.assert(counting, parameters);
  return runs;
}

/** What a property is tried on. */
function examplesOf(): number[] {
  const examples: number[] = [];
  fc.assert(fc.property(fc.nat(), (example) => void examples.push(example)));
  return examples;
}

const factor = Number(process.env['TAPEDECK_TEST_FACTOR'] ?? 1);

it('a property is tried on a fifth of the examples, times TAPEDECK_TEST_FACTOR', () => {
  expect(runsOf({ numRuns: 1000 })).toBe(200 * factor);
  expect(runsOf()).toBe(20 * factor);
});

it('a property of few examples, or with a seed of its own, is tried on all of them', () => {
  expect(runsOf({ numRuns: 3 })).toBe(Math.max(3, Math.ceil(0.6 * factor)));
  expect(runsOf({ numRuns: 30 })).toBe(Math.max(10, 6 * factor));
  expect(runsOf({ numRuns: 10, seed: 1 })).toBe(10);
  expect(runsOf({ numRuns: 50, seed: 1 })).toBe(50);
});

it.skipIf(process.env['TAPEDECK_TEST_FACTOR'] !== undefined)(
  'a property is tried on the same examples in each run',
  () => {
    expect(new Set(examplesOf()).size).toBeGreaterThan(5);
    expect(examplesOf()).toEqual(examplesOf());
  },
);

it('examples are drawn anew in each run where TAPEDECK_TEST_FACTOR is set', () => {
  vi.stubEnv('TAPEDECK_TEST_FACTOR', '2');
  onTestFinished(() => void vi.unstubAllEnvs());
  expect(examplesOf()).not.toEqual(examplesOf());
});
