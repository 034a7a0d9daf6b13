import { expect, it } from 'vitest';
import { budgetSpent, costOf, usdText } from './budget.ts';

const MODEL = { model: 'm', provider: 'p', priority: 0, prices: { prompt: 2.5, completion: 10 }, embeddingPrice: 0.02 };
const USAGE = { promptTokens: 1_000_000, completionTokens: 100_000 };

it('costOf() is tokens × price, in billionths of a dollar', () => {
  expect(costOf({ url: '/v1/chat/completions' }, USAGE, MODEL)).toEqual({ ...USAGE, nanoUsd: 3_500_000_000 });
  expect(costOf({ url: '/v1/embeddings' }, USAGE, MODEL).nanoUsd).toBe(20_000_000);
  const { prices: _, ...free } = MODEL;
  expect(costOf({ url: '/v1/chat/completions' }, USAGE, free).nanoUsd).toBe(0);
});

it('budgetSpent() returns the reason from the last cent on', () => {
  expect(budgetSpent({ budget: 2 }, 1_999_999_999)).toBeNull();
  expect(budgetSpent({ budget: 2 }, 2_000_000_000)).toMatch(/^the budget of 2 USD is spent \(2\.00 USD\)/);
  expect(budgetSpent({}, Number.MAX_SAFE_INTEGER)).toBeNull();
});

it('usdText() shows small sums, too', () => {
  expect([0, 1_234_567, 12_345_678_901].map(usdText)).toEqual(['0.00 USD', '0.0012 USD', '12.35 USD']);
});
