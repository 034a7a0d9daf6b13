import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { Diagnostics } from '../diagnostics/diagnostics.ts';
import type { Expression } from './expression.ts';
import { EXPRESSIONS_MAX, NESTING_MAX, readExpression } from './read_expression.ts';

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
    expect(read('')).toEqual([['empty_text', 1, 1]]);
    expect(read('\n; only this\n')).toEqual([['empty_text', 3, 1]]);
    expect(read('a')).toEqual([['no_opening', 1, 1]]);
    expect(read(' )')).toEqual([['no_opening', 1, 2]]);
    expect(read('(a\n (b)')).toEqual([['missing_closing', 2, 5]]);
    expect(read('(a))')).toEqual([['extra_closing', 1, 4]]);
    expect(read('(a)(b)')).toEqual([['text_after_end', 1, 4]]);
    expect(read('(a) b')).toEqual([['text_after_end', 1, 5]]);
    expect(read('(a é)')).toEqual([['not_ascii', 1, 4]]);
    expect(read('(a (:init\n(:goal')).toEqual([['section_inside_section', 2, 1]]);
    expect(read('(a (:init (b :goal))')).toEqual([['missing_closing', 1, 21]]);
    expect(read('(a :init (b))')).toEqual([['missing_opening', 1, 4]]);
  });

  it('goes on with the parentheses that should be there', () => {
    const mended = (text: string) => {
      const diagnostics = new Diagnostics('domain');
      const list = readExpression(text, diagnostics);
      return [diagnostics.errors.map(({ kind }) => kind).join(), list === null ? null : plain(list)];
    };
    expect(mended('(a (b (c')).toEqual(['missing_closing', ['a', ['b', ['c']]]]);
    expect(mended('(a (:init (b) (:goal c))')).toEqual([
      'section_inside_section',
      ['a', [':init', ['b']], [':goal', 'c']],
    ]);
    expect(mended('(a (:action b :precondition (c :effect d))')).toEqual([
      'field_inside_list',
      ['a', [':action', 'b', ':precondition', ['c'], ':effect', 'd']],
    ]);
    expect(mended('(a (:action b) :effect d))')).toEqual([
      'field_outside_action',
      ['a', [':action', 'b', ':effect', 'd']],
    ]);
    expect(mended('(a :init b) (:goal c))')).toEqual(['missing_opening', ['a', [':init', 'b'], [':goal', 'c']]]);
    expect(mended('(a (:init b))) (:goal c)')).toEqual(['extra_closing', ['a', [':init', 'b'], [':goal', 'c']]]);
    expect(mended('(a (:init b)) (:goal c))')).toEqual(['text_after_end', ['a', [':init', 'b'], [':goal', 'c']]]);
    expect(mended('(a b) (define c)')).toEqual(['text_after_end', ['a', 'b']]);
    expect(mended('(a b) (:init é)')).toEqual(['text_after_end,not_ascii', null]);
  });

  it('bounds nesting, length and number', () => {
    const nested = (depth: number) => `${'('.repeat(depth)}${')'.repeat(depth)}`;
    expect(read(nested(NESTING_MAX + 1))).toEqual([['too_deep', 1, NESTING_MAX + 1]]);
    expect(readExpression(nested(NESTING_MAX), new Diagnostics('domain'))).not.toBeNull();
    expect(read(' '.repeat(32 * 1024 * 1024 + 1))).toEqual([['too_long', 1, 1]]);
    const many = (count: number) => `(${'()'.repeat(count - 1)})`;
    expect(read(many(EXPRESSIONS_MAX + 1))).toEqual([['too_many_expressions', 1, 2 * EXPRESSIONS_MAX]]);
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
