import { describe, expect, it } from 'vitest';
import { packedAnswers, readScoredAnswers, unpackedAnswers } from './packed_answers.ts';

describe('readScoredAnswers()', () => {
  const answers = readScoredAnswers();

  it('reads what packing wrote', () => {
    expect(unpackedAnswers(packedAnswers(answers.slice(0, 700)))).toEqual(answers.slice(0, 700));
  });

  it('gives a cause where, and only where, verdicts of given answers differ', () => {
    const wrong = answers.filter(
      ({ rule, valid, published, cause }) =>
        (cause !== null) !== (rule !== null && published !== null && valid !== published),
    );
    expect(wrong).toEqual([]);
    expect(answers.length).toBeGreaterThan(45_000);
  });
});
