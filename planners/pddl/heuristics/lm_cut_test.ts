import * as fc from 'fast-check';
import { expect, it } from 'vitest';
import { groundTask, INFINITE_COST } from '../task/ground_task.ts';
import { arbitraryGroundTask } from '../testing/arbitrary_ground_task.ts';
import { referenceCut } from '../testing/reference_lm_cut.ts';
import { referenceCost, referenceStates } from '../testing/reference_search.ts';
import { HMaxCosts, hMax } from './h_max.ts';
import { LandmarkCut, lmCut } from './lm_cut.ts';
import { relaxedTask } from './relaxed_task.ts';

it('lmCut() in every state of tasks at random lies between h_max and the true cost, and says INFINITE_COST where h_max does', () => {
  const property = fc.property(arbitraryGroundTask, (task) => {
    const packed = groundTask(task);
    const [cut, max] = [lmCut(packed), hMax(packed)];
    for (const state of referenceStates(task, 8)) {
      const { initial } = groundTask({ ...task, initial: state });
      const [lower, upper] = [max.evaluate(initial, 0), referenceCost(task, state) ?? INFINITE_COST];
      const value = cut.evaluate(initial, 0);
      expect(value).toBeGreaterThanOrEqual(lower);
      expect(value).toBeLessThanOrEqual(upper);
      expect(value === INFINITE_COST).toBe(lower === INFINITE_COST);
    }
  });
  fc.assert(property, { numRuns: 2_000 });
});

function found(cut: LandmarkCut): number[] {
  return [...cut.operators.subarray(0, cut.find())].sort((a, b) => a - b);
}

it('LandmarkCut finds the cut that the pass forward does, cut after cut', () => {
  let cuts = 0;
  const property = fc.property(arbitraryGroundTask, (ground) => {
    const packed = groundTask(ground);
    const task = relaxedTask(packed);
    const facts = new HMaxCosts(task);
    const cut = new LandmarkCut(task, facts);
    facts.explore(packed.initial, 0);
    while ((facts.costs[task.goal] ?? 0) > 0 && facts.costs[task.goal] !== INFINITE_COST) {
      const operators = found(cut);
      expect(operators).toEqual(referenceCut(task, ground.initial, facts));
      const least = Math.min(...operators.map((operator) => facts.operatorCosts[operator] ?? 0));
      for (const operator of operators) {
        facts.operatorCosts[operator] = (facts.operatorCosts[operator] ?? 0) - least;
        facts.lowerEffects(operator);
      }
      facts.update();
      cuts++;
    }
  });
  fc.assert(property, { numRuns: 15_000 });
  expect(cuts).toBeGreaterThan(3_000);
});
