import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/read_text.ts';
import { type List, readExpression } from './expression.ts';
import { EITHER_MAX, readTypedList } from './typed_list.ts';

function read(text: string, variables = text.startsWith('?')): string[] {
  const log = new Diagnostics('domain');
  const list = readExpression(`(${text})`, log) as List;
  const names = readTypedList(list.items, { noun: 'names', areVariables: variables }, log);
  return [...names.map(({ name, types }) => `${name.name}:${types?.map((type) => type.name) ?? ''}`), ...wordings(log)];
}

describe('readTypedList()', () => {
  it.each([
    ['', []],
    ['a b', ['a:', 'b:']],
    ['a b - t c - u d', ['a:t', 'b:t', 'c:u', 'd:']],
    ['?a - (either t u) ?b - (either t)', ['?a:t,u', '?b:t']],
    ['?a ?b - t', ['?a:t', '?b:t']],
    ['a - - b', ['a:-', 'b:']],
  ])('gives each name of %j the type behind its group', (text, names) => {
    expect(read(text)).toEqual(names);
  });

  it.each([
    ['a - ()', ['a:', 'expected a type or "(either …)" after "-", found "()"']],
    ['a - (either t)', ['a:t', '"either" is not supported for names; name one type']],
    ['a (b) - t', ['a:t', 'expected a name among the names, found "(b)"']],
    ['?a b - t', ['?a:t', 'expected a variable such as "?x" among the names, found "b"']],
    ['- t a', ['a:', 'expected names before "- t", found none']],
    ['a -t', ['a:', '-t:', '"-t" is read as one of the names; add a space after the "-"']],
  ])('goes on after the mistake in %j', (text, said) => {
    expect(read(text)).toEqual(said);
  });

  it('bounds the types of a name', () => {
    const either = (count: number) => `?a - (either ${Array.from({ length: count }, (_, i) => `t${i}`).join(' ')})`;
    expect(read(either(EITHER_MAX))).toHaveLength(1);
    const message = 'expected at most 100 types in "(either …)", found 101';
    expect(read(either(EITHER_MAX + 1))).toEqual(['?a:', message]);
  });
});
