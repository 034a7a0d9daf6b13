import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { randomNumbers } from '../../../../envs/random_numbers.ts';
import { PLACES } from '../../../io/places.ts';
import { readScoredAnswers, type ScoredAnswer } from '../../../tables/papers/planbench/answer.ts';

function drawnAnswers(answers: readonly ScoredAnswer[], { seed, count }: { seed: number; count: number }) {
  const originals = answers.filter(
    ({ copyOf, rule, published }) => copyOf === null && rule !== null && published !== null,
  );
  const judged = originals.filter(({ cause }) => cause !== 'shortest plan required');
  const random = randomNumbers(seed);
  return ['disagree', 'agree'].flatMap((group) => {
    const left = judged.filter(({ cause }) => (cause === null) === (group === 'agree'));
    return Array.from({ length: count }, () => ({ group, ...left.splice(random.below(left.length), 1)[0]! }));
  });
}

it('results/planbench/draws.json has the answers that were read by eye, drawn from the committed plans by its seed', () => {
  const { seed, drawn } = JSON.parse(readFileSync(join(PLACES.root, 'results/planbench/draws.json'), 'utf8'));
  const named = (answers: readonly (ScoredAnswer & { group: string })[]) =>
    answers
      .map(({ file, instance, round, group, rule, valid, published }) =>
        JSON.stringify({ file, instance, round, group, rule, valid, published }),
      )
      .sort();
  const expected = named(drawnAnswers(readScoredAnswers(), { seed, count: 200 }));
  expect(named(drawn)).toEqual(expected);
  expect(expected).toHaveLength(400);
});
