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

  it('has 99 % of the published verdicts on the plans as stored, and a cause for each of the others', () => {
    const judged = answers.filter(
      ({ published, publishedPlanValid }) => published !== null && publishedPlanValid !== null,
    );
    const others = judged.filter(({ published, publishedPlanValid }) => published !== publishedPlanValid);
    expect(others.length / judged.length).toBeLessThan(0.01);
    expect(others.filter(({ storedCause }) => storedCause === null)).toEqual([]);
    expect(judged.filter(({ storedCause }) => storedCause !== null)).toEqual(others);
  });
});
