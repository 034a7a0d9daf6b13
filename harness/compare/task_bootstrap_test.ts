/**
 * The bootstrap over tasks: it knows that episodes of one task are alike.
 *
 * @module
 */
import { expect, it } from 'vitest';
import { randomNumbers } from '../../envs/random_numbers.ts';
import { taskBootstrap } from './task_bootstrap.ts';

it('taskBootstrap() is the same each time, and says nothing of a single task', () => {
  const tasks = [[1, 2], [3], [0, 5, 2]];
  expect(taskBootstrap(tasks)).toEqual(taskBootstrap(tasks));
  expect([taskBootstrap([]), taskBootstrap([[1, 2, 3]])]).toEqual([null, null]);
});

it('taskBootstrap() is wider where tasks differ than where their episodes do', () => {
  const between = taskBootstrap([
    [4, 4],
    [0, 0],
    [4, 4],
    [0, 0],
  ])!;
  const within = taskBootstrap([
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
  const drawn = taskBootstrap(numbers.map((each) => [each]))!;
  expect(drawn.error / error).toBeGreaterThan(0.95);
  expect(drawn.error / error).toBeLessThan(1.05);
  expect([drawn.low, drawn.high]).toEqual([
    expect.closeTo(mean - 1.96 * error, 2),
    expect.closeTo(mean + 1.96 * error, 2),
  ]);
});
