import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Model } from '../../envs/env.ts';
import { shortenPlan } from './shorten_plan.ts';
import { arbitraryTowers } from './testing/arbitrary_towers.ts';
import { BlocksModel } from './testing/blocks_model.ts';

const put = (block: string, on: string): Action => ({ verb: 'put', args: [block, on] });

describe('shortenPlan()', () => {
  it('drops what comes after the goal', () => {
    const plan = [put('b', 'table'), put('a', 'b'), put('a', 'table')];
    expect(shortenPlan(new BlocksModel(['ab'], ['ba']), plan)).toEqual(plan.slice(0, 2));
  });

  it('drops a single action that is not needed', () => {
    const plan = [put('c', 'table'), put('b', 'table'), put('a', 'b')];
    expect(shortenPlan(new BlocksModel(['ab', 'c'], ['ba', 'c']), plan)).toEqual(plan.slice(1));
  });

  it('drops a pair that is only good for itself', () => {
    const plan = [put('c', 'b'), put('c', 'table'), put('b', 'table'), put('a', 'b')];
    expect(shortenPlan(new BlocksModel(['ab', 'c'], ['ba', 'c']), plan)).toEqual(plan.slice(2));
  });

  it('leads to the goal from any random walk that does, with no more actions', () => {
    fc.assert(
      fc.property(arbitraryTowers, fc.array(fc.nat(), { maxLength: 60 }), ([now, goal], choices) => {
        const start = new BlocksModel(now, goal);
        const walk = start.clone();
        const plan: Action[] = [];
        for (const choice of choices) {
          if (walk.goal().success) break;
          const actions = walk.actions();
          const action = actions[choice % actions.length]!;
          walk.step(action);
          plan.push(action);
        }
        if (!walk.goal().success) return;
        const shorter = shortenPlan(start, plan);
        expect(shorter.length).toBeLessThanOrEqual(plan.length);
        const end: Model = start.clone();
        for (const action of shorter) expect(end.step(action)).toBeNull();
        expect(end.goal().success).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});
