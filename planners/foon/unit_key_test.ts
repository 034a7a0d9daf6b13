import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { FunctionalUnit, ObjectNode, ObjectState } from './foon.ts';
import { arbitraryUnit } from './testing/arbitrary_foon.ts';
import { type FoonLevel, objectKey, unitKey } from './unit_key.ts';

const LEVELS: readonly FoonLevel[] = [1, 2, 3];

const contains = (...ingredients: string[]): ObjectState => ({ kind: 'contents', label: 'contains', ingredients });
const on = (object: string): ObjectState => ({ kind: 'related', label: 'on', object });
const bowl = (...states: ObjectState[]): ObjectNode => ({ label: 'bowl', states, inMotion: false, isGoal: false });
const equalObjects = (a: ObjectNode, b: ObjectNode, level: FoonLevel) => objectKey(a, level) === objectKey(b, level);
const equalUnits = (a: FunctionalUnit, b: FunctionalUnit, level: FoonLevel) => unitKey(a, level) === unitKey(b, level);

describe('objectKey()', () => {
  const plain = (label: string): ObjectState => ({ kind: 'plain', label });
  it.each([
    [bowl(contains('egg')), bowl(contains('egg')), LEVELS],
    [bowl(contains('egg')), bowl(contains('milk')), [1, 2]],
    [bowl(contains('egg')), bowl(plain('empty')), [1]],
    [bowl(on('table')), bowl(on('stove')), [1]],
    [bowl(), { ...bowl(), label: 'cup' }, []],
    [bowl(contains('egg', 'milk'), on('table')), bowl(on('table'), contains('milk', 'egg')), LEVELS],
    [bowl(contains('egg', 'egg')), bowl(contains('egg')), LEVELS],
    [bowl(), { ...bowl(), inMotion: true, isGoal: true }, LEVELS],
    // Concatenated text would not distinguish these.
    [bowl(contains('a', 'b')), bowl(contains('a","b')), [1, 2]],
    [bowl(plain('on')), bowl(on('on')), [1]],
  ])('of %j and %j is equal at the levels %j', (a, b, levels) => {
    expect(LEVELS.filter((level) => equalObjects(a, b, level))).toEqual(levels);
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
/** Few labels, so that equal ones are frequent. */
const fewObjects: fc.Arbitrary<ObjectNode> = fc.record({
  label: fc.constantFrom('bowl', 'cup'),
  states: fc.subarray([contains('egg'), contains('milk', 'egg'), on('table'), contains()], { maxLength: 2 }),
  inMotion: fc.boolean(),
  isGoal: fc.boolean(),
});
const fewUnits: fc.Arbitrary<FunctionalUnit> = fc
  .tuple(fc.tuple(fewObjects, fewObjects), fc.constantFrom('mix', 'stir'), fewObjects)
  .map(([inputs, label, output]) => ({ inputs, motion: { label }, outputs: [output] }));

it('objectKey() and unitKey() are equal where a slow comparison says so', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fewUnits, arbitraryUnit), { minLength: 2, maxLength: 2 }), level, ([a, b], at) => {
      expect(equalUnits(a!, b!, at)).toBe(slowEqualUnits(a!, b!, at));
      expect(equalObjects(a!.inputs[0], b!.inputs[0], at)).toBe(slowEqualObjects(a!.inputs[0], b!.inputs[0], at));
    }),
    { numRuns: 1000 },
  );
});
