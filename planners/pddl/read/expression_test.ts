import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/diagnostic_cases.ts';
import {
  commentHint,
  EXPRESSIONS_MAX,
  type Expression,
  excerpt,
  type List,
  NESTING_MAX,
  readExpression,
} from './expression.ts';

function read(text: string): unknown {
  const diagnostics = new Diagnostics('domain');
  const list = readExpression(text, diagnostics);
  const { errors } = diagnostics;
  return list === null || errors.length > 0
    ? errors.map(({ kind, line, column }) => [kind, line, column])
    : plain(list);
}

/** Words as strings, lists as arrays. */
function plain(expression: Expression): unknown {
  return expression.kind === 'word' ? expression.name : expression.items.map(plain);
}

describe('readExpression()', () => {
  it('reads words and lists', () => {
    expect(read('(define (Domain d)()(a(b)c))')).toEqual(['define', ['domain', 'd'], [], ['a', ['b'], 'c']]);
    expect(read(' \t\r\n\v\f\x1c(a\tb) ')).toEqual(['a', 'b']);
    expect(read('(a-b - 1 "q" #x é)'.replace('é', '__proto__'))).toEqual(['a-b', '-', '1', '"q"', '#x', '__proto__']);
  });

  it('begins a word at every question mark', () => {
    expect(read('(?x?y a?z ? ??w)')).toEqual(['?x', '?y', 'a', '?z', '?', '?', '?w']);
  });

  it('skips comments, which may hold anything', () => {
    expect(read('; (é\n(a ; b) c\r; d\r\ne;f\n)')).toEqual(['a', 'e']);
  });

  it('keeps spelling and places', () => {
    const list = readExpression('\n  (Ab\n(?c))', new Diagnostics('domain'));
    expect(list?.at).toEqual({ line: 2, column: 3, start: 3, end: 12 });
    expect(list?.closing).toEqual({ line: 3, column: 5, start: 11, end: 12 });
    expect(list?.items[0]).toEqual({
      kind: 'word',
      name: 'ab',
      written: 'Ab',
      at: { line: 2, column: 4, start: 4, end: 6 },
    });
  });

  it('says where a parenthesis is missing or too many', () => {
    expect(read('')).toEqual([['unreadable', 1, 1]]);
    expect(read('\n; only this\n')).toEqual([['unreadable', 3, 1]]);
    expect(read('a')).toEqual([['unreadable', 1, 1]]);
    expect(read(' )')).toEqual([['unreadable', 1, 2]]);
    expect(read('(a\n (b)')).toEqual([['missing_closing', 2, 5]]);
    expect(read('(a))')).toEqual([['missing_opening', 1, 4]]);
    expect(read('(a)(b)')).toEqual([['text_after_end', 1, 4]]);
    expect(read('(a) b')).toEqual([['text_after_end', 1, 5]]);
    expect(read('(a é)')).toEqual([['unreadable', 1, 4]]);
    expect(read('(a (:init\n(:goal')).toEqual([['missing_closing', 2, 1]]);
    expect(read('(a (:init (b :goal))')).toEqual([['missing_closing', 1, 21]]);
    expect(read('(a :init (b))')).toEqual([['missing_opening', 1, 4]]);
  });

  it('reads up to where parentheses do not match', () => {
    const readUpTo = (text: string) => {
      const diagnostics = new Diagnostics('domain');
      const list = readExpression(text, diagnostics);
      return [wordings(diagnostics), list === null ? null : plain(list)];
    };
    expect(readUpTo('(a (b (c')).toEqual([
      [
        '3 ")" missing at the end: "(a)", opened at line 1, column 1, is never closed; ' +
          'the innermost is "(c)" at line 1, column 7',
      ],
      ['a', ['b', ['c']]],
    ]);
    expect(readUpTo('(a (:init (b) (:goal c))')).toEqual([
      ['":goal" stands inside "(:init …)", opened at line 1, column 4; a ")" is missing before it'],
      ['a', [':init', ['b']]],
    ]);
    expect(readUpTo('(a (:action b :precondition (c :effect d))')).toEqual([
      ['":effect" stands inside "(c)", opened at line 1, column 29; a ")" is missing before it'],
      ['a', [':action', 'b', ':precondition', ['c']]],
    ]);
    expect(readUpTo('(a (:action b) :effect d))')).toEqual([
      ['":effect" stands outside of any action; is the ")" at line 1, column 14 too many?'],
      ['a', [':action', 'b'], ':effect'],
    ]);
    expect(readUpTo('(a :init b) (:goal c))')).toEqual([['a "(" is missing before ":init"'], ['a', ':init']]);
    const closed = '"(a …)", opened at line 1, column 1, is closed at line 1, column';
    expect(readUpTo('(a (:init b))) (:goal c)')).toEqual([[`")" closes nothing: ${closed} 13`], ['a', [':init', 'b']]]);
    expect(readUpTo('(a (:init b)) (:goal c))')).toEqual([
      [`expected the end, found "(:goal": ${closed} 13; is a ")" too many?`],
      ['a', [':init', 'b']],
    ]);
    expect(readUpTo('(a b) (define c)')).toEqual([
      [`expected the end, found "(define": ${closed} 5; domain and problem are two files`],
      ['a', 'b'],
    ]);
    expect(readUpTo('(a b) (:init é)')[1]).toEqual(['a', 'b']);
  });

  it('says what to do about text around the list', () => {
    const hint = (text: string) => {
      const diagnostics = new Diagnostics('domain');
      readExpression(text, diagnostics);
      return wordings(diagnostics)[0] ?? '';
    };
    expect(hint('```pddl\n(a)')).toMatch(/; it is a Markdown fence, and a file holds PDDL only$/);
    expect(hint('define (a)')).toMatch(/; a "\(" is missing before it$/);
    expect(hint('(a) (define b)')).toMatch(/; domain and problem are two files$/);
    for (const text of ['(a) (:goal b)', ':goal', '(a) ( b)']) expect(hint(text)).toMatch(/; is a "\)" too many\?$/);
    expect(hint('Here is (a)')).toMatch(/; a file holds PDDL only, and comments begin with ";"$/);
  });

  it('says what to do about characters beyond ASCII', () => {
    const wording = (character: string) => {
      const diagnostics = new Diagnostics('domain');
      readExpression(`(a ${character})`, diagnostics);
      return wordings(diagnostics)[0];
    };
    const ascii = 'PDDL is ASCII outside comments';
    expect(wording('é')).toBe(`cannot read "é" (U+00E9): ${ascii}`);
    expect(wording('🧱')).toBe(`cannot read "🧱" (U+1F9F1): ${ascii}`);
    expect(wording('—')).toBe(`cannot read "—" (U+2014): ${ascii}; write "-"`);
    expect(wording('\u00A0')).toMatch(/; write a blank$/);
    expect(wording('“')).toMatch(/; write names without quotes$/);
    expect(wording('\uFEFF')).toMatch(/; it is a byte order mark; save the file without one$/);
  });

  it('bounds nesting, length and number', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}${')'.repeat(depth)}`;
    expect(read(nested(NESTING_MAX + 1))).toEqual([['unreadable', 1, NESTING_MAX + 1]]);
    expect(readExpression(nested(NESTING_MAX), new Diagnostics('domain'))).not.toBeNull();
    expect(read(' '.repeat(32 * 1024 * 1024 + 1))).toEqual([['unreadable', 1, 1]]);
    const many = (count: number) => `(${'()'.repeat(count - 1)})`;
    expect(read(many(EXPRESSIONS_MAX + 1))).toEqual([['unreadable', 1, 2 * EXPRESSIONS_MAX]]);
    expect(read(many(EXPRESSIONS_MAX))).toHaveLength(EXPRESSIONS_MAX - 1);
  });

  it('finds every word where it says', () => {
    const texts = fc.array(
      fc.constantFrom('(', ')', '(:init', ':goal', ':effect', 'a', 'Bc', '?x', ' ', '\n', '\r', '\r\n', ';', '-'),
      {
        maxLength: 40,
      },
    );
    fc.assert(
      fc.property(texts, (pieces) => {
        const text = `(${pieces.join('')}\n)`;
        const diagnostics = new Diagnostics('domain');
        const list = readExpression(text, diagnostics);
        const check = (expression: Expression): void => {
          const { line, column, start, end } = expression.at;
          const before = text.slice(0, start).split(/\r\n|\r|\n/);
          expect([line, column]).toEqual([before.length, (before.at(-1) ?? '').length + 1]);
          if (expression.kind === 'word') expect(text.slice(start, end)).toBe(expression.written);
          else {
            if (diagnostics.imbalance === null) expect([text[start], text[end - 1]]).toEqual(['(', ')']);
            for (const item of expression.items) check(item);
          }
        };
        if (list !== null) check(list);
      }),
    );
  });
});

describe('excerpt()', () => {
  it('shows how an expression begins', () => {
    const list = readExpression('(a () (B c) ((d)) ((d) e))', new Diagnostics('domain'));
    expect(list?.items.map(excerpt)).toEqual(['"a"', '"()"', '"(B …)"', '"((…)"', '"((… …)"']);
    const action = readExpression('(:action Go :effect)', new Diagnostics('domain'));
    expect(excerpt(action ?? undefined)).toBe('"(:action Go …)"');
    expect(excerpt(undefined)).toBe('nothing');
  });
});

describe('commentHint()', () => {
  it('knows the comments of other languages', () => {
    const hints = (text: string) => (readExpression(text, new Diagnostics('domain')) as List).items.map(commentHint);
    expect(hints('(// /*a*/ # -- --a)')).toEqual(Array.from({ length: 5 }, () => '; a comment begins with ";"'));
    expect(hints('(- /a (# a) ())')).toEqual(['', '', '', '']);
  });
});
