import { expect, test } from 'vitest';
import { Lexer } from './lex_line.ts';

function lex(line: string): string[] {
  const lexer = new Lexer(line);
  const tokens: string[] = [];
  for (let token = lexer.take(); token.kind !== 'end'; token = lexer.take()) tokens.push(`${token.kind} ${token.text}`);
  return tokens;
}

test.each([
  [`  putin('mug 1', box_2)`, ['word putin', 'mark (', 'string mug 1', 'mark ,', 'word box_2', 'mark )']],
  ["wait # it's there", ['word wait', "comment it's there"]],
  ['"it\'s # 1"', ["string it's # 1"]],
  ['“a” ‘b’', ['string a', 'string b']],
  [String.raw`'it\'s \\ \n'`, [String.raw`string it's \ n`]],
  ["''", ['string ']],
  [`f('a, b`, ['word f', 'mark (', "unclosed 'a, b"]],
  ['- tea-cup -', ['mark -', 'word tea-cup', 'mark -']],
  ['Tür1', ['word Tür1']],
  [' \t\r', []],
])('Lexer splits %j', (line, tokens) => {
  expect(lex(line)).toEqual(tokens);
});
