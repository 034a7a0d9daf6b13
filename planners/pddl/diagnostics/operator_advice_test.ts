import { describe, expect, it } from 'vitest';
import { word } from '../testing/arbitrary_pddl.ts';
import { operatorAdvice } from './operator_advice.ts';

const PREDICATES = new Set(['clear', 'neq', 'if']);

describe('operatorAdvice()', () => {
  it('translates the operators of other languages', () => {
    const advice = ['&&', '||', '!', '==', '!=', 'implies'].map((name) =>
      operatorAdvice(word(name), 'condition', PREDICATES),
    );
    const meant = ['and', 'or', 'not', '=', '(not (= …))', 'imply'];
    expect(advice).toEqual(meant.map((name) => `did you mean "${name}"?`));
    expect(operatorAdvice(word('!clear'), 'effect', PREDICATES)).toBe('did you mean "(not (clear …))"?');
  });

  it('says where a word belongs', () => {
    expect(operatorAdvice(word('when'), 'condition', PREDICATES)).toContain('"when" stands in effects');
    expect(operatorAdvice(word('if'), 'effect', new Set())).toBe('did you mean "when"?');
    expect(operatorAdvice(word('if'), 'condition', new Set())).toBe('did you mean "imply"?');
  });

  it('leaves predicates alone, declared or not', () => {
    for (const name of ['clear', 'neq', 'if', 'holding', '!holding'])
      expect(operatorAdvice(word(name), 'condition', PREDICATES)).toBeNull();
  });
});
