import { describe, expect, it } from 'vitest';
import type { Model } from '../../envs/env.ts';
import type { PddlObservation } from '../../envs/pddl/observation.ts';
import { findPlanIn } from './find_plan_in.ts';
import { BlocksModel } from './testing/blocks_model.ts';

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

describe('findPlanIn()', () => {
  it('finds a shortest plan of a planning problem', () => {
    const { plan, ...proven } = findPlanIn(modelOf(seen), OPTIONS)!;
    const texts = plan?.map(({ verb, args }) => [verb, ...args].join(' '));
    expect(texts).toEqual(['light hall', 'go hall attic', 'light attic']);
    expect(proven).toMatchObject({ optimal: true, lowerBound: 3 });
  });

  it('proves that there is none, or says that it gave up', () => {
    const locked = modelOf({ ...seen, facts: ['at hall'] });
    expect(findPlanIn(locked, OPTIONS)).toMatchObject({ plan: null, optimal: true, lowerBound: Infinity });
    const unknown = { plan: null, optimal: false, lowerBound: 0 };
    expect(findPlanIn(modelOf(seen), { expansionsMax: 1 })).toMatchObject(unknown);
  });

  it('leaves other worlds to their own search, and those without one alone', () => {
    expect(findPlanIn(new BlocksModel(['ab'], ['ba']), OPTIONS)?.plan).toHaveLength(2);
    expect(findPlanIn({} as Model, OPTIONS)).toBeNull();
  });
});
