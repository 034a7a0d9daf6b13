import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  type Foon,
  FoonError,
  type FoonLevel,
  type FunctionalUnit,
  isName,
  mergeFoons,
  NAME_RULES,
  type NameUse,
  nameWords,
  type ObjectNode,
  type ObjectState,
  objectKey,
  quoted,
  unitKey,
} from './foon.ts';
import { readFoon } from './read_foon.ts';
import { arbitraryFoon, arbitraryUnit } from './testing/arbitrary_foon.ts';
import { TEA_FOON } from './testing/sample_foons.ts';

it('FoonError names task, place, expectation and finding', () => {
  const fault = { task: 'read', path: 'a.json', line: 3, field: 'b[0]', expected: 'a label', found: '7' } as const;
  const message = 'Cannot read FOON "a.json", line 3, field b[0]: expected a label, found 7';
  expect(new FoonError(fault).message).toBe(message);
  const short = new FoonError({ task: 'write', field: '', expected: 'x', found: 'y' });
  expect(short.message).toBe('Cannot write FOON: expected x, found y');
});

it('quoted() shows any text on one line, and cuts a long one', () => {
  expect(quoted('a\tb\n')).toBe('"a\\tb\\n"');
  expect(quoted('x'.repeat(60))).toBe(`"${'x'.repeat(60)}"`);
  expect(quoted('x'.repeat(61))).toBe(`"${'x'.repeat(60)}…"`);
});

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

it.each<readonly [string, string]>([
  ['cutting board', 'label object ingredient time'],
  ['a,b', 'label object'],
  ['[a]', 'label ingredient time'],
  ['<a', 'label object ingredient'],
  ['__proto__', 'label object ingredient time'],
  ...['', ' ', ' a', 'a\u00a0', 'a\tb', 'a\nb', 'a\rb', '\u0000', '\ud800'].map((name) => [name, ''] as const),
])('isName() takes %j as what the text form can carry in its place: %s', (name, uses) => {
  const all = Object.keys(NAME_RULES) as NameUse[];
  expect(all.filter((use) => isName(name, use)).join(' ')).toBe(uses);
});

it('nameWords() says what is accepted', () => expect(nameWords('ingredient')).toContain('without commas and braces'));

const wash = (states: string, goal = ''): Foon => {
  const text = `O1\tcup\t0\n${states}M1\twash\t<Assumed>\nO2\tcup\t0${goal}\nS3\tclean\n//\n`;
  return readFoon(text, 'wash.txt').foon;
};

describe('mergeFoons()', () => {
  it('keeps a unit once, whatever its identifiers were', () => {
    const dirty = wash('S1\tdirty\n');
    expect(mergeFoons([dirty, TEA_FOON, wash('S99\tdirty\n')], 3)).toEqual({
      sources: TEA_FOON.sources,
      units: [...dirty.units, ...TEA_FOON.units],
    });
  });

  it('merges more at a lower level', () => {
    const foons = [wash('S1\tcontains\t{tea}\n'), wash('S1\tcontains\t{milk}\n'), wash('S1\tdirty\n')];
    const counts = ([3, 2, 1] as const).map((level) => mergeFoons(foons, level).units.length);
    expect(counts).toEqual([3, 2, 1]);
  });

  it('keeps a goal of either', () => {
    const merged = mergeFoons([wash(''), wash('', '\t!')], 3);
    expect(merged.units).toMatchObject([{ inputs: [{ isGoal: false }], outputs: [{ isGoal: true }] }]);
  });

  it('has every unit of the networks, none twice, and changes nothing when repeated', () => {
    fc.assert(
      fc.property(arbitraryFoon, arbitraryFoon, fc.constantFrom<FoonLevel>(1, 2, 3), (a, b, level) => {
        const merged = mergeFoons([a, b, a], level);
        const keys = merged.units.map((unit) => unitKey(unit, level));
        expect(new Set(keys).size).toBe(keys.length);
        expect(new Set(keys)).toEqual(new Set([...a.units, ...b.units].map((unit) => unitKey(unit, level))));
        expect(mergeFoons([merged], level)).toEqual(merged);
      }),
    );
  });
});
