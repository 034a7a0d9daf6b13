import { expect, it } from 'vitest';
import { wrapped } from '../plain_table.ts';
import { captioned, textLines } from './text_lines.ts';

it('wrapped() breaks lines between words', () => {
  expect(wrapped('one two three', 7)).toEqual(['one two', 'three']);
  expect(wrapped('incomprehensible', 7)).toEqual(['incomprehensible']);
});

it('textLines() puts less into a line the larger the text is', () => {
  expect(textLines('one two three', 100, 10)).toEqual(['one two three']);
  expect(textLines('one two three', 100, 20)).toEqual(['one two', 'three']);
});

const FIGURE =
  '<svg xmlns="x" width="128" height="50" viewBox="0 0 128 50">\n<rect width="128" height="50" fill="white"/>\n</svg>\n';

it('captioned() adds lines as wide as the figure, which becomes taller by them', () => {
  const svg = captioned(FIGURE, ['One & two, three four', 'Five']);
  expect(svg).toMatch(/^<svg xmlns="x" width="128" height="95" viewBox="0 0 128 95">\n<rect width="128" height="95"/);
  const lines = [...svg.matchAll(/<text x="14" y="(\d+)"[^>]*>([^<]*)</g)].map(([, y, text]) => [y, text]);
  expect(lines).toEqual([
    ['54', 'One &amp; two, three'],
    ['69', 'four'],
    ['84', 'Five'],
  ]);
  expect(svg.endsWith('</text>\n</svg>\n')).toBe(true);
});

it('captioned() refuses what does not say its size', () => {
  expect(() => captioned('<svg></svg>\n', [])).toThrow('does not begin with its size');
});
