import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { shortened, svgNumber, svgText, widthOf, wrapped } from './svg_text.ts';

describe('svgText()', () => {
  it('escapes markup, and replaces what XML forbids', () => {
    expect(svgText(`<b a="1" c='2'>&</b>`)).toBe('&lt;b a=&quot;1&quot; c=&apos;2&apos;&gt;&amp;&lt;/b&gt;');
    expect(svgText('a\u0000b\ud800c\u202ed')).toBe('a\ufffdb\ufffdc\ufffdd');
  });
});

describe('svgNumber()', () => {
  it('rounds to hundredths, without a negative zero', () => {
    expect([1 / 3, 12, -0.001, 1999.999].map(svgNumber)).toEqual(['0.33', '12', '0', '2000']);
  });
});

describe('shortened()', () => {
  it('cuts between characters', () => {
    expect(shortened('🍵🍵🍵', 2)).toBe('🍵…');
    expect(shortened('tea', 3)).toBe('tea');
  });
});

describe('wrapped()', () => {
  it('breaks at blanks and behind hyphens', () => {
    expect(wrapped('pick and place', 9)).toEqual(['pick and', 'place']);
    expect(wrapped('pick-and-place', 9)).toEqual(['pick-and-', 'place']);
    expect(wrapped('uninterrupted', 6)).toEqual(['unint…']);
    expect(wrapped('', 6)).toEqual([]);
  });

  it('has no line that is too long', () => {
    fc.assert(
      fc.property(fc.string(), fc.integer({ min: 2, max: 20 }), (words, most) => {
        for (const line of wrapped(words, most)) expect([...line].length).toBeLessThanOrEqual(most);
      }),
    );
  });
});

describe('widthOf()', () => {
  it('is more for more and for wider characters', () => {
    expect(widthOf('ill')).toBeLessThan(widthOf('now'));
    expect(widthOf('茶')).toBeGreaterThan(1);
    expect(widthOf('')).toBe(0);
  });
});
