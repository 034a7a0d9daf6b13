import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { printable, withMarks } from './printable.ts';

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

it('withMarks() puts one mark for each', () => {
  expect(withMarks('a\u202eb\nc\u{e0041}', '?')).toBe('a?b?c?');
});
