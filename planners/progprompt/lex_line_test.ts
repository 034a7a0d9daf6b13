import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Lexer } from './lex_line.ts';
import { charactersLookedAt } from './testing/characters_looked_at.ts';

function lex(line: string): string[] {
  const lexer = new Lexer(line);
  const tokens: string[] = [];
  for (let token = lexer.take(); token.kind !== 'end'; token = lexer.take()) tokens.push(`${token.kind} ${token.text}`);
  return tokens;
}

describe('Lexer tells', () => {
  test('words, strings, marks and a comment apart', () => {
    expect(lex(`  putin('mug 1', box_2)  # it's there`)).toEqual([
      'word putin',
      'mark (',
      'string mug 1',
      'mark ,',
      'word box_2',
      'mark )',
      "comment it's there",
    ]);
  });

  test.each([
    ['double quotes', '"it\'s # 1"', ["string it's # 1"]],
    ['typographic quotes', '“a” ‘b’', ['string a', 'string b']],
    ['escapes', String.raw`'it\'s \\ \n'`, [String.raw`string it's \ n`]],
    ['an empty string', "''", ['string ']],
    ['a string that is never closed', `f('a, b`, ['word f', 'mark (', "unclosed 'a, b"]],
    ['a hyphen in a word, and one before it', '- tea-cup -', ['mark -', 'word tea-cup', 'mark -']],
    ['letters of all kinds', 'Tür1', ['word Tür1']],
    ['nothing', ' \t\r', []],
  ])('%s', (_, line, tokens) => {
    expect(lex(line)).toEqual(tokens);
  });

  test('what comes next, as often as it is asked', () => {
    const lexer = new Lexer('a(');
    expect([lexer.peek(), lexer.peek(), lexer.take()].map(({ text }) => text)).toEqual(['a', 'a', 'a']);
    expect(lexer.takeMark(')')).toBe(false);
    expect(lexer.takeMark('(')).toBe(true);
    expect([lexer.take().kind, lexer.take().kind]).toEqual(['end', 'end']);
  });
});

test('Lexer.takeRest() takes what is left from the next token on, whether or not that was looked at', () => {
  for (const isPeeked of [false, true]) {
    const lexer = new Lexer("a  'b' it's # so");
    lexer.take();
    if (isPeeked) lexer.peek();
    expect([lexer.takeRest(), lexer.takeRest(), lexer.take().kind]).toEqual(["'b' it's ", '', 'end']);
  }
});

test('Lexer looks at no character more than three times', () => {
  const fragments = ['a', '-', "'", '"', '\\', '#', '(', ' ', '“', 'é', '\uD800'];
  fc.assert(
    fc.property(fc.oneof(fc.string({ unit: 'binary' }), fc.string({ unit: fc.constantFrom(...fragments) })), (line) => {
      expect(charactersLookedAt(() => lex(line))).toBeLessThanOrEqual(3 * line.length + 3);
    }),
    { numRuns: 2000 },
  );
});
