import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { randomNumbers } from '../../random_numbers.ts';
import { CollisionChecker } from './collision_checker.ts';
import { lineIsFree } from './line_is_free.ts';
import { randomConfiguration, randomWorld } from './testing/random_world.ts';

/** Asks two checkers, of which one looks at every pair again on each stretch; collects both answers. */
function askingTwice(world: ReturnType<typeof randomWorld>) {
  const [fast, slow] = [new CollisionChecker(world), new CollisionChecker(world)];
  const answers: { readonly fast: number; readonly slow: number; readonly level: number }[] = [];
  const checker = {
    alongLine(from: Float64Array, to: Float64Array) {
      fast.alongLine(from, to);
      slow.alongLine(from, to);
    },
    freeShare(q: Float64Array, most: number, level = 0) {
      const answer = { fast: fast.freeShare(q, most, level), slow: slow.freeShare(q, most), level };
      answers.push(answer);
      return answer.slow;
    },
  };
  return { checker: checker as unknown as CollisionChecker, answers };
}

describe('FreeStretch.freeShare()', () => {
  it('says of every part of a stretch what it would say, if it left nothing out', () => {
    let [deepest, asked, tried] = [0, 0, 0];
    fc.assert(
      fc.property(fc.nat(), fc.constantFrom(0.1, 1, 4), (seed, extent) => {
        const random = randomNumbers(seed);
        const { checker, answers } = askingTwice(randomWorld(random));
        for (let line = 0; line < 10; line++) {
          const from = randomConfiguration(random);
          const to = from.map((angle) => angle + extent * (random.uniform() - 0.5));
          lineIsFree(checker, { from, to });
        }
        for (const { fast, slow, level } of answers) {
          expect(fast).toBe(slow);
          deepest = Math.max(deepest, level);
        }
        asked += answers.length;
        tried++;
      }),
      { numRuns: 200 },
    );
    expect(deepest).toBeGreaterThan(6);
    expect(asked / tried).toBeGreaterThan(5_000 / 200);
  });
});
