/** Chance from a seed: the only import of `pure-rand` among the planners, who hold no world. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Draws integers in [0, below), the same ones for the same seed, an integer in [0, 2³²). */
export function chanceFrom(seed: number): (below: number) => number {
  const generator = xoroshiro128plus(seed);
  return (below) => uniformInt(generator, 0, below - 1);
}
