import { expect, it } from 'vitest';
import { are, counted } from './counted.ts';

it('counted() takes the singular of one alone', () => {
  expect([0, 1, 2].map((count) => counted(count, 'problem'))).toEqual(['0 problems', '1 problem', '2 problems']);
  expect([1, 2].map((count) => counted(count, 'reply', 'replies'))).toEqual(['1 reply', '2 replies']);
  expect([0, 1, 2].map(are)).toEqual(['are', 'is', 'are']);
});
