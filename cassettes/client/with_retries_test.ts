import { expect, test } from 'vitest';
import { TransientError, withRetries } from './with_retries.ts';

test('withRetries() returns the first success, after pauses that double up to their bound', async () => {
  const { slept, options } = sleeper({ attemptsMax: 6, pauseMaxMs: 500 });
  let attempts = 0;
  const result = await withRetries(async () => {
    attempts += 1;
    if (attempts < 6) throw new TransientError('busy');
    return 'done';
  }, options);
  expect(result).toBe('done');
  expect(slept).toEqual([100, 200, 400, 500, 500]);
});

test('withRetries() tells of each pause before it makes it', async () => {
  const { slept, options } = sleeper({ attemptsMax: 3, pauseMaxMs: 150 });
  const told: unknown[] = [];
  const onRetry = (retry: object) => void told.push({ ...retry, slept: [...slept] });
  const error = new TransientError('busy');
  await expect(withRetries(async () => Promise.reject(error), { ...options, onRetry })).rejects.toBe(error);
  expect(told).toEqual([
    { error, attempt: 2, pauseMs: 100, slept: [] },
    { error, attempt: 3, pauseMs: 150, slept: [100] },
  ]);
});

test('withRetries() pauses as long as it is asked to, up to its bound', async () => {
  const { slept, options } = sleeper({ attemptsMax: 3, pauseMaxMs: 500 });
  const asked = [0, 9_000];
  const failing = async () => Promise.reject(new TransientError('busy', { retryAfterMs: asked.shift() ?? null }));
  await expect(withRetries(failing, options)).rejects.toThrow('busy');
  expect(slept).toEqual([0, 500]);
});

test('withRetries() does not try again after an error that nothing mends', async () => {
  const { slept, options } = sleeper({ attemptsMax: 5, pauseMaxMs: 500 });
  await expect(withRetries(async () => Promise.reject(new Error('refused')), options)).rejects.toThrow('refused');
  expect(slept).toEqual([]);
});

function sleeper(bounds: { attemptsMax: number; pauseMaxMs: number }) {
  const slept: number[] = [];
  return { slept, options: { ...bounds, pauseMs: 100, sleep: async (ms: number) => void slept.push(ms) } };
}
