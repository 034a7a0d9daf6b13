import { describe, expect, it } from 'vitest';
import { word } from '../testing/arbitrary_pddl.ts';
import { TypeHierarchy, typesOf } from './type_hierarchy.ts';

function hierarchy(...pairs: (readonly [string, string | null])[]): TypeHierarchy {
  return new TypeHierarchy(
    pairs.map(([name, type]) => ({ name: word(name), types: type === null ? null : [word(type)] })),
  );
}

describe('TypeHierarchy', () => {
  it('puts types below what they say, and below object if they say nothing', () => {
    const types = hierarchy(['block', 'thing'], ['thing', null], ['place', null]);
    expect(types.isBelow('block', 'block')).toBe(true);
    expect(types.isBelow('block', 'thing')).toBe(true);
    expect(types.isBelow('block', 'object')).toBe(true);
    expect(types.isBelow('block', 'place')).toBe(false);
    expect(types.isBelow('object', 'thing')).toBe(false);
    expect([...types.declared]).toEqual(['object', 'block', 'thing', 'place']);
  });

  it('joins supertypes of a type that is declared twice', () => {
    const types = hierarchy(['area', null], ['area', 'surface'], ['surface', null]);
    expect(types.isBelow('area', 'surface')).toBe(true);
    expect(types.isBelow('area', 'object')).toBe(true);
  });

  it('puts a supertype that is not declared beside object', () => {
    const types = hierarchy(['block', 'item']);
    expect(types.isBelow('block', 'item')).toBe(true);
    expect(types.isBelow('block', 'object')).toBe(false);
    expect(types.declared.has('item')).toBe(false);
  });

  it('names cycles', () => {
    const types = hierarchy(['a', 'b'], ['b', 'a'], ['c', 'a'], ['object', null]);
    expect(types.cycleOf('a')).toEqual(['a', 'b', 'a']);
    expect(types.cycleOf('b')).toEqual(['b', 'a', 'b']);
    expect(types.cycleOf('c')).toBeNull();
    expect(types.cycleOf('object')).toBeNull();
    expect(hierarchy(['a', 'b'], ['a', 'c'], ['b', 'd'], ['d', 'a'], ['c', 'a']).cycleOf('a')).toEqual(['a', 'c', 'a']);
    expect(types.isBelow('a', 'b') && types.isBelow('b', 'a')).toBe(true);
    expect(types.isBelow('a', 'object')).toBe(false);
  });
});

describe('TypeHierarchy.firstOutside()', () => {
  const typed = (...names: string[]) => ({ types: names.map((name) => word(name)) });

  it('finds a type that is below none of the expected ones', () => {
    const types = hierarchy(['block', 'thing'], ['thing', null], ['place', null]);
    expect(types.firstOutside(typed('block', 'place'), typed('thing'))).toBe('place');
    expect(types.firstOutside(typed('block'), typed('place', 'thing'))).toBeNull();
    expect(types.firstOutside({ types: null }, typed('thing'))).toBe('object');
    expect(types.firstOutside(typed('nothing'), typed('thing'))).toBeNull();
  });

  it('ends looking after many pairs', () => {
    const types = hierarchy(['block', null], ['place', null]);
    const many = typed(...Array.from({ length: 4000 }, (_, i) => `t${i}`));
    expect(types.firstOutside(typed('block'), typed('place'))).toBe('block');
    expect(types.firstOutside(many, many)).toBeNull();
    expect(types.firstOutside(typed('block'), typed('place'))).toBeNull();
  });
});

describe('typesOf()', () => {
  it('takes no type for object', () => {
    expect(typesOf({ types: null })).toEqual(['object']);
    expect(typesOf({ types: [word('a'), word('b')] })).toEqual(['a', 'b']);
  });
});
