import { describe, expect, it } from 'vitest';
import { readText } from '../testing/read_text.ts';
import { parseEffect, readFunctionTerm, readNumber } from './effect.ts';
import type { Word } from './expression.ts';

const parse = (text: string) =>
  readText(text, (list, log) => parseEffect(list, { log, predicates: new Set(['p', 'on']) }));

const add = { kind: 'add', predicate: 'p', terms: [] };
const nothing = { kind: 'and', parts: [] };
const far = { function: 'far', terms: ['?x', 'a'] };

describe('parseEffect()', () => {
  it.each([
    ['()', nothing],
    ['(p)', add],
    ['(not (on ?x a))', { kind: 'delete', predicate: 'on', terms: ['?x', 'a'] }],
    ['(and (p) (and))', { kind: 'and', parts: [add, nothing] }],
    ['(when () (p))', { kind: 'when', condition: nothing, part: add }],
    ['(forall (?x - t) (p))', { kind: 'forall', variables: [{ name: '?x', types: ['t'] }], part: add }],
    ['(forall () (p))', { kind: 'forall', variables: [], part: add }],
    ['(increase (total-cost) 007)', { kind: 'increase', amount: 7 }],
    ['(increase (total-cost) (far ?x a))', { kind: 'increase', amount: far }],
    ['(increase (total-cost) price)', { kind: 'increase', amount: { function: 'price', terms: [] } }],
  ])('reads %s', (text, effect) => {
    expect(parse(text)).toEqual(effect);
  });

  it.each([
    ['(forall (?x) (and (increase (total-cost) 1)))', '"increase" in "when" or "forall" is not supported'],
    ['(increase total-cost 1)', 'expected "(increase (total-cost) AMOUNT)", found "total-cost" after "increase"'],
    ['(increase (total-cost) (far (near a)))', expect.stringContaining('"(distance ?x ?y)", found "(near …)"')],
  ])('refuses %s', (text, message) => {
    expect(parse(text)).toEqual([message]);
  });

  it('goes on after a mistake', () => {
    expect(parse('(and p (when (p)) (= a b) (p (p)))')).toEqual([
      'expected an effect such as "(on ?x ?y)" or "(and …)", found "p"',
      'expected "(when CONDITION EFFECT)", found 1 part',
      'an effect cannot change "=": an object equals only itself',
      'expected a variable or an object after "p", found "(p)"',
    ]);
  });
});

describe('readNumber()', () => {
  it.each([
    ['0', 0],
    ['2147483647', 2147483647],
    ['-1', ['expected a non-negative number, found "-1"']],
    ['-', ['expected a non-negative number, found "-"']],
    ['.5', ['fractional numbers are not supported: ".5"']],
    ['.', ['expected a number, found "."']],
    ['2147483648', ['expected a number up to 2147483647, found "2147483648"']],
    ['1e3', ['expected a number, found "1e3"']],
  ])('of %s gives %j', (text, read) => {
    expect(readText(`(${text})`, ({ items }, log) => readNumber(items[0] as Word, log))).toEqual(read);
  });
});

it.each([
  ['(far ?x a)', far],
  ['()', ['expected a number or a function such as "(distance ?x ?y)", found "()"']],
  ['((far))', ['expected a number or a function such as "(distance ?x ?y)", found "((…)"']],
])('readFunctionTerm() of %s gives %j', (text, read) => {
  expect(readText(text, readFunctionTerm)).toEqual(read);
});
