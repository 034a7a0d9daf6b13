import { describe, expect, it } from 'vitest';
import { readText } from '../testing/read_text.ts';
import type { Word } from './expression.ts';
import { operatorHint, parseFormula } from './formula.ts';

const parse = (text: string, predicates = new Set(['p', 'on', '>'])) =>
  readText(text, (list, log) => parseFormula(list, { log, predicates }));

const p = { kind: 'atom', predicate: 'p', terms: [] };
const not = { kind: 'not', part: p };
const x = { name: '?x', types: ['t'] };
const y = { name: '?y', types: null };

describe('parseFormula()', () => {
  it.each([
    ['()', { kind: 'and', parts: [] }],
    ['(on ?x a)', { kind: 'atom', predicate: 'on', terms: ['?x', 'a'] }],
    ['(and)', { kind: 'and', parts: [] }],
    ['(and (p) (p))', { kind: 'and', parts: [p, p] }],
    ['(or (p))', { kind: 'or', parts: [p] }],
    ['(imply (p) (not (p)))', { kind: 'imply', premise: p, conclusion: not }],
    ['(= ?x a)', { kind: 'equal', left: '?x', right: 'a' }],
    ['(forall (?x - t ?y) (p))', { kind: 'forall', variables: [x, y], part: p }],
    ['(exists (?x - t ?y) (p))', { kind: 'exists', variables: [x, y], part: p }],
    ['(exists (?x - (either t)) (p))', { kind: 'exists', variables: [x], part: p }],
    ['(> ?x ?y)', { kind: 'atom', predicate: '>', terms: ['?x', '?y'] }],
    ['(q)', { kind: 'atom', predicate: 'q', terms: [] }],
    ['(q ?x)', { kind: 'atom', predicate: 'q', terms: ['?x'] }],
  ])('reads %s', (text, formula) => {
    expect(parse(text)).toEqual(formula);
  });

  it.each([
    ['(< ?x ?y)', 'numeric fluents are not supported: a condition cannot compare with "<"'],
    [
      '(q (p) (p))',
      'unknown operator or predicate "q": known: "and", "or", "not", "imply", "forall", "exists", "=", "p", "on", ">"',
    ],
    ['(q a (p))', 'expected a variable or an object after "q", found "(p)" ("q" is not a declared predicate)'],
    ['(p (p))', 'expected a variable or an object after "p", found "(p)"'],
  ])('refuses %s', (text, message) => {
    expect(parse(text)).toEqual([message]);
  });

  it('goes on after a mistake', () => {
    expect(parse('(and p (or ()) (always (p)) (= a))')).toEqual([
      'expected a condition in "(and …)" such as "(on ?x ?y)", found "p"',
      'expected a condition in "(or …)" such as "(on ?x ?y)", found "()"',
      'preferences and trajectory constraints are not supported: "always"',
      'expected two terms in "(= …)", found 1 part',
    ]);
  });

  it('takes declared predicates for such, whatever they are called', () => {
    expect(parse('(and (neq a b) (if) (!clear))', new Set(['neq', 'if', '!clear']))).toMatchObject({ kind: 'and' });
  });
});

describe('operatorHint()', () => {
  it.each([
    ['implies', 'a condition', 'unknown operator "implies" in a condition: did you mean "imply"?'],
    ['if', 'a condition', 'unknown operator "if" in a condition: did you mean "imply"?'],
    ['when', 'an effect', null],
    ['clear', 'a condition', null],
    ['holding', 'a condition', null],
    ['!holding', 'a condition', null],
  ] as const)('for %s in %s is %j', (name, place, hint) => {
    expect(operatorHint({ name, written: name } as Word, place, new Set(['clear']))).toBe(hint);
  });
});
