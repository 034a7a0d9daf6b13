import { expect, it } from 'vitest';
import { isName, NAME_RULES, type NameUse, nameWords } from './names.ts';

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

it('nameWords() says what is accepted', () => {
  expect(nameWords('ingredient')).toContain('without commas and braces');
});
