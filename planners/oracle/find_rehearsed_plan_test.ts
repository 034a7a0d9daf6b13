import { describe, expect, it } from 'vitest';
import { findRehearsedPlan } from './find_rehearsed_plan.ts';
import { BlocksModel } from './testing/blocks_model.ts';
import { type Refuses, RehearsedBlocks } from './testing/rehearsed_blocks.ts';

const blocks = (now: readonly string[], goal: readonly string[], refuses: Refuses = () => false) =>
  new RehearsedBlocks(new BlocksModel(now, goal), refuses);
const texts = (plan: readonly { args: readonly string[] }[] | null) => plan?.map(({ args }) => args.join(' on '));

describe('findRehearsedPlan()', () => {
  const limits = { rehearsalsMax: 1000, expansionsMax: 1000 };

  it('takes the plan by the rules where it is carried out', () => {
    const found = findRehearsedPlan(blocks(['abc'], ['cba']), limits);
    expect(found).toMatchObject({ optimal: true, lowerBound: 3, expanded: 3 });
    expect(texts(found.plan)).toEqual(['c on table', 'b on c', 'a on b']);
  });

  it('proves with the arm that a plan is a shortest one, or that there is none', () => {
    const around = blocks(['abc', 'd'], ['cba', 'd'], (key, text) => key === 'abc,d' && text === 'c on table');
    expect(findRehearsedPlan(around, limits).plan).toHaveLength(4);
    expect(findRehearsedPlan(around, limits)).toMatchObject({ optimal: true, lowerBound: 4 });
    const never = blocks(['ab'], ['ba'], (_, text) => text === 'b on table');
    expect(findRehearsedPlan(never, limits)).toMatchObject({
      plan: null,
      optimal: true,
      lowerBound: Number.POSITIVE_INFINITY,
    });
    expect(findRehearsedPlan(never, { ...limits, rehearsalsMax: 0 })).toMatchObject({
      plan: null,
      optimal: false,
      lowerBound: 2,
    });
    expect(findRehearsedPlan(blocks(['ab'], ['abc']), limits)).toMatchObject({ plan: null, optimal: true });
  });
});
