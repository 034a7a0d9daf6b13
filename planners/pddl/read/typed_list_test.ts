import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/diagnostic_cases.ts';
import { type List, readExpression } from './expression.ts';
import { EITHER_MAX, readTypedList } from './typed_list.ts';

function read(text: string, variables = false): unknown {
  const diagnostics = new Diagnostics('domain');
  const list = readExpression(`(${text})`, diagnostics) as List;
  const names = readTypedList(list.items, { of: 'names', variables }, diagnostics);
  return [
    ...names.map(({ name, types }) => `${name.name}:${types?.map((type) => type.name) ?? ''}`),
    ...wordings(diagnostics),
  ];
}

describe('readTypedList()', () => {
  it('gives each name the type behind its group', () => {
    expect(read('')).toEqual([]);
    expect(read('a b')).toEqual(['a:', 'b:']);
    expect(read('a b - t c - u d')).toEqual(['a:t', 'b:t', 'c:u', 'd:']);
    expect(read('?a - (either t u) ?b - (either t)', true)).toEqual(['?a:t,u', '?b:t']);
    expect(read('?a ?b - t', true)).toEqual(['?a:t', '?b:t']);
  });

  it('says what is wrong', () => {
    expect(read('a -')).toEqual(['a:', 'expected a type behind "-", found the end of the names']);
    expect(read('a - (t)')).toEqual(['a:', 'expected a type or "(either …)" behind "-", found "(t)"']);
    expect(read('a - ()')).toEqual(['a:', 'expected a type or "(either …)" behind "-", found "()"']);
    expect(read('a - (either t)')).toEqual(['a:t', '"either" is not supported for names; name one type']);
    expect(read('a (b) - t')).toEqual(['a:t', 'expected a name among the names, found "(b)"']);
    const variable = 'expected a variable such as "?x" among the names, found "b"';
    expect(read('?a b - t', true)).toEqual(['?a:t', variable]);
    expect(read('b - ?a', true)).toEqual([`${variable}; a type stands behind the variable and a "-"`]);
    expect(read('(a - t) (b - t)')).toEqual([
      'expected a name among the names, found "(a …)"; write the names without parentheses around them',
    ]);
  });

  it('bounds the types of a name', () => {
    const either = (count: number) => `?a - (either ${Array.from({ length: count }, (_, i) => `t${i}`).join(' ')})`;
    expect(read(either(EITHER_MAX), true)).toHaveLength(1);
    expect(read(either(EITHER_MAX + 1), true)).toEqual([
      '?a:',
      'expected at most 100 types in "(either …)", found 101',
    ]);
  });

  it('warns of what is probably not meant', () => {
    expect(read('- t a')).toEqual(['a:', 'expected names before "- t", found none']);
    expect(read('a - t - u')).toEqual(['a:t', 'expected names before "- u", found none']);
    expect(read('a -t')).toEqual([
      'a:',
      '-t:',
      '"-t" is taken for one of the names; a blank is missing behind the "-"',
    ]);
    expect(read('a - - b')).toEqual(['a:-', 'b:']);
    expect(read('a, b - t')).toEqual([
      'a,:t',
      'b:t',
      '"a," is taken for one of the names; blanks separate names, nothing else does',
    ]);
  });
});
