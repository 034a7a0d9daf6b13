import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { widthOf, wrapped } from './words.ts';

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
