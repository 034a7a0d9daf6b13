import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lexicalEmbedding } from './lexical_embedding.ts';
import { cosine } from './rank_examples.ts';

function similarity(a: string, b: string): number {
  return cosine(lexicalEmbedding(a), lexicalEmbedding(b));
}

describe('lexicalEmbedding()', () => {
  test('finds forms of one word near each other, and common words nowhere', () => {
    expect(similarity('block', 'blocks')).toBeGreaterThan(0.5);
    expect(similarity('Stack the blocks.', 'stacking a block')).toBeGreaterThan(0.4);
    expect(similarity('block', 'cucumber')).toBeLessThan(0.1);
    expect(lexicalEmbedding('The, and on to.')).toEqual(lexicalEmbedding(''));
  });

  test('does not depend on case, order and punctuation', () => {
    expect(lexicalEmbedding('Water, please!')).toEqual(lexicalEmbedding('please water'));
  });

  test('gives 1,024 finite numbers for any text', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        const vector = lexicalEmbedding(text);
        expect(vector).toHaveLength(1024);
        expect(vector.every((each) => Number.isFinite(each) && each >= 0)).toBe(true);
        if (vector.some((each) => each > 0)) expect(cosine(vector, vector)).toBeCloseTo(1);
      }),
    );
    expect(lexicalEmbedding('x'.repeat(1_000_000))).toHaveLength(1024);
  });
});
