import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import { wordings } from '../testing/read_text.ts';
import { commentHint, EXPRESSIONS_MAX, type Expression, excerpt, NESTING_MAX, readExpression } from './expression.ts';

function read(text: string): unknown {
  const log = new Diagnostics('domain');
  const list = readExpression(text, log);
  if (list !== null && log.errors.length === 0) return plain(list);
  return log.errors.map(({ kind, line, column }) => [kind, line, column]);
}

function plain(expression: Expression): unknown {
  return expression.kind === 'word' ? expression.name : expression.items.map(plain);
}

describe('readExpression()', () => {
  it('reads words and lists', () => {
    expect(read('(define (Domain d)()(a(b)c))')).toEqual(['define', ['domain', 'd'], [], ['a', ['b'], 'c']]);
    expect(read(' \t\r\n\v\f\x1c(a\tb) ')).toEqual(['a', 'b']);
    expect(read('(a-b - 1 "q" #x __proto__)')).toEqual(['a-b', '-', '1', '"q"', '#x', '__proto__']);
  });

  it('begins a word at every question mark, and skips comments, which may hold anything', () => {
    expect(read('(?x?y a?z ? ??w)')).toEqual(['?x', '?y', 'a', '?z', '?', '?', '?w']);
    expect(read('; (é\n(a ; b) c\r; d\r\ne;f\n)')).toEqual(['a', 'e']);
  });

  it('keeps spelling and places', () => {
    const list = readExpression('\n  (Ab\n(?c))', new Diagnostics('domain'));
    expect(list?.at).toEqual({ line: 2, column: 3, start: 3, end: 12 });
    expect(list?.closing).toEqual({ line: 3, column: 5, start: 11, end: 12 });
    const at = { line: 2, column: 4, start: 4, end: 6 };
    expect(list?.items[0]).toEqual({ kind: 'word', name: 'ab', written: 'Ab', at });
  });

  const closed = '"(a …)", opened at line 1, column 1, is closed at line 1, column';
  it.each([
    [
      '(a (b (c',
      '(a (b (c)))',
      '"(a)", opened at line 1, column 1, is never closed; the innermost open list is "(c)", opened at line 1',
    ],
    ['(a (:init (b) (:goal c))', '(a (:init (b)))', '":goal" is inside "(:init …)", opened at line 1, column 4;'],
    ['(a (:action b :precondition (c :effect d))', '(a (:action b :precondition (c)))', '":effect" is inside'],
    ['(a (:action b) :effect d))', '(a (:action b) :effect)', 'is the ")" at line 1, column 14 one too many?'],
    ['(a :init b) (:goal c))', '(a :init)', 'a "(" is missing before ":init"'],
    ['(a (:init b))) (:goal c)', '(a (:init b))', `this ")" has no matching "(": ${closed} 13`],
    ['(a (:init b)) (:goal c))', '(a (:init b))', `found "(:goal": ${closed} 13; is there one ")" too many?`],
    ['(a b) (define c)', '(a b)', `found "(define": ${closed} 5; domain and problem are two files`],
  ])('reads %s up to where parentheses do not match, as %s', (text, whole, message) => {
    const log = new Diagnostics('domain');
    const shown = (read: Expression): string =>
      read.kind === 'word' ? read.name : `(${read.items.map(shown).join(' ')})`;
    expect(shown(readExpression(text, log)!)).toBe(whole);
    expect(wordings(log)).toEqual([expect.stringContaining(message)]);
  });

  it('looks for misplaced sections only at the beginning of lists, and ends at text behind the end', () => {
    expect(read('(a (:init (b :goal))')).toEqual([['missing_closing', 1, 21]]);
    expect(read('(a b) (:init é)')).toEqual([['text_after_end', 1, 7]]);
  });

  it('bounds nesting, length and number', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}${')'.repeat(depth)}`;
    expect(read(nested(NESTING_MAX + 1))).toEqual([['unreadable', 1, NESTING_MAX + 1]]);
    expect(readExpression(nested(NESTING_MAX), new Diagnostics('domain'))).not.toBeNull();
    expect(read(' '.repeat(32 * 1024 * 1024 + 1))).toEqual([['unreadable', 1, 1]]);
    const many = (count: number) => `(${'()'.repeat(count - 1)})`;
    expect(read(many(EXPRESSIONS_MAX + 1))).toEqual([['unreadable', 1, 2 * EXPRESSIONS_MAX]]);
    expect(readExpression(many(EXPRESSIONS_MAX), new Diagnostics('domain'))?.items.length).toBe(EXPRESSIONS_MAX - 1);
  });

  it('finds every word where it says', () => {
    const texts = fc.array(
      fc.constantFrom('(', ')', '(:init', ':goal', ':effect', 'a', 'Bc', '?x', ' ', '\n', '\r', '\r\n', ';', '-'),
      { maxLength: 40 },
    );
    const property = fc.property(texts, (pieces) => {
      const text = `(${pieces.join('')}\n)`;
      const log = new Diagnostics('domain');
      const list = readExpression(text, log);
      const check = (expression: Expression): void => {
        const { line, column, start, end } = expression.at;
        const before = text.slice(0, start).split(/\r\n|\r|\n/);
        expect([line, column]).toEqual([before.length, (before.at(-1) ?? '').length + 1]);
        if (expression.kind === 'word') expect(text.slice(start, end)).toBe(expression.written);
        else {
          if (log.imbalance === null) expect([text[start], text[end - 1]]).toEqual(['(', ')']);
          for (const item of expression.items) check(item);
        }
      };
      if (list !== null) check(list);
    });
    fc.assert(property);
  });
});

it('excerpt() shows how an expression begins', () => {
  const list = readExpression('(a () (B c) ((d)) ((d) e) (:action Go :effect))', new Diagnostics('domain'));
  const shown = ['"a"', '"()"', '"(B …)"', '"((…)"', '"((… …)"', '"(:action Go …)"'];
  expect(list?.items.map(excerpt)).toEqual(shown);
  expect(excerpt(undefined)).toBe('nothing');
});

it('commentHint() knows the comments of other languages', () => {
  const { items } = readExpression('(// /*a*/ # -- --a - /a (# a) ())', new Diagnostics('domain'))!;
  const hint = '; a comment begins with ";"';
  expect(items.map(commentHint)).toEqual([hint, hint, hint, hint, hint, '', '', '', '']);
});
