import fc from 'fast-check';
import { expect, it } from 'vitest';
import { randomNumbers } from '../../../envs/random_numbers.ts';
import { clusteredInterval, taskBootstrap, tQuantile, wilson } from './intervals.ts';
import { sum } from './numbers.ts';

it.for([
  // Newcombe 1998, Statistics in Medicine 17, Table I, method 3 (score, no continuity correction)
  [81, 263, 0.2553, 0.3662],
  [15, 148, 0.0624, 0.1605],
  [0, 20, 0, 0.1611],
  [1, 29, 0.0061, 0.1718],
] as const)('wilson() gives for %i of %i the printed limits', ([successes, runs, low, high]) => {
  const [a, b] = wilson(successes, runs);
  expect([a.toFixed(4), b.toFixed(4)]).toEqual([low.toFixed(4), high.toFixed(4)]);
});

it('wilson() is exact where all or none succeed, and [0, 1] without runs', () => {
  for (let runs = 1; runs <= 100; runs += 1) expect([wilson(0, runs)[0], wilson(runs, runs)[1]]).toEqual([0, 1]);
  expect(wilson(0, 0)).toEqual([0, 1]);
});

const tens = (...successes: number[]) => successes.map((each) => ({ successes: each, runs: 10 }));
const width = ([low, high]: readonly [number, number]) => high - low;
const close = (limits: readonly number[], digits: number) => limits.map((limit) => expect.closeTo(limit, digits));

it('clusteredInterval() is that of independent runs within one task, and with a run each, and [0, 1] without runs', () => {
  expect(clusteredInterval(tens(7))).toEqual(wilson(7, 10));
  const single = [1, 0, 1, 1].map((successes) => ({ successes, runs: 1 }));
  expect(clusteredInterval(single)).toEqual(close(wilson(3, 4), 12));
  for (const none of [[], [{ successes: 0, runs: 0 }]]) expect(clusteredInterval(none)).toEqual([0, 1]);
});

it('clusteredInterval() counts a task as little more than one run where its scenes all end alike', () => {
  // By hand: design effect 10 · 49/50 · 5/4 = 12.25, few tasks (2.0096/2.7764)² = 0.52391, 50/12.25 · 0.52391 = 2.13841 runs.
  expect(clusteredInterval(tens(10, 10, 10, 0, 0))).toEqual(close(wilson(0.6 * 2.13841, 2.13841), 4));
});

it('clusteredInterval() widens with the differences between tasks, for the same share', () => {
  const [same = 0, some = 0, most = 0] = [tens(6, 6, 6, 6, 6), tens(9, 8, 6, 4, 3), tens(10, 10, 8, 2, 0)].map((each) =>
    width(clusteredInterval(each)),
  );
  expect([same < some, some < most]).toEqual([true, true]);
});

it('clusteredInterval() counts tasks, not episodes, where all or none succeed', () => {
  expect(clusteredInterval(tens(10, 10, 10, 10, 10, 10, 10, 10))).toEqual(wilson(8, 8));
  expect(clusteredInterval(tens(0, 0, 0, 0, 0, 0, 0, 0))).toEqual(wilson(0, 8));
});

it.each([
  // By hand: correlation at least 1/2, 1/3 and 1/5.
  [tens(10, 10, 10, 10, 10, 10, 10, 9), 79 / 80, 80 / 5.5],
  [tens(10, 10, 10, 10, 10, 10, 9, 9), 78 / 80, 80 / 4],
  [tens(10, 10, 10, 10, 9, 9, 9, 9), 76 / 80, 80 / 2.8],
])('clusteredInterval() narrows as failures show how alike episodes of a task are: %j', (tasks, share, runs) => {
  expect(clusteredInterval(tasks)).toEqual(close(wilson(share * runs, runs), 9));
});

it('clusteredInterval() holds the share, whatever order the tasks are in, and is never narrower than without tasks', () => {
  const task = fc
    .integer({ min: 1, max: 12 })
    .chain((runs) => fc.record({ successes: fc.nat(runs), runs: fc.constant(runs) }));
  fc.assert(
    fc.property(fc.array(task, { minLength: 1, maxLength: 8 }), (tasks) => {
      const [runs, successes] = [sum(tasks.map((each) => each.runs)), sum(tasks.map((each) => each.successes))];
      const [low, high] = clusteredInterval(tasks);
      expect(low).toBeLessThanOrEqual(successes / runs + 1e-12);
      expect(high).toBeGreaterThanOrEqual(successes / runs - 1e-12);
      expect(width([low, high])).toBeGreaterThanOrEqual(width(wilson(successes, runs)) - 1e-9);
      expect(clusteredInterval(tasks.toReversed())).toEqual(close([low, high], 12));
    }),
  );
});

it.for([
  // NIST/SEMATECH e-Handbook of Statistical Methods, 1.3.6.7.2
  [1, 12.706],
  [2, 4.303],
  [3, 3.182],
  [16, 2.12],
  [29, 2.045],
  [100, 1.984],
] as const)('tQuantile() of %i is the printed %f', ([degrees, printed]) => {
  expect(Number(tQuantile(degrees).toFixed(3))).toBe(printed);
});

it('tQuantile() is that of stdlib to the last digits', () => {
  // @stdlib/stats-base-dists-t-quantile 0.2.3: quantile(0.975, degrees)
  expect(tQuantile(4)).toBeCloseTo(2.776445105197794, 13);
  expect(tQuantile(30)).toBeCloseTo(2.0422724563012378, 13);
});

function bootstrapped(...tasks: (readonly number[])[]) {
  return taskBootstrap(tasks.map((each) => ({ part: sum(each), whole: each.length })));
}

it('taskBootstrap() is the same each time, and null for a single task', () => {
  const tasks = [[1, 2], [3], [0, 5, 2]];
  expect(bootstrapped(...tasks)).toEqual(bootstrapped(...tasks));
  expect([bootstrapped(), bootstrapped([1, 2, 3])]).toEqual([null, null]);
});

it('taskBootstrap() is wider where tasks differ than where their episodes do', () => {
  const between = bootstrapped([4, 4], [0, 0], [4, 4], [0, 0])!;
  expect(bootstrapped([4, 0], [0, 4], [4, 0], [0, 4])).toMatchObject({ low: 2, high: 2, error: 0 });
  expect(between.high - between.low).toBeGreaterThan(2);
});

it('taskBootstrap() has the standard error of a mean of as many independent numbers', () => {
  const random = randomNumbers(7);
  const numbers = Array.from({ length: 100 }, () => random.uniform());
  const mean = sum(numbers) / 100;
  const error = Math.sqrt(sum(numbers.map((each) => (each - mean) ** 2))) / 100;
  const drawn = bootstrapped(...numbers.map((each) => [each]))!;
  expect(drawn.error / error).toBeGreaterThan(0.95);
  expect(drawn.error / error).toBeLessThan(1.05);
  expect([drawn.low, drawn.high]).toEqual(close([mean - 1.96 * error, mean + 1.96 * error], 2));
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
