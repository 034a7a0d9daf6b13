import { expect, test } from 'vitest';
import { tokenCounter } from './token_count.ts';

test.each(['/\n', 'a', ' ', '\n', 'é', '!', '👍', '1', ' \n'])('tokenCounter() counts a million of %j', async (run) => {
  const count = await tokenCounter('gpt-4o');
  expect(count(run.repeat(1_000_000 / run.length))).toBeGreaterThan(5_000);
});
