import { uniformFloat64 } from 'pure-rand/distribution/uniformFloat64';
import { uniformInt } from 'pure-rand/distribution/uniformInt';
import { xoroshiro128plus } from 'pure-rand/generator/xoroshiro128plus';

export const SEED_END = 2 ** 32;

export type RandomNumbers = {
  uniform(): number;
  /** In [0, end). */
  below(end: number): number;
};

/** Throws a RangeError. */
export function checkSeed(seed: number) {
  if (!Number.isInteger(seed) || seed < 0 || seed >= SEED_END) {
    throw new RangeError(`Cannot draw random numbers from seed ${seed}: it must be an integer from 0 to 2^32 - 1`);
  }
}

/** Similar seeds give similar first numbers: use `seedOf`. Throws a RangeError. */
export function randomNumbers(seed: number): RandomNumbers {
  checkSeed(seed);
  const generator = xoroshiro128plus(seed);
  return { uniform: () => uniformFloat64(generator), below: (end) => uniformInt(generator, 0, end - 1) };
}

/** Similar seeds give similar first numbers: use `seedOf`. */
export function seedOf(...parts: readonly number[]): number {
  let hash = 0;
  for (const part of parts) hash = mix(Math.imul(hash, 31) + part + 1);
  return hash >>> 0;
}

function mix(bits: number): number {
  let hash = bits | 0;
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  hash = Math.imul(hash ^ (hash >>> 13), 0xc2b2ae35);
  return hash ^ (hash >>> 16);
}
