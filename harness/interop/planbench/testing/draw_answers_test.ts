import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { PLACES } from '../../../io/places.ts';
import { readScoredAnswers, type ScoredAnswer } from '../../../tables/papers/planbench/answer.ts';
import { drawnAnswers } from './draw_answers.ts';

describe('drawnAnswers()', () => {
  it('draws the answers that were read by eye, from the committed plans and their seed', () => {
    const { seed, drawn } = JSON.parse(readFileSync(join(PLACES.root, 'results/planbench/draws.json'), 'utf8'));
    const { disagree, agree } = drawnAnswers(readScoredAnswers(), seed);
    const named = (group: string, { file, instance, round, rule, valid, published }: ScoredAnswer) =>
      JSON.stringify({ file, instance, round, group, rule, valid, published });
    const expected = [
      ...disagree.map((answer) => named('disagree', answer)),
      ...agree.map((answer) => named('agree', answer)),
    ];
    expect(drawn.map((each: ScoredAnswer & { group: string }) => named(each.group, each)).sort()).toEqual(
      expected.sort(),
    );
    expect(expected).toHaveLength(400);
  });
});
