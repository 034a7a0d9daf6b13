import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/diagnostic_cases.ts';
import { parseEffect, readFunctionTerm, readNumber } from './effect.ts';
import { type List, readExpression } from './expression.ts';

function parse(text: string): unknown {
  const diagnostics = new Diagnostics('domain');
  const effect = parseEffect(readExpression(text, diagnostics) as List, {
    diagnostics,
    predicates: new Set(['p', 'on']),
  });
  if (diagnostics.errors.length > 0) return wordings(diagnostics);
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
    const conditional = '"increase" in "when" or "forall" is not supported';
    expect(parse('(when (p) (increase (total-cost) 1))')).toEqual([conditional]);
    expect(parse('(forall (?x) (and (increase (total-cost) 1)))')).toEqual([conditional]);
    expect(parse('(increase (fuel) 1)')).toEqual([
      'numeric fluents are not supported: only "(total-cost)" can be increased, found "(fuel)"',
    ]);
    expect(parse('(increase total-cost 1)')).toEqual([
      'expected "(increase (total-cost) AMOUNT)", found "total-cost" behind "increase"',
    ]);
    expect(parse('(increase (total-cost) (* 2 (far a b)))')).toEqual(['arithmetic is not supported: "(* …)"']);
    expect(parse('(increase (total-cost) (far (near a)))')).toEqual([
      'expected a number or a function such as "(distance ?x ?y)", found "(near …)"',
    ]);
    for (const operator of ['decrease', 'assign', 'scale-up', 'scale-down'])
      expect(parse(`(${operator} (total-cost) 1)`)).toEqual([
        `numeric fluents are not supported: "${operator}"; only "(increase (total-cost) …)" is`,
      ]);
  });

  it('goes on after a mistake', () => {
    expect(parse('(and p (not p) (or (p)) (when (p)) (= a b) (p (p)))')).toEqual([
      'expected an effect such as "(on ?x ?y)" or "(and …)", found "p"',
      'expected an atom such as "(on ?x ?y)" in "(not …)", found "p"',
      'an effect cannot be a choice: "or"; write "and", "when" or "forall", or two actions',
      'expected "(when CONDITION EFFECT)", found 1 part',
      'an effect cannot change "=": which objects are equal never changes',
      'expected a variable or an object behind "p", found "(p)"',
    ]);
  });
});

describe('readNumber()', () => {
  it('takes whole numbers that are not negative', () => {
    const read = (text: string) => {
      const diagnostics = new Diagnostics('problem');
      const [word] = (readExpression(`(${text})`, diagnostics) as List).items;
      const number = word?.kind === 'word' ? readNumber(word, diagnostics) : null;
      return number ?? wordings(diagnostics)[0];
    };
    expect(['0', '12', '2147483647'].map(read)).toEqual([0, 12, 2147483647]);
    expect(['-1', '-', '1.0', '.5', '.', '2147483648', '1e3', 'one'].map(read)).toEqual([
      'expected a number that is not negative, found "-1"',
      'expected a number that is not negative, found "-"',
      'fractional numbers are not supported: "1.0"',
      'fractional numbers are not supported: ".5"',
      'expected a number, found "."',
      'expected a number up to 2147483647, found "2147483648"',
      'expected a number, found "1e3"',
      'expected a number, found "one"',
    ]);
  });
});

describe('readFunctionTerm()', () => {
  it('says what is no function', () => {
    const read = (text: string) => {
      const diagnostics = new Diagnostics('problem');
      readFunctionTerm(readExpression(text, diagnostics) as List, diagnostics);
      return wordings(diagnostics);
    };
    expect(read('(far a b)')).toEqual([]);
    const what = 'expected a number or a function such as "(distance ?x ?y)"';
    expect(read('()')).toEqual([`${what}, found "()"`]);
    expect(read('((far))')).toEqual([`${what}, found "((…)"`]);
    expect(read('(- 1 2)')).toEqual(['arithmetic is not supported: "(- …)"']);
  });
});
