import { expect, it } from 'vitest';
import { moneyOf, moneyText, pricesOf } from './prices.ts';

it('pricesOf() reads both prices, in any order, and none where none is given', () => {
  expect(pricesOf({ prices: 'prompt=2.5,completion=10' })).toEqual({ prompt: 2.5, completion: 10 });
  expect(pricesOf({ prices: 'completion=.4, prompt=0' })).toEqual({ prompt: 0, completion: 0.4 });
  expect(pricesOf({ prices: undefined })).toBeNull();
});

it.each([
  ['', '"" is neither prompt nor completion'],
  ['2.5', '"2.5" is neither prompt nor completion'],
  ['prompt=2.5', '"completion" has no price'],
  ['completion=10', '"prompt" has no price'],
  ['prompt=2.5,output=10', '"output" is neither prompt nor completion'],
  ['prompt=1,prompt=2,completion=3', '"prompt" has two prices'],
  ['prompt=-1,completion=10', 'the price of "prompt" is not a number of at least 0'],
  ['prompt=1e999,completion=10', 'the price of "prompt" is not a number of at least 0'],
  ['prompt=1=2,completion=10', 'the price of "prompt" is not a number of at least 0'],
])('pricesOf() refuses "%s": %s', (prices, why) => {
  expect(() => pricesOf({ prices })).toThrow(
    `--prices must be the prices of a million tokens, such as prompt=2.5,completion=10; found "${prices}": ${why}`,
  );
});

const prices = { prompt: 2.5, completion: 10 };

it('moneyOf() is tokens times the price of a million, and none where tokens are not known', () => {
  expect(moneyOf({ promptTokens: 104_852, completionTokens: 115.836 }, prices)).toBe(0.263288);
  expect(moneyOf({ promptTokens: null, completionTokens: 1 }, prices)).toBeNull();
  expect(moneyOf({ promptTokens: 1 }, prices)).toBeNull();
});

it('moneyText() has three significant digits', () => {
  const texts = ['0.263', '0.0000123', '1230', '-0.5', '0'];
  expect([0.263288, 0.0000123456, 1234.5, -0.5, 0].map(moneyText)).toEqual(texts);
});
