import { describe, expect, it } from 'vitest';
import { isName, NAME_RULES, type NameUse, nameWords } from './names.ts';

const usesOf = (name: string) => (Object.keys(NAME_RULES) as NameUse[]).filter((use) => isName(name, use));

describe('isName()', () => {
  it('takes words that the text form can carry in their place', () => {
    expect(usesOf('cutting board')).toEqual(['label', 'object', 'ingredient', 'time']);
    expect(usesOf('a,b')).toEqual(['label', 'object']);
    expect(usesOf('[a]')).toEqual(['label', 'ingredient', 'time']);
    expect(usesOf('<a')).toEqual(['label', 'object', 'ingredient']);
    expect(usesOf('__proto__')).toHaveLength(4);
  });

  it.for(['', ' ', ' a', 'a\u00a0', 'a\tb', 'a\nb', 'a\rb', '\u0000', '\ud800'])('refuses %j everywhere', (name) => {
    expect(usesOf(name)).toEqual([]);
  });
});

describe('nameWords()', () => {
  it('says what is accepted', () => {
    expect(nameWords('ingredient')).toContain('without commas and braces');
  });
});
