import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Action, Model } from '../../envs/env.ts';
import type { PddlObservation } from '../../envs/pddl/observation.ts';
import { aStar, findModelPlan, findPlan, shortenPlan } from './find_plan.ts';
import type { Searchable } from './searchable.ts';
import { arbitraryTowers } from './testing/arbitrary_towers.ts';
import { BlocksModel } from './testing/blocks_model.ts';

describe('findPlan()', () => {
  it('proves a plan to be a shortest one, or that there is none, where the expansions suffice', () => {
    const found = findPlan(new BlocksModel(['abc'], ['cba']), { expansionsMax: 1000 });
    expect(found).toMatchObject({ plan: [{}, {}, {}], optimal: true, lowerBound: 3 });
    const none = findPlan(new BlocksModel(['ab'], ['abc']), { expansionsMax: 1000 });
    expect(none).toEqual({ plan: null, optimal: true, lowerBound: Number.POSITIVE_INFINITY, expanded: 0 });
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
        if (found.plan !== null) expect(follow(model, found.plan).at(-1) ?? true).toBe(true);
      }),
      { numRuns: 100 },
    );
  });
});

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

const put = (block: string, on: string): Action => ({ verb: 'put', args: [block, on] });
const EXACT = { expansionsMax: 10_000, weight: 1 };

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
    const model = new BlocksModel(['abc'], ['cba']);
    const plan = [put('c', 'table'), put('b', 'c'), put('a', 'b')];
    expect(aStar(model, EXACT)).toMatchObject({ status: 'found', plan, lowerBound: 3 });
    expect(model.key()).toBe('abc');
    const there = aStar(new BlocksModel(['ab', 'c'], ['ab', 'c']), EXACT);
    expect(there).toEqual({ status: 'found', plan: [], expanded: 0, lowerBound: 0 });
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
});

describe('shortenPlan()', () => {
  const [aOnB, bDown, cDown] = [put('a', 'b'), put('b', 'table'), put('c', 'table')];
  it.each([
    ['what comes after the goal', [bDown, aOnB, put('a', 'table')], [bDown, aOnB]],
    ['a single action that is not needed', [cDown, bDown, aOnB], [bDown, aOnB]],
    ['a pair that is only good for itself', [put('c', 'b'), cDown, bDown, aOnB], [bDown, aOnB]],
  ])('drops %s', (_, plan, shorter) => {
    expect(shortenPlan(new BlocksModel(['ab', 'c'], ['ba', 'c']), plan)).toEqual(shorter);
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
        expect(follow(start.clone(), shorter).at(-1) ?? true).toBe(true);
      }),
      { numRuns: 200 },
    );
  });
});

const seen: PddlObservation = {
  world: 'pddl',
  domain: 'lamps',
  actions: {
    go: { parameters: ['?a', '?b'], needs: ['at ?a', 'door ?a ?b'], adds: ['at ?b'], deletes: ['at ?a'] },
    light: { parameters: ['?room'], needs: ['at ?room'], adds: ['lit ?room'], deletes: [] },
  },
  words: { actions: {}, objects: {} },
  objects: ['hall', 'attic'],
  facts: ['at hall', 'door hall attic'],
  goal: ['lit attic', 'lit hall'],
};

const modelOf = (observation: PddlObservation) => ({ observe: () => observation }) as unknown as Model;
const OPTIONS = { expansionsMax: 100 };

describe('findModelPlan()', () => {
  it('finds a shortest plan of a planning problem', () => {
    const { plan, ...proven } = findModelPlan(modelOf(seen), OPTIONS)!;
    const texts = plan?.map(({ verb, args }) => [verb, ...args].join(' '));
    expect(texts).toEqual(['light hall', 'go hall attic', 'light attic']);
    expect(proven).toMatchObject({ optimal: true, lowerBound: 3 });
  });

  it('proves that there is none, or says that it gave up', () => {
    const locked = modelOf({ ...seen, facts: ['at hall'] });
    expect(findModelPlan(locked, OPTIONS)).toMatchObject({ plan: null, optimal: true, lowerBound: Infinity });
    const unknown = { plan: null, optimal: false, lowerBound: 0 };
    expect(findModelPlan(modelOf(seen), { expansionsMax: 1 })).toMatchObject(unknown);
  });

  it('leaves other worlds to their own search, and those without one alone', () => {
    expect(findModelPlan(new BlocksModel(['ab'], ['ba']), OPTIONS)?.plan).toHaveLength(2);
    expect(findModelPlan({} as Model, OPTIONS)).toBeNull();
  });
});
