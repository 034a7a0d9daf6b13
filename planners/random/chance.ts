/** The only import of `pure-rand` among the planners. */
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

/** Draws from [0, below), deterministic in `seed`, an integer in [0, 2³²). */
export function chanceFrom(seed: number): (below: number) => number {
  const generator = xoroshiro128plus(seed);
  return (below) => uniformInt(generator, 0, below - 1);
}
