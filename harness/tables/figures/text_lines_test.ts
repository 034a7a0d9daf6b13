import { expect, it } from 'vitest';
import { textLines, wrapped } from './text_lines.ts';

it('wrapped() breaks lines between words', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('incomprehensible', 7)).toEqual(['incomprehensible']);
});

it('textLines() puts less into a line the larger the text is', () => {
  expect(textLines('one two three', 100, 10)).toEqual(['one two three']);
  expect(textLines('one two three', 100, 20)).toEqual(['one two', 'three']);
});
