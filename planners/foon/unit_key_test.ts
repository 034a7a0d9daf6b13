import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FunctionalUnit, NonEmpty, ObjectNode, ObjectState } from './foon.ts';
import { arbitraryObject, arbitraryUnit } from './testing/arbitrary_foon.ts';
import { type FoonLevel, objectKey, unitKey } from './unit_key.ts';

const LEVELS: readonly FoonLevel[] = [1, 2, 3];

const contains = (...ingredients: string[]): ObjectState => ({ kind: 'contents', label: 'contains', ingredients });
const on = (object: string): ObjectState => ({ kind: 'related', label: 'on', object });
const bowl = (...states: ObjectState[]): ObjectNode => ({ label: 'bowl', states, inMotion: false, isGoal: false });
const equalObjects = (a: ObjectNode, b: ObjectNode, level: FoonLevel) => objectKey(a, level) === objectKey(b, level);
const equalUnits = (a: FunctionalUnit, b: FunctionalUnit, level: FoonLevel) => unitKey(a, level) === unitKey(b, level);
const levelsOf = (a: ObjectNode, b: ObjectNode) => LEVELS.filter((level) => equalObjects(a, b, level));

describe('objectKey()', () => {
  it('looks at labels, then at states, then at ingredients', () => {
    expect(levelsOf(bowl(contains('egg')), bowl(contains('egg')))).toEqual([1, 2, 3]);
    expect(levelsOf(bowl(contains('egg')), bowl(contains('milk')))).toEqual([1, 2]);
    expect(levelsOf(bowl(contains('egg')), bowl({ kind: 'plain', label: 'empty' }))).toEqual([1]);
    expect(levelsOf(bowl(on('table')), bowl(on('stove')))).toEqual([1]);
    expect(levelsOf(bowl(), { ...bowl(), label: 'cup' })).toEqual([]);
  });

  it('minds neither order nor doubles, neither motion nor goals', () => {
    expect(levelsOf(bowl(contains('egg', 'milk'), on('table')), bowl(on('table'), contains('milk', 'egg')))).toEqual(
      LEVELS,
    );
    expect(levelsOf(bowl(contains('egg', 'egg')), bowl(contains('egg')))).toEqual(LEVELS);
    expect(levelsOf(bowl(), { ...bowl(), inMotion: true, isGoal: true })).toEqual(LEVELS);
  });

  it('tells what text run together would not', () => {
    expect(levelsOf(bowl(contains('a', 'b')), bowl(contains('a","b')))).toEqual([1, 2]);
    expect(levelsOf(bowl({ kind: 'plain', label: 'on' }), bowl(on('on')))).toEqual([1]);
  });
});

describe('unitKey()', () => {
  const unit = (label: string, inputs: NonEmpty<ObjectNode>, outputs: NonEmpty<ObjectNode>): FunctionalUnit => {
    return { inputs, motion: { label }, outputs };
  };
  const mixed = unit('mix', [bowl(contains('egg')), bowl(contains('milk'))], [bowl(contains('dough'))]);

  it('minds the motion, but neither its times nor the order of objects', () => {
    const turned = unit('mix', [bowl(contains('milk')), bowl(contains('egg'))], [bowl(contains('dough'))]);
    expect(equalUnits(mixed, { ...turned, motion: { label: 'mix', times: { start: '0:01', end: '0:02' } } }, 3)).toBe(
      true,
    );
    expect(equalUnits(mixed, { ...mixed, motion: { label: 'stir' } }, 1)).toBe(false);
  });

  it('counts objects', () => {
    const fewer = unit('mix', [bowl(contains('egg'))], [bowl(contains('dough'))]);
    expect(LEVELS.filter((level) => equalUnits(mixed, fewer, level))).toEqual([]);
  });

  it('tells inputs from outputs', () => {
    expect(equalUnits(unit('mix', [bowl()], [bowl(on('table'))]), unit('mix', [bowl(on('table'))], [bowl()]), 2)).toBe(
      false,
    );
  });
});

/** The same, obvious and slow: sets and counted lists compared element by element. */
function slowEqualObjects(a: ObjectNode, b: ObjectNode, level: FoonLevel): boolean {
  const sameState = (x: ObjectState, y: ObjectState) =>
    x.label === y.label &&
    (x.kind === 'related' ? x.object : undefined) === (y.kind === 'related' ? y.object : undefined);
  const within = <T>(some: readonly T[], all: readonly T[], same: (x: T, y: T) => boolean) =>
    some.every((x) => all.some((y) => same(x, y)));
  const inside = (node: ObjectNode) =>
    node.states.flatMap((state) => (state.kind === 'contents' ? state.ingredients : []));
  const sets = <T>(x: readonly T[], y: readonly T[], same: (x: T, y: T) => boolean) =>
    within(x, y, same) && within(y, x, same);
  return (
    a.label === b.label &&
    (level < 2 || sets(a.states, b.states, sameState)) &&
    (level < 3 || sets(inside(a), inside(b), (x, y) => x === y))
  );
}

function slowEqualUnits(a: FunctionalUnit, b: FunctionalUnit, level: FoonLevel): boolean {
  const counted = (xs: readonly ObjectNode[], ys: readonly ObjectNode[]) =>
    xs.length === ys.length &&
    xs.every((x) => {
      const same = (y: ObjectNode) => slowEqualObjects(x, y, level);
      return xs.filter(same).length === ys.filter(same).length;
    });
  return a.motion.label === b.motion.label && counted(a.inputs, b.inputs) && counted(a.outputs, b.outputs);
}

const level = fc.constantFrom(...LEVELS);
/** Small enough a choice of labels that equal ones are frequent. */
const few = <T>(arbitrary: fc.Arbitrary<T>): fc.Arbitrary<readonly [T, T, T]> =>
  fc.tuple(arbitrary, arbitrary, arbitrary);
const fewObjects: fc.Arbitrary<ObjectNode> = fc.record({
  label: fc.constantFrom('bowl', 'cup'),
  states: fc.array(fc.constantFrom(contains('egg'), contains('milk', 'egg'), on('table'), contains()), {
    maxLength: 2,
  }),
  inMotion: fc.boolean(),
  isGoal: fc.boolean(),
});
const fewUnits: fc.Arbitrary<FunctionalUnit> = fc
  .tuple(fc.tuple(fewObjects, fewObjects), fc.constantFrom('mix', 'stir'), fewObjects)
  .map(([inputs, label, output]) => ({ inputs, motion: { label }, outputs: [output] }));

describe('equality', () => {
  it('is that of a slow comparison', () => {
    fc.assert(
      fc.property(few(fc.oneof(fewUnits, arbitraryUnit)), level, ([a, b], at) => {
        expect(equalUnits(a, b, at)).toBe(slowEqualUnits(a, b, at));
        expect(equalObjects(a.inputs[0], b.inputs[0], at)).toBe(slowEqualObjects(a.inputs[0], b.inputs[0], at));
      }),
      { numRuns: 1000 },
    );
  });

  it('is an equivalence', () => {
    fc.assert(
      fc.property(few(fewUnits), level, ([a, b, c], at) => {
        expect(equalUnits(a, a, at)).toBe(true);
        expect(equalUnits(a, b, at)).toBe(equalUnits(b, a, at));
        if (equalUnits(a, b, at) && equalUnits(b, c, at)) expect(equalUnits(a, c, at)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('at a level implies that at the level below', () => {
    fc.assert(
      fc.property(few(fewUnits), ([a, b]) => {
        if (equalUnits(a, b, 3)) expect(equalUnits(a, b, 2)).toBe(true);
        if (equalUnits(a, b, 2)) expect(equalUnits(a, b, 1)).toBe(true);
      }),
      { numRuns: 1000 },
    );
  });

  it('minds no order', () => {
    fc.assert(
      fc.property(arbitraryObject, level, (node, at) => {
        expect(objectKey({ ...node, states: node.states.toReversed() }, at)).toBe(objectKey(node, at));
      }),
    );
  });
});
