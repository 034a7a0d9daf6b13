import { describe, expect, it } from 'vitest';
import { word } from '../testing/arbitrary_pddl.ts';
import { Scope, TypeHierarchy } from './type_hierarchy.ts';

function hierarchy(...pairs: (readonly [string, string | null])[]): TypeHierarchy {
  return new TypeHierarchy(
    pairs.map(([name, type]) => ({ name: word(name), types: type === null ? null : [word(type)] })),
  );
}

describe('TypeHierarchy', () => {
  const types = hierarchy(['block', 'thing'], ['thing', null], ['place', null], ['crate', 'item'], ['thing', 'solid']);
  const cyclic = hierarchy(['a', 'b'], ['b', 'a'], ['c', 'a'], ['object', null]);

  it.each([
    ['block', 'block', true],
    ['block', 'thing', true],
    ['block', 'object', true],
    ['block', 'solid', true],
    ['block', 'place', false],
    ['object', 'thing', false],
    ['crate', 'item', true],
    ['crate', 'object', false],
  ])('puts %s below %s: %j', (type, ancestor, isBelow) => {
    expect(types.isBelow(type, ancestor)).toBe(isBelow);
  });

  it('does not count types that are supertypes only as declared', () => {
    expect([...types.declared]).toEqual(['object', 'block', 'thing', 'place', 'crate']);
  });

  it('names cycles, and puts their types below each other', () => {
    const cycles = ['a', 'b', 'c', 'object'].map((type) => cyclic.cycleOf(type));
    expect(cycles).toEqual([['a', 'b', 'a'], ['b', 'a', 'b'], null, null]);
    expect(hierarchy(['a', 'b'], ['a', 'c'], ['b', 'd'], ['d', 'a'], ['c', 'a']).cycleOf('a')).toEqual(['a', 'c', 'a']);
    const isBelow = [cyclic.isBelow('a', 'b'), cyclic.isBelow('b', 'a'), cyclic.isBelow('a', 'object')];
    expect(isBelow).toEqual([true, true, false]);
  });

  const typed = (...names: string[]) => ({ types: names.map((name) => word(name)) });

  it('finds a type that is below none of the expected ones', () => {
    expect(types.firstUnfitType(typed('block', 'place'), typed('thing'))).toBe('place');
    expect(types.firstUnfitType(typed('block'), typed('place', 'thing'))).toBeNull();
    expect(types.firstUnfitType({ types: null }, typed('thing'))).toBe('object');
    expect(types.firstUnfitType(typed('nothing'), typed('thing'))).toBeNull();
  });

  it('ends looking after many pairs', () => {
    const many = typed(...Array.from({ length: 4000 }, (_, i) => `t${i}`));
    expect(types.firstUnfitType(typed('block'), typed('place'))).toBe('block');
    expect(types.firstUnfitType(many, many)).toBeNull();
    expect(types.firstUnfitType(typed('block'), typed('place'))).toBeNull();
  });
});

it('Scope looks inside first', () => {
  const outer = new Scope(new Map(Object.entries({ '?x': 1, '?y': 2 })));
  const inner = new Scope(new Map([['?y', 3] as const, ['__proto__', 4] as const]), outer);
  expect(['?x', '?y', '__proto__', 'constructor'].map((name) => inner.get(name))).toEqual([1, 3, 4, undefined]);
  expect(inner.names()).toEqual(['?y', '__proto__', '?x', '?y']);
});
