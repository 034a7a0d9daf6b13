import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortened, svgNumber, svgPoints, svgText } from './svg_text.ts';
import { xmlFault } from './testing/well_formed.ts';

describe('svgNumber()', () => {
  it.each([
    [1, '1'],
    [1 / 3, '0.33'],
    [-0.001, '0'],
    [639.999, '640'],
    [-12.345678, '-12.35'],
    [1999.999, '2000'],
  ])('writes %d as %s', (value, written) => {
    expect(svgNumber(value)).toBe(written);
  });

  it('takes at most six significant digits and no exponent on a sheet', () => {
    fc.assert(
      fc.property(fc.double({ min: -9999, max: 9999, noNaN: true }), (value) => {
        expect(svgNumber(value)).toMatch(/^-?\d{1,4}(\.\d{1,2})?$/);
      }),
    );
  });
});

it('svgPoints() joins pairs', () => {
  const points = [0, 2.5].map((x) => [x, x === 0 ? 1.005 : -0] as const);
  expect(svgPoints(points)).toBe('0,1 2.5,0');
});

describe('svgText()', () => {
  it.each([
    ['K_block_1', 20, 'K_block_1'],
    ['</svg><script>', 20, '&lt;/svg&gt;&lt;script&gt;'],
    [`"'&`, 20, '&quot;&apos;&amp;'],
    ['abcdef', 4, 'abc…'],
    ['abcd', 4, 'abcd'],
    ['😀😀😀', 2, '😀…'],
    ['\ud83d', 4, '\ufffd'],
    [`<b a="1" c='2'>&</b>`, 30, '&lt;b a=&quot;1&quot; c=&apos;2&apos;&gt;&amp;&lt;/b&gt;'],
    ['a\u0000b\u001b\uffff\u202ec', 10, 'a\ufffdb\ufffd\ufffd\ufffdc'],
  ])('writes %j within %d characters as %j', (words, charactersMax, written) => {
    expect(svgText(words, charactersMax)).toBe(written);
  });

  it('is well-formed in content and in an attribute, and never too long', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 60 }), fc.integer({ min: 1, max: 40 }), (words, most) => {
        const written = svgText(words, most);
        expect(xmlFault(`<a b="${written}">${written}</a>`)).toBe(null);
        expect([...written.replace(/&\w+;/g, '&')].length).toBeLessThanOrEqual(most);
      }),
    );
  });
});

it('shortened() cuts between characters', () => {
  expect([shortened('🍵🍵🍵', 2), shortened('tea', 3)]).toEqual(['🍵…', 'tea']);
});
