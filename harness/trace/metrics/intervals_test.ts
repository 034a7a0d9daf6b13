import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../../envs/random_numbers.ts';
import { clusteredInterval, taskBootstrap, tQuantile, wilson } from './intervals.ts';

describe('wilson()', () => {
  it.for([
    // Newcombe 1998, Statistics in Medicine 17, Table I, method 3 (score, no continuity correction)
    [81, 263, 0.2553, 0.3662],
    [15, 148, 0.0624, 0.1605],
    [0, 20, 0, 0.1611],
    [1, 29, 0.0061, 0.1718],
  ] as const)('gives for %i of %i the printed limits', ([successes, runs, low, high]) => {
    const [a, b] = wilson(successes, runs);
    expect([a.toFixed(4), b.toFixed(4)]).toEqual([low.toFixed(4), high.toFixed(4)]);
  });

  it('is exact where all or none succeed', () => {
    for (let runs = 1; runs <= 100; runs += 1) expect([wilson(0, runs)[0], wilson(runs, runs)[1]]).toEqual([0, 1]);
  });

  it('says nothing of no runs', () => {
    expect(wilson(0, 0)).toEqual([0, 1]);
  });
});

const tens = (...successes: number[]) => successes.map((each) => ({ successes: each, runs: 10 }));
const width = ([low, high]: readonly [number, number]) => high - low;

describe('clusteredInterval()', () => {
  it('is that of independent runs within one task, and with a run each', () => {
    expect(clusteredInterval(tens(7))).toEqual(wilson(7, 10));
    const single = [1, 0, 1, 1].map((successes) => ({ successes, runs: 1 }));
    const [low, high] = clusteredInterval(single);
    expect(low).toBeCloseTo(wilson(3, 4)[0], 12);
    expect(high).toBeCloseTo(wilson(3, 4)[1], 12);
  });

  it('counts a task as little more than one run where its scenes all end alike', () => {
    // By hand: design effect 10 · 49/50 · 5/4 = 12.25, few tasks (2.0096/2.7764)² = 0.52391, 50/12.25 · 0.52391 = 2.13841 runs.
    const [low, high] = clusteredInterval(tens(10, 10, 10, 0, 0));
    const [expectedLow, expectedHigh] = wilson(0.6 * 2.13841, 2.13841);
    expect([low, high]).toEqual([expect.closeTo(expectedLow, 4), expect.closeTo(expectedHigh, 4)]);
    expect(width([low, high])).toBeGreaterThan(2 * width(wilson(30, 50)));
  });

  it('widens with the differences between tasks, for the same share', () => {
    const widths = [tens(6, 6, 6, 6, 6), tens(9, 8, 6, 4, 3), tens(10, 10, 8, 2, 0)].map((each) =>
      width(clusteredInterval(each)),
    );
    expect(widths).toEqual(widths.toSorted((a, b) => a - b));
    expect(new Set(widths).size).toBe(3);
  });

  it('is exact at the ends, and knows that five tasks are few', () => {
    const [low, high] = clusteredInterval(tens(10, 10, 10, 10, 10));
    expect(high).toBe(1);
    expect(low).toBeLessThan(wilson(50, 50)[0]);
    expect(clusteredInterval(tens(0, 0, 0))[0]).toBe(0);
  });

  it('counts tasks, not episodes, where all or none succeed', () => {
    expect(clusteredInterval(tens(10, 10, 10, 10, 10, 10, 10, 10))).toEqual(wilson(8, 8));
    expect(clusteredInterval(tens(0, 0, 0, 0, 0, 0, 0, 0))).toEqual(wilson(0, 8));
  });

  it('narrows step by step as failures show how alike episodes of a task are', () => {
    // By hand: correlation at least 1/2, 1/3 and 1/5, so 80/5.5, 80/4 and 80/2.8 runs.
    const ofFailures = [
      tens(10, 10, 10, 10, 10, 10, 10, 9),
      tens(10, 10, 10, 10, 10, 10, 9, 9),
      tens(10, 10, 10, 10, 9, 9, 9, 9),
    ];
    const byHand = [
      wilson((79 / 80) * (80 / 5.5), 80 / 5.5),
      wilson((78 / 80) * 20, 20),
      wilson((76 / 80) * (80 / 2.8), 80 / 2.8),
    ];
    for (const [at, tasks] of ofFailures.entries()) {
      expect(clusteredInterval(tasks)).toEqual(byHand[at]!.map((limit) => expect.closeTo(limit, 9)));
    }
  });

  it('says nothing of no runs', () => {
    expect(clusteredInterval([])).toEqual([0, 1]);
    expect(clusteredInterval([{ successes: 0, runs: 0 }])).toEqual([0, 1]);
  });

  it('holds the share, whatever order the tasks are in, and is never narrower than without tasks', () => {
    const task = fc
      .integer({ min: 1, max: 12 })
      .chain((runs) => fc.record({ successes: fc.nat(runs), runs: fc.constant(runs) }));
    fc.assert(
      fc.property(fc.array(task, { minLength: 1, maxLength: 8 }), (tasks) => {
        const runs = tasks.reduce((sum, each) => sum + each.runs, 0);
        const successes = tasks.reduce((sum, each) => sum + each.successes, 0);
        const [low, high] = clusteredInterval(tasks);
        expect(low).toBeLessThanOrEqual(successes / runs + 1e-12);
        expect(high).toBeGreaterThanOrEqual(successes / runs - 1e-12);
        expect(width([low, high])).toBeGreaterThanOrEqual(width(wilson(successes, runs)) - 1e-9);
        const [otherLow, otherHigh] = clusteredInterval(tasks.toReversed());
        expect([otherLow, otherHigh]).toEqual([expect.closeTo(low, 12), expect.closeTo(high, 12)]);
      }),
    );
  });
});

it.for([
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [4, 2.776],
  [5, 2.571],
  [6, 2.447],
  [16, 2.12],
  [29, 2.045],
  [30, 2.042],
  [100, 1.984],
] as const)('tQuantile() of %i is the printed %f', ([degrees, printed]) => {
  expect(Number(tQuantile(degrees).toFixed(3))).toBe(printed);
});

it('tQuantile() is that of stdlib to the last digits', () => {
  // @stdlib/stats-base-dists-t-quantile 0.2.3: quantile(0.975, degrees)
  expect(tQuantile(4)).toBeCloseTo(2.776445105197794, 13);
  expect(tQuantile(30)).toBeCloseTo(2.0422724563012378, 13);
});

it('tQuantile() comes down to that of the normal distribution', () => {
  expect(tQuantile(100_001)).toBeCloseTo(1.95999, 4);
});

/** Of a mean, from the values of each task. */
function bootstrapped(tasks: readonly (readonly number[])[]) {
  return taskBootstrap(
    tasks.map((each) => ({ part: each.reduce((sum, value) => sum + value, 0), whole: each.length })),
  );
}

it('taskBootstrap() is the same each time, and says nothing of a single task', () => {
  const tasks = [[1, 2], [3], [0, 5, 2]];
  expect(bootstrapped(tasks)).toEqual(bootstrapped(tasks));
  expect([bootstrapped([]), bootstrapped([[1, 2, 3]])]).toEqual([null, null]);
});

it('taskBootstrap() is wider where tasks differ than where their episodes do', () => {
  const between = bootstrapped([
    [4, 4],
    [0, 0],
    [4, 4],
    [0, 0],
  ])!;
  const within = bootstrapped([
    [4, 0],
    [0, 4],
    [4, 0],
    [0, 4],
  ])!;
  expect(within).toMatchObject({ low: 2, high: 2, error: 0 });
  expect(between.high - between.low).toBeGreaterThan(2);
});

it('taskBootstrap() has the standard error of a mean of as many independent numbers', () => {
  const random = randomNumbers(7);
  const numbers = Array.from({ length: 100 }, () => random.uniform());
  const mean = numbers.reduce((sum, each) => sum + each, 0) / 100;
  const error = Math.sqrt(numbers.reduce((sum, each) => sum + (each - mean) ** 2, 0)) / 100;
  const drawn = bootstrapped(numbers.map((each) => [each]))!;
  expect(drawn.error / error).toBeGreaterThan(0.95);
  expect(drawn.error / error).toBeLessThan(1.05);
  expect([drawn.low, drawn.high]).toEqual([
    expect.closeTo(mean - 1.96 * error, 2),
    expect.closeTo(mean + 1.96 * error, 2),
  ]);
});

it('taskBootstrap() of a ratio weighs long episodes more, and leaves out tasks without a whole', () => {
  const tasks = [
    { part: 90, whole: 100 },
    { part: 0, whole: 1 },
  ];
  const { low, high } = taskBootstrap(tasks)!;
  expect([low, high]).toEqual([0, 0.9]);
  expect(taskBootstrap([...tasks, { part: 0, whole: 0 }])).toEqual(taskBootstrap(tasks));
});
