import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { wordScores } from './word_scores.ts';

describe('wordScores()', () => {
  test('finds words in any form, and common ones nowhere', () => {
    expect(wordScores('Stacking blocks.', ['block', 'a stack', 'cucumber', ''])).toEqual([
      expect.toSatisfy((score) => score > 0),
      expect.toSatisfy((score) => score > 0),
      0,
      0,
    ]);
    expect(wordScores('It is to be on the table.', ['It is to be on the floor.'])).toEqual([0]);
  });

  test('does not take spelling for meaning', () => {
    expect(
      wordScores('Spell the word SKILL with blocks.', ['Use skim milk.', 'Make a Bloody Mary.', 'blocks']),
    ).toEqual([0, 0, expect.toSatisfy((score) => score > 0)]);
  });

  test('weighs rare words more', () => {
    const [often = 0, , , rarely = 0] = wordScores('a red tower', ['red', 'red', 'red', 'tower', 'cup']);
    expect(rarely).toBeGreaterThan(often);
  });

  test('does not depend on case, order and punctuation', () => {
    const texts = ['Water, please!', 'a cup'];
    expect(wordScores('please WATER', texts)).toEqual(wordScores('Water: please.', texts));
  });

  test('gives a finite score a text, for any texts', () => {
    const text = fc.oneof(
      fc.string({ unit: 'binary' }),
      fc.constantFrom('__proto__', 'constructor toString', 'hasOwnProperty', 'ed ing y', '√ ½ ß İ'),
    );
    fc.assert(
      fc.property(text, fc.array(text, { maxLength: 8 }), (query, texts) => {
        const scores = wordScores(query, texts);
        expect(scores).toHaveLength(texts.length);
        expect(scores.every((score) => Number.isFinite(score) && score >= 0)).toBe(true);
      }),
    );
    expect(wordScores('constructor', ['constructor', 'cup'])[0]).toBeGreaterThan(0);
    expect(wordScores('x'.repeat(1_000_000), ['y '.repeat(1_000_000), 'x'.repeat(1_000_000)])[0]).toBe(0);
  });
});
