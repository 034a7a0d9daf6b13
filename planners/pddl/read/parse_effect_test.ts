import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { List } from './expression.ts';
import { parseEffect, readFunctionTerm, readNumber } from './parse_effect.ts';
import { readExpression } from './read_expression.ts';

function parse(text: string): unknown {
  const diagnostics = new Diagnostics('domain');
  const effect = parseEffect(readExpression(text, diagnostics) as List, {
    diagnostics,
    predicates: new Set(['p', 'on']),
  });
  if (diagnostics.errors.length > 0) return diagnostics.errors.map(({ kind }) => kind);
  return JSON.parse(
    JSON.stringify(effect, (key, value) => (key === 'at' ? undefined : value?.kind === 'word' ? value.name : value)),
  );
}

const add = { kind: 'add', predicate: 'p', terms: [] };

describe('parseEffect()', () => {
  it('reads every kind of effect', () => {
    expect(parse('()')).toEqual({ kind: 'and', parts: [] });
    expect(parse('(p)')).toEqual(add);
    expect(parse('(not (on ?x a))')).toEqual({ kind: 'delete', predicate: 'on', terms: ['?x', 'a'] });
    expect(parse('(and (p) (and))')).toEqual({ kind: 'and', parts: [add, { kind: 'and', parts: [] }] });
    expect(parse('(when () (p))')).toEqual({ kind: 'when', condition: { kind: 'and', parts: [] }, part: add });
    expect(parse('(forall (?x - t) (p))')).toEqual({
      kind: 'forall',
      variables: [{ name: '?x', types: ['t'] }],
      part: add,
    });
    expect(parse('(forall () (p))')).toMatchObject({ variables: [] });
    expect(parse('(when (p) (and (p) (forall (?x) (not (p)))))')).toMatchObject({
      kind: 'when',
      part: { kind: 'and' },
    });
    expect(parse('(increase (total-cost) 007)')).toEqual({ kind: 'increase', amount: 7 });
    expect(parse('(increase (total-cost) (far ?x a))')).toEqual({
      kind: 'increase',
      amount: { function: 'far', terms: ['?x', 'a'] },
    });
    expect(parse('(increase (total-cost) price)')).toMatchObject({ amount: { function: 'price', terms: [] } });
  });

  it('refuses what would make a cost depend on the state', () => {
    expect(parse('(when (p) (increase (total-cost) 1))')).toEqual(['conditional_cost']);
    expect(parse('(forall (?x) (and (increase (total-cost) 1)))')).toEqual(['conditional_cost']);
    expect(parse('(increase (fuel) 1)')).toEqual(['unsupported_effect']);
    expect(parse('(increase total-cost 1)')).toEqual(['bad_increase']);
    expect(parse('(increase (total-cost) (* 2 (far a b)))')).toEqual(['unsupported_effect']);
    expect(parse('(increase (total-cost) (far (near a)))')).toEqual(['bad_value']);
    for (const operator of ['decrease', 'assign', 'scale-up', 'scale-down'])
      expect(parse(`(${operator} (total-cost) 1)`)).toEqual(['unsupported_effect']);
  });

  it('goes on after a mistake', () => {
    expect(parse('(and p (not p) (or (p)) (when (p)) (= a b) (p (p)))')).toEqual([
      'bad_effect',
      'negated_effect',
      'choice_in_effect',
      'when_arguments',
      'equality_in_effect',
      'nested_term',
    ]);
  });
});

describe('readNumber()', () => {
  it('takes whole numbers that are not negative', () => {
    const read = (text: string) => {
      const diagnostics = new Diagnostics('problem');
      const [word] = (readExpression(`(${text})`, diagnostics) as List).items;
      const number = word?.kind === 'word' ? readNumber(word, diagnostics) : null;
      return number ?? diagnostics.errors.map(({ kind }) => kind)[0];
    };
    expect(['0', '12', '2147483647'].map(read)).toEqual([0, 12, 2147483647]);
    expect(['-1', '-', '1.0', '.5', '.', '2147483648', '1e3', 'one'].map(read)).toEqual([
      'negative_number',
      'negative_number',
      'fractional_number',
      'fractional_number',
      'bad_value',
      'large_number',
      'bad_value',
      'bad_value',
    ]);
  });
});

describe('readFunctionTerm()', () => {
  it('says what is no function', () => {
    const kindOf = (text: string) => {
      const diagnostics = new Diagnostics('problem');
      readFunctionTerm(readExpression(text, diagnostics) as List, diagnostics);
      return diagnostics.errors.map(({ kind }) => kind);
    };
    expect(kindOf('(far a b)')).toEqual([]);
    expect(kindOf('()')).toEqual(['bad_value']);
    expect(kindOf('((far))')).toEqual(['bad_value']);
    expect(kindOf('(- 1 2)')).toEqual(['unsupported_effect']);
  });
});
