/**
 * Draws published answers by seed, so that people can check by eye how they are read.
 *
 * @module
 */
import { randomNumbers } from '../../../../envs/random_numbers.ts';
import type { ScoredAnswer } from '../../../tables/papers/planbench/answer.ts';

type Drawable = Pick<ScoredAnswer, 'file' | 'instance' | 'round' | 'rule' | 'published' | 'cause' | 'copyOf'>;

const DRAWN = 200;

/**
 * 200 answers among those whose verdict differs from the published one, and 200 among those whose verdict does not. Copies, answers
 * never given, and those without a published verdict take no part; nor does what is right but for its cost.
 */
export function drawnAnswers<T extends Drawable>(answers: readonly T[], seed: number): { disagree: T[]; agree: T[] } {
  const judged = answers.filter(
    ({ copyOf, rule, published, cause }) =>
      copyOf === null && rule !== null && published !== null && cause !== 'shortest plan required',
  );
  const random = randomNumbers(seed);
  const draw = (all: readonly T[]) => {
    const left = [...all];
    return Array.from({ length: Math.min(DRAWN, left.length) }, () => left.splice(random.below(left.length), 1)[0]!);
  };
  return {
    disagree: draw(judged.filter(({ cause }) => cause !== null)),
    agree: draw(judged.filter(({ cause }) => cause === null)),
  };
}
