import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findPlan } from './find_plan.ts';
import { arbitraryTowers } from './testing/arbitrary_towers.ts';
import { BlocksModel } from './testing/blocks_model.ts';

describe('findPlan()', () => {
  it('proves a plan to be a shortest one, where the expansions suffice', () => {
    const found = findPlan(new BlocksModel(['abc'], ['cba']), { expansionsMax: 1000 });
    expect(found).toMatchObject({ optimal: true, lowerBound: 3 });
    expect(found.plan).toHaveLength(3);
  });

  it('proves that there is no plan', () => {
    const found = findPlan(new BlocksModel(['ab'], ['abc']), { expansionsMax: 1000 });
    expect(found).toEqual({ plan: null, optimal: true, lowerBound: Number.POSITIVE_INFINITY, expanded: 0 });
  });

  it('says what it could prove, where they do not suffice', () => {
    const start = new BlocksModel(['abcde'], ['ea', 'bd', 'c']);
    const shortest = findPlan(start, { expansionsMax: 10_000 }).lowerBound;
    for (let expansionsMax = 1; expansionsMax < 30; expansionsMax++) {
      const { plan, optimal, lowerBound, expanded } = findPlan(start, { expansionsMax });
      expect(lowerBound).toBeLessThanOrEqual(shortest);
      expect(optimal).toBe(plan !== null && plan.length === lowerBound);
      expect(expanded).toBeLessThanOrEqual(4 * expansionsMax);
      if (plan !== null) expect(plan.length).toBeGreaterThanOrEqual(shortest);
    }
  });

  it('finds the same plan again, which leads to the goal', () => {
    fc.assert(
      fc.property(arbitraryTowers, fc.integer({ min: 1, max: 40 }), ([now, goal], expansionsMax) => {
        const model = new BlocksModel(now, goal);
        const found = findPlan(model, { expansionsMax });
        expect(findPlan(model, { expansionsMax })).toEqual(found);
        if (found.plan === null) return;
        for (const action of found.plan) expect(model.step(action)).toBeNull();
        expect(model.goal().success).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});
