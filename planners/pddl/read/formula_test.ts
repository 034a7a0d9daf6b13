import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/diagnostic_cases.ts';
import { readExpression } from './expression.ts';
import { operatorHint, parseFormula } from './formula.ts';

function parse(text: string): unknown {
  const diagnostics = new Diagnostics('domain');
  const list = readExpression(text, diagnostics);
  const predicates = new Set(['p', 'on', '>']);
  const formula = list === null ? null : parseFormula(list, { diagnostics, predicates });
  if (diagnostics.errors.length > 0) return wordings(diagnostics);
  return JSON.parse(
    JSON.stringify(formula, (key, value) => (key === 'at' ? undefined : value?.kind === 'word' ? value.name : value)),
  );
}

const p = { kind: 'atom', predicate: 'p', terms: [] };

describe('parseFormula()', () => {
  it('reads every kind of condition', () => {
    expect(parse('()')).toEqual({ kind: 'and', parts: [] });
    expect(parse('(p)')).toEqual(p);
    expect(parse('(on ?x a)')).toEqual({ kind: 'atom', predicate: 'on', terms: ['?x', 'a'] });
    expect(parse('(and)')).toEqual({ kind: 'and', parts: [] });
    expect(parse('(and (p) (p))')).toEqual({ kind: 'and', parts: [p, p] });
    expect(parse('(or (p))')).toEqual({ kind: 'or', parts: [p] });
    expect(parse('(not (p))')).toEqual({ kind: 'not', part: p });
    expect(parse('(imply (p) (not (p)))')).toEqual({ kind: 'imply', premise: p, conclusion: { kind: 'not', part: p } });
    expect(parse('(= ?x a)')).toEqual({ kind: 'equal', left: '?x', right: 'a' });
    const variables = [
      { name: '?x', types: ['t'] },
      { name: '?y', types: null },
    ];
    expect(parse('(forall (?x - t ?y) (p))')).toEqual({ kind: 'forall', variables, part: p });
    expect(parse('(exists (?x - t ?y) (p))')).toEqual({ kind: 'exists', variables, part: p });
    expect(parse('(exists (?x - (either t u)) (p))')).toMatchObject({ variables: [{ types: ['t', 'u'] }] });
  });

  it('takes a declared predicate for one, whatever it is called', () => {
    expect(parse('(> ?x ?y)')).toEqual({ kind: 'atom', predicate: '>', terms: ['?x', '?y'] });
    expect(parse('(< ?x ?y)')).toEqual(['numeric fluents are not supported: a condition cannot compare with "<"']);
  });

  it('leaves unknown predicates to the check of names', () => {
    expect(parse('(q ?x)')).toMatchObject({ kind: 'atom', predicate: 'q' });
    expect(parse('(q)')).toMatchObject({ kind: 'atom', predicate: 'q' });
    expect(parse('(q (p) (p))')).toEqual([
      'unknown operator or predicate "q": Known: "and", "or", "not", "imply", "forall", "exists", "=", "p", "on", ">"',
    ]);
    expect(parse('(q a (p))')).toEqual([
      'expected a variable or an object behind "q", found "(p)" ("q" is not a declared predicate)',
    ]);
    expect(parse('(p (p))')).toEqual(['expected a variable or an object behind "p", found "(p)"']);
  });

  it('goes on after a mistake', () => {
    expect(parse('(and p (not) (or ()) (always (p)) (= a))')).toEqual([
      'expected a condition in "(and …)" such as "(on ?x ?y)", found "p"',
      'expected one condition in "(not …)", found no parts',
      'expected a condition in "(or …)" such as "(on ?x ?y)", found "()"',
      'preferences and trajectory constraints are not supported: "always"',
      'expected two terms in "(= …)", found 1 part',
    ]);
  });
});

describe('operatorHint()', () => {
  const PREDICATES = new Set(['clear', 'neq']);
  const hint = (name: string, place: 'a condition' | 'an effect') => {
    const at = { line: 1, column: 1, start: 0, end: 0 };
    return operatorHint({ kind: 'word', name, written: name, at }, place, PREDICATES);
  };

  it('translates the operators of other languages', () => {
    const hints = ['&&', '||', '!', '==', '!=', 'implies'].map((name) => hint(name, 'a condition'));
    expect(hints).toEqual([
      'unknown operator "&&" in a condition: did you mean "and"?',
      'unknown operator "||" in a condition: did you mean "or"?',
      'unknown operator "!" in a condition: did you mean "not"?',
      'unknown operator "==" in a condition: did you mean "="?',
      'unknown operator "!=" in a condition: did you mean "(not (= …))"?',
      'unknown operator "implies" in a condition: did you mean "imply"?',
    ]);
    expect(hint('!clear', 'an effect')).toContain('did you mean "(not (clear …))"?');
  });

  it('says where a word belongs', () => {
    expect(hint('when', 'a condition')).toContain('"when" stands in effects');
    expect(hint('if', 'an effect')).toContain('did you mean "when"?');
    expect(hint('if', 'a condition')).toContain('did you mean "imply"?');
  });

  it('leaves predicates alone, declared or not', () => {
    for (const name of ['clear', 'holding', '!holding']) expect(hint(name, 'a condition')).toBeNull();
    const diagnostics = new Diagnostics('domain');
    const list = readExpression('(and (neq a b) (if) (!clear))', diagnostics);
    const predicates = new Set(['neq', 'if', '!clear']);
    expect(list && parseFormula(list, { diagnostics, predicates })).toMatchObject({ kind: 'and' });
    expect(diagnostics.errors).toEqual([]);
  });
});
