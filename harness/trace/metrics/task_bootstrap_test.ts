/**
 * The bootstrap over tasks: it knows that episodes of one task are alike.
 *
 * @module
 */
import { expect, it } from 'vitest';
import { randomNumbers } from '../../../envs/random_numbers.ts';
import { taskBootstrap } from './task_bootstrap.ts';

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
