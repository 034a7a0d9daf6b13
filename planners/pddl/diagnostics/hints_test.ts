import { describe, expect, it } from 'vitest';
import { DIAGNOSTIC_TABLE } from './diagnostic_table.ts';
import { commentHint, operatorHint, textAroundHint } from './hints.ts';

const PREDICATES = new Set(['clear', 'neq', 'if']);

describe('operatorHint()', () => {
  it('translates the operators of other languages', () => {
    const hints = ['&&', '||', '!', '==', '!=', 'implies'].map((name) => operatorHint(name, 'condition', PREDICATES));
    const meant = ['and', 'or', 'not', '=', '(not (= …))', 'imply'];
    expect(hints).toEqual(meant.map((name) => `did you mean "${name}"?`));
    expect(operatorHint('!clear', 'effect', PREDICATES)).toBe('did you mean "(not (clear …))"?');
  });

  it('says where a word belongs', () => {
    expect(operatorHint('when', 'condition', PREDICATES)).toContain('"when" stands in effects');
    expect(operatorHint('if', 'effect', new Set())).toBe('did you mean "when"?');
    expect(operatorHint('if', 'condition', new Set())).toBe('did you mean "imply"?');
  });

  it('leaves predicates alone, declared or not', () => {
    for (const name of ['clear', 'neq', 'if', 'holding', '!holding'])
      expect(operatorHint(name, 'condition', PREDICATES)).toBeNull();
  });
});

describe('textAroundHint()', () => {
  it('says what to do about text around the list', () => {
    expect(textAroundHint('```pddl')).toContain('Markdown');
    expect(textAroundHint('define')).toContain('"(" is missing');
    expect(textAroundHint('(define')).toContain('two files');
    expect(['(:goal', ':goal', '('].map(textAroundHint)).toEqual(Array.from({ length: 3 }, () => 'is a ")" too many?'));
    expect(textAroundHint('Here')).toContain('comments begin with ";"');
  });
});

describe('characterHint()', () => {
  it('says what to write instead, behind the name of the character', () => {
    const { wording } = DIAGNOSTIC_TABLE.not_ascii;
    const ascii = 'PDDL is ASCII outside comments';
    expect(wording('é')).toBe(`cannot read "é" (U+00E9): ${ascii}`);
    expect(wording('🧱')).toBe(`cannot read "🧱" (U+1F9F1): ${ascii}`);
    expect(wording('—')).toBe(`cannot read "—" (U+2014): ${ascii}; write "-"`);
    expect(wording('\u00A0')).toMatch(/; write a blank$/);
    expect(wording('“')).toMatch(/; write names without quotes$/);
    expect(wording('\uFEFF')).toMatch(/; it is a byte order mark; save the file without one$/);
  });
});

describe('commentHint()', () => {
  it('knows the comments of other languages', () => {
    for (const found of ['"//"', '"/* a */"', '"#"', '"-- a"']) expect(commentHint(found)).toContain('begins with ";"');
    for (const found of ['"-"', '"/a"', '"(# …)"', '"()"']) expect(commentHint(found)).toBe('');
  });
});
