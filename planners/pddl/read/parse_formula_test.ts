import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { parseFormula } from './parse_formula.ts';
import { readExpression } from './read_expression.ts';

function parse(text: string): unknown {
  const diagnostics = new Diagnostics('domain');
  const list = readExpression(text, diagnostics);
  const predicates = new Set(['p', 'on', '>']);
  const formula = list === null ? null : parseFormula(list, { diagnostics, predicates });
  if (diagnostics.errors.length > 0) return diagnostics.errors.map(({ kind }) => kind);
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
    expect(parse('(< ?x ?y)')).toEqual(['unsupported_condition']);
  });

  it('leaves unknown predicates to the check of names', () => {
    expect(parse('(q ?x)')).toMatchObject({ kind: 'atom', predicate: 'q' });
    expect(parse('(q)')).toMatchObject({ kind: 'atom', predicate: 'q' });
    expect(parse('(q (p) (p))')).toEqual(['unknown_operator']);
    expect(parse('(q a (p))')).toEqual(['nested_term']);
    expect(parse('(p (p))')).toEqual(['nested_term']);
  });

  it('goes on after a mistake', () => {
    expect(parse('(and p (not) (or ()) (always (p)) (= a))')).toEqual([
      'bad_condition',
      'not_arguments',
      'bad_condition',
      'unsupported_condition',
      'equality_arguments',
    ]);
  });
});
