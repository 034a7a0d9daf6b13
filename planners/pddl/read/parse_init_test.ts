import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { List } from './expression.ts';
import { parseInit } from './parse_init.ts';
import { readExpression } from './read_expression.ts';

function parse(text: string): unknown[] {
  const diagnostics = new Diagnostics('problem');
  const list = readExpression(`(${text})`, diagnostics) as List;
  const facts = parseInit(list.items, { diagnostics, predicates: new Set(['on', 'at']) });
  return [...facts.map((fact) => fact.kind), ...diagnostics.errors.map(({ kind }) => kind)];
}

describe('parseInit()', () => {
  it('reads what holds, what does not, and values', () => {
    expect(parse('(on a b) (not (on b a)) (= (total-cost) 0) (= total-cost 0)')).toEqual([
      'true',
      'false',
      'value',
      'value',
    ]);
  });

  it('says what is no fact', () => {
    expect(parse('on ((on)) () (on (a))')).toEqual(['bad_fact', 'bad_fact', 'bad_fact', 'nested_term']);
    expect(parse('(not) (not on) (not (on) (on)) (not ())')).toEqual(['bad_fact', 'bad_fact', 'bad_fact', 'bad_fact']);
    expect(parse('(and (on a b)) (or) (forall (?x) (on ?x ?x))')).toEqual(
      Array.from({ length: 3 }, () => 'connective_in_init'),
    );
    expect(parse('(= (f) (g)) (= 1 1) (= (f) -1) (= (f) 1 2)')).toEqual([
      'bad_value',
      'bad_value',
      'negative_number',
      'bad_value',
    ]);
  });

  it('tells timed literals from a predicate of that name', () => {
    expect(parse('(at a b) (at 5 (on a b)) (at 5 b)')).toEqual(['true', 'true', 'unsupported_fact']);
  });
});
