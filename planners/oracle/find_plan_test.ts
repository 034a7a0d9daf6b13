import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Model } from '../../envs/env.ts';
import { aStar, findPlan, shortenPlan } from './find_plan.ts';
import type { Searchable } from './searchable.ts';
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

/** Blocks whose goal never holds, which its bound does not know. */
class Hopeless extends BlocksModel {
  override clone(): Hopeless {
    return Object.setPrototypeOf(super.clone(), Hopeless.prototype);
  }
  override goal() {
    return { success: false, share: 0 };
  }
  override lowerBound(): number {
    return 1;
  }
}

const EXACT = { expansionsMax: 10_000, weight: 1 };

function texts(plan: readonly Action[] | null): string[] | null {
  return plan === null ? null : plan.map(({ args }) => args.join(' on '));
}

/** Breadth first, with neither bound nor queue. */
function distance(start: Searchable): number {
  const seen = new Set([start.key()]);
  for (let layer = [start], steps = 0; layer.length > 0; steps++) {
    if (layer.some((model) => model.goal().success)) return steps;
    layer = layer.flatMap((model) =>
      model.actions().flatMap((action) => {
        const next = model.clone();
        next.step(action);
        if (seen.has(next.key())) return [];
        seen.add(next.key());
        return [next];
      }),
    );
  }
  return Number.POSITIVE_INFINITY;
}

function follow(model: Searchable, plan: readonly Action[]): boolean[] {
  return plan.map((action) => {
    expect(model.step(action)).toBeNull();
    return model.goal().success;
  });
}

describe('aStar()', () => {
  it('finds a shortest plan and says that none is shorter', () => {
    const found = aStar(new BlocksModel(['abc'], ['cba']), EXACT);
    expect(found.status).toBe('found');
    expect(texts(found.plan)).toEqual(['c on table', 'b on c', 'a on b']);
    expect(found.lowerBound).toBe(3);
  });

  it('finds the empty plan where the goal holds', () => {
    expect(aStar(new BlocksModel(['ab', 'c'], ['ab', 'c']), EXACT)).toEqual({
      status: 'found',
      plan: [],
      expanded: 0,
      lowerBound: 0,
    });
  });

  it('says that there is no plan, where the bound says so and where it has looked everywhere', () => {
    const none = { status: 'none', plan: null, lowerBound: Number.POSITIVE_INFINITY };
    expect(aStar(new BlocksModel(['ab'], ['abc']), EXACT)).toEqual({ ...none, expanded: 0 });
    const hopeless = new Hopeless(['abc'], ['cba']);
    expect(aStar(hopeless, EXACT)).toMatchObject({ ...none, expanded: 13 });
  });

  it('stops at the limit with a bound that is proven', () => {
    const limited = aStar(new BlocksModel(['abcde'], ['edcba']), { expansionsMax: 1, weight: 1 });
    expect(limited).toEqual({ status: 'limit', plan: null, expanded: 1, lowerBound: 5 });
  });

  it('leaves the model as it was', () => {
    const model = new BlocksModel(['abc'], ['cba']);
    aStar(model, EXACT);
    expect(model.key()).toBe('abc');
  });

  it('finds plans as short as breadth-first search does, which reach the goal with their last action', () => {
    fc.assert(
      fc.property(arbitraryTowers, ([now, goal]) => {
        const model = new BlocksModel(now, goal);
        const found = aStar(model, EXACT);
        expect(found.plan?.length).toBe(distance(model));
        expect(found.lowerBound).toBe(found.plan?.length);
        const reached = follow(model, found.plan ?? []);
        expect(reached).toEqual(reached.map((_, at) => at === reached.length - 1));
      }),
      { numRuns: 150 },
    );
  });

  it('finds some plan with any weight, by no more expansions than there are states, and the same one again', () => {
    fc.assert(
      fc.property(arbitraryTowers, fc.integer({ min: 2, max: 20 }), ([now, goal], weight) => {
        const model = new BlocksModel(now, goal);
        const found = aStar(model, { expansionsMax: 10_000, weight });
        expect(found.status).toBe('found');
        expect(aStar(model, { expansionsMax: 10_000, weight })).toEqual(found);
        const reached = follow(model, found.plan ?? []);
        expect(reached.at(-1) ?? true).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

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
