import fc from 'fast-check';
import { expect, test } from 'vitest';
import { countBytePairs } from './byte_pairs.ts';

/** `a`, `b`, `c` and what they make, best first. */
const RANKS = new Map(['a', 'b', 'c', 'ab', 'bc', 'abc', 'aa', 'aaaa', 'cab'].map((token, rank) => [token, rank]));

/** The rule as it is written: join the leftmost of the best pairs, as long as there is one. */
function joined(bytes: string): string[] {
  const parts = [...bytes];
  for (;;) {
    const ranks = parts.slice(1).map((part, at) => RANKS.get(`${parts[at]}${part}`) ?? Number.POSITIVE_INFINITY);
    const best = Math.min(...ranks);
    if (best === Number.POSITIVE_INFINITY) return parts;
    const at = ranks.indexOf(best);
    parts.splice(at, 2, `${parts[at]}${parts[at + 1]}`);
  }
}

test('countBytePairs() joins the pair of the lowest rank first', () => {
  expect(joined('abcab')).toEqual(['abc', 'ab']);
  expect(countBytePairs('abcab', RANKS)).toBe(2);
});

test('countBytePairs() takes the leftmost of equal pairs first', () => {
  expect(joined('aaa')).toEqual(['aa', 'a']);
  expect(countBytePairs('aaac', RANKS)).toBe(3);
});

test('countBytePairs() counts what joining pair by pair counts', () => {
  fc.assert(
    fc.property(fc.string({ unit: fc.constantFrom('a', 'b', 'c'), minLength: 1, maxLength: 60 }), (bytes) => {
      expect(countBytePairs(bytes, RANKS)).toBe(RANKS.has(bytes) ? 1 : joined(bytes).length);
    }),
    { numRuns: 1000 },
  );
});

test.each(['a', 'abc', 'cab', 'b', 'acb'])(
  'countBytePairs() looks up at most three pairs a byte of a run of %j',
  (unit) => {
    for (const length of [30_000, 60_000, 120_000]) {
      const ranks = new CountedMap(RANKS);
      countBytePairs(unit.repeat(length / unit.length), ranks);
      expect(ranks.lookups).toBeGreaterThan(length / 2);
      expect(ranks.lookups).toBeLessThanOrEqual(3 * length);
    }
  },
);

class CountedMap<K, V> extends Map<K, V> {
  lookups = 0;

  override get(key: K): V | undefined {
    this.lookups++;
    return super.get(key);
  }
}
