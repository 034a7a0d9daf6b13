import { expect, it } from 'vitest';
import { BoundReached, Budget, GROUNDING_BOUNDS } from './bounds.ts';

it('Budget counts steps, and compares what others count', () => {
  const budget = new Budget({ ...GROUNDING_BOUNDS, stepsMax: 3, factsMax: 2 });
  budget.step(2);
  budget.step();
  expect(() => budget.step()).toThrow(new BoundReached('stepsMax', 3));
  budget.check('factsMax', 2);
  expect(() => budget.check('factsMax', 3)).toThrow('the limit factsMax (2) was reached');
});
