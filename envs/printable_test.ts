import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, replaceInvisible, shortened, svgNumber, svgPoints, svgText } from './printable.ts';
import { xmlFault } from './testing/well_formed.ts';

describe('printable()', () => {
  it.each([
    ['move(\x1b[2J\x1b[31mevil)\r\x07\x9b', 'move(\\u001b[2J\\u001b[31mevil)\\u000d\\u0007\\u009b'],
    ['photo\u202egpj.exe', 'photo\\u202egpj.exe'],
    ['\u200e\u200f\u061c\u202a\u202b\u202c\u202d', '\\u200e\\u200f\\u061c\\u202a\\u202b\\u202c\\u202d'],
    ['\u2066\u2067\u2068\u2069', '\\u2066\\u2067\\u2068\\u2069'],
    ['zero\u200bwidth\ufeff', 'zero\\u200bwidth\\ufeff'],
    ['a\u2028b\u2029c', 'a\\u2028b\\u2029c'],
    ['tag \u{e0041}', 'tag \\udb40\\udc41'],
  ])('shows %j as %j', (text, shown) => {
    expect(printable(text)).toBe(shown);
  });

  it('leaves text, tabs, line feeds and what colours are made of', () => {
    for (const text of ['a\tb\nc é 漢 ✓ 😀', '\ufdd0\ufdd3']) expect(printable(text)).toBe(text);
  });

  it('leaves nothing that is not seen, and JSON that says the same', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const shown = printable(JSON.stringify(text));
        expect(shown).not.toMatch(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u);
        expect(JSON.parse(shown)).toBe(text);
      }),
    );
  });
});

describe('svgNumber()', () => {
  it('rounds to two decimals', () => {
    const values = [1, 1 / 3, -0.001, 639.999, -12.345678, 1999.999];
    expect(values.map(svgNumber)).toEqual(['1', '0.33', '0', '640', '-12.35', '2000']);
  });

  it('takes at most six significant digits and no exponent on a sheet', () => {
    fc.assert(
      fc.property(fc.double({ min: -9999, max: 9999, noNaN: true }), (value) => {
        expect(svgNumber(value)).toMatch(/^-?\d{1,4}(\.\d{1,2})?$/);
      }),
    );
  });
});

it.each([
  ['svgPoints() joins pairs', svgPoints([[0, 1.005] as const, [2.5, -0] as const]), '0,1 2.5,0'],
  ['replaceInvisible() puts one mark for each', replaceInvisible('a\u202eb\nc\u{e0041}', '?'), 'a?b?c?'],
  ['shortened() cuts between characters', shortened('🍵🍵🍵', 2), '🍵…'],
  ['shortened() keeps short words', shortened('tea', 3), 'tea'],
])('%s', (_, text, expected) => expect(text).toBe(expected));

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
