import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { List } from './expression.ts';
import { readExpression } from './read_expression.ts';
import { EITHER_MAX, readTypedList } from './typed_list.ts';

function read(text: string, rules: { variables?: boolean; either?: boolean } = {}): unknown {
  const diagnostics = new Diagnostics('domain');
  const list = readExpression(`(${text})`, diagnostics) as List;
  const names = readTypedList(list.items, { of: 'names', variables: false, either: true, ...rules }, diagnostics);
  const said = [...diagnostics.errors, ...diagnostics.warnings].map(({ kind }) => kind);
  return [...names.map(({ name, types }) => `${name.name}:${types?.map((type) => type.name) ?? ''}`), ...said];
}

describe('readTypedList()', () => {
  it('gives each name the type behind its group', () => {
    expect(read('')).toEqual([]);
    expect(read('a b')).toEqual(['a:', 'b:']);
    expect(read('a b - t c - u d')).toEqual(['a:t', 'b:t', 'c:u', 'd:']);
    expect(read('a - (either t u) b - (either t)')).toEqual(['a:t,u', 'b:t']);
    expect(read('?a ?b - t', { variables: true })).toEqual(['?a:t', '?b:t']);
  });

  it('says what is wrong', () => {
    expect(read('a -')).toEqual(['a:', 'missing_type']);
    expect(read('a - (t)')).toEqual(['a:', 'bad_type']);
    expect(read('a - ()')).toEqual(['a:', 'bad_type']);
    expect(read('a - (either t)', { either: false })).toEqual(['a:t', 'unsupported_either']);
    expect(read('a (b) - t')).toEqual(['a:t', 'not_a_name']);
    expect(read('?a b - t', { variables: true })).toEqual(['?a:t', 'not_a_variable']);
    expect(read('b - ?a', { variables: true })).toEqual(['not_a_variable']);
    expect(read('(a - t) (b - t)')).toEqual(['not_a_name']);
  });

  it('bounds the types of a name', () => {
    const either = (count: number) => `a - (either ${Array.from({ length: count }, (_, i) => `t${i}`).join(' ')})`;
    expect(read(either(EITHER_MAX))).toHaveLength(1);
    expect(read(either(EITHER_MAX + 1))).toEqual(['a:', 'too_many_types']);
  });

  it('warns of what is probably not meant', () => {
    expect(read('- t a')).toEqual(['a:', 'no_names_before_type']);
    expect(read('a - t - u')).toEqual(['a:t', 'no_names_before_type']);
    expect(read('a -t')).toEqual(['a:', '-t:', 'dash_in_name']);
    expect(read('a - - b')).toEqual(['a:-', 'b:']);
    expect(read('a, b - t')).toEqual(['a,:t', 'b:t', 'mark_in_name']);
  });
});
