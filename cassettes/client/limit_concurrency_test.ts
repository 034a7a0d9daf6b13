import { expect, test } from 'vitest';
import { limitConcurrency } from './limit_concurrency.ts';

test('limitConcurrency() runs no more than so many at a time, in the order in which they came', async () => {
  const limited = limitConcurrency(2);
  const began: number[] = [];
  let running = 0;
  let most = 0;
  const task = (number: number) => async () => {
    began.push(number);
    running += 1;
    most = Math.max(most, running);
    await new Promise((resolve) => setImmediate(resolve));
    running -= 1;
    return number;
  };
  const numbers = Array.from({ length: 9 }, (_, number) => number);
  expect(await Promise.all(numbers.map((number) => limited(task(number))))).toEqual(numbers);
  expect(began).toEqual(numbers);
  expect(most).toBe(2);
});

test('limitConcurrency() goes on after a task that fails', async () => {
  const limited = limitConcurrency(1);
  const failed = limited(async () => Promise.reject(new Error('no')));
  const next = limited(async () => 'yes');
  await expect(failed).rejects.toThrow('no');
  expect(await next).toBe('yes');
});

test.each([0, -1, 1.5, Number.NaN])('limitConcurrency() refuses %d at a time', (max) => {
  expect(() => limitConcurrency(max)).toThrow('expected 1 or more');
});
