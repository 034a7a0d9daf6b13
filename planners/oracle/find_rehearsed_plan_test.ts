import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { canCarryOut, findRehearsedPlan, rehearsedSearch } from './find_rehearsed_plan.ts';
import { arbitraryTowers } from './testing/arbitrary_towers.ts';
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
    expect(findRehearsedPlan(around, limits)).toMatchObject({ plan: [{}, {}, {}, {}], optimal: true, lowerBound: 4 });
    const never = blocks(['ab'], ['ba'], (_, text) => text === 'b on table');
    const none = { plan: null, optimal: true };
    expect(findRehearsedPlan(never, limits)).toMatchObject({ ...none, lowerBound: Number.POSITIVE_INFINITY });
    const unknown = { plan: null, optimal: false, lowerBound: 2 };
    expect(findRehearsedPlan(never, { ...limits, rehearsalsMax: 0 })).toMatchObject(unknown);
    expect(findRehearsedPlan(blocks(['ab'], ['abc']), limits)).toMatchObject(none);
  });
});

/** The length of a shortest plan of which nothing is refused, by a search of everything; null where there is none. */
function distance(start: RehearsedBlocks): number | null {
  const seen = new Set([start.key()]);
  for (let layer = [start], steps = 0; layer.length > 0; steps++) {
    if (layer.some((moment) => moment.model().goal().success)) return steps;
    layer = layer
      .flatMap((moment) => moment.actions().map((action) => moment.after(action)))
      .flatMap((result) => (result.ok ? [result.next as RehearsedBlocks] : []))
      .filter((moment) => !seen.has(moment.key()) && seen.add(moment.key()));
  }
  return null;
}

const LIMIT = { rehearsalsMax: 10_000 };

describe('rehearsedSearch()', () => {
  it('asks of no more actions than it takes', () => {
    const start = blocks(['abc'], ['cba']);
    expect(texts(rehearsedSearch(start, LIMIT).plan)).toEqual(['c on table', 'b on c', 'a on b']);
    expect(start.asked).toEqual(['c on table', 'b on c', 'a on b']);
  });

  it('plans around what is refused', () => {
    const start = blocks(['abc', 'd'], ['cba', 'd'], (key, text) => key.startsWith('abc,d') && text === 'c on table');
    const { plan, refused } = rehearsedSearch(start, LIMIT);
    expect(texts(plan)).toEqual(['c on d', 'c on table', 'b on c', 'a on b']);
    expect(refused).toBe(start.asked.filter((text) => text === 'c on table').length - 1);
    expect(refused).toBeGreaterThan(0);
  });

  it('tries again what was refused where things only look the same', () => {
    const start = blocks(['a', 'b'], ['ba'], (key, text) => key === 'a,b' && text === 'a on b');
    expect(texts(rehearsedSearch(start, LIMIT).plan)).toEqual(['b on table', 'a on b']);
  });

  it('comes last to what the model leaves out, but comes to it', () => {
    const start = blocks(['ab'], ['ba']);
    const model = start.model();
    model.actions = () => [];
    model.clone = () => blocks(['ab'], ['ba']).model();
    start.model = () => model;
    expect(texts(rehearsedSearch(start, LIMIT).plan)).toEqual(['b on table', 'a on b']);
  });

  it('says that it found nothing, or that it ended at its limit', () => {
    const never = blocks(['ab'], ['ba'], (_, text) => text === 'b on table');
    expect(rehearsedSearch(never, LIMIT)).toEqual({ plan: null, isLimit: false, rehearsed: 1, refused: 1 });
    const { plan, isLimit, rehearsed } = rehearsedSearch(blocks(['abc'], ['cba']), { rehearsalsMax: 2 });
    expect({ plan, isLimit, rehearsed }).toEqual({ plan: null, isLimit: true, rehearsed: 2 });
  });

  it('finds a shortest plan that is carried out, where all that decides is in the key', () => {
    const refusals = fc.tuple(fc.integer(), fc.integer({ min: 2, max: 5 })).map(([seed, share]): Refuses => {
      return (key, text) => {
        let hash = seed;
        for (const letter of key + text) hash = Math.imul(hash ^ letter.charCodeAt(0), 0x9e3779b1) >>> 1;
        return hash % share === 0;
      };
    });
    fc.assert(
      fc.property(arbitraryTowers, refusals, ([now, goal], refuses) => {
        const { plan } = rehearsedSearch(blocks(now, goal, refuses), LIMIT);
        expect(plan?.length ?? null).toBe(distance(blocks(now, goal, refuses)));
        if (plan !== null) expect(canCarryOut(blocks(now, goal, refuses), plan)).toBe(true);
      }),
    );
  });
});

const put = (block: string, on: string) => ({ verb: 'put', args: [block, on] });
const PLAN = [put('c', 'table'), put('b', 'c')];

it('canCarryOut() says whether nothing of a plan is refused, and asks no further than that', () => {
  const model = new BlocksModel(['abc'], ['cba']);
  expect(canCarryOut(new RehearsedBlocks(model, () => false), PLAN)).toBe(true);
  expect(canCarryOut(new RehearsedBlocks(model, () => false), [])).toBe(true);
  const refusing = new RehearsedBlocks(model, (_, text) => text === 'c on table');
  expect(canCarryOut(refusing, PLAN)).toBe(false);
  expect(refusing.asked).toEqual(['c on table']);
});
