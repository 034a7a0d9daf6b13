/**
 * Chance in a household: what goes wrong, and when.
 *
 * Every draw is a function of (seed, step, kind, thing, number of the draw) alone, so that planners which act alike see alike, and
 * one kind of noise leaves the draws of another as they are (common random numbers). The five are hashed (the finalizer of
 * MurmurHash3 for each) into the seed of a generator that gives one number. What cannot or must happen is not drawn.
 */
import { randomNumbers, SEED_END, seedOf } from '../random_numbers.ts';
import type { NoiseRates } from './household_options.ts';

/** Kinds of noise by the number that their draws are hashed with; numbers must stay what they are. */
const KINDS = {
  missedDetection: 1,
  falseDetection: 2,
  manipulationFailure: 3,
  navigationFailure: 4,
  falseSuccess: 5,
} as const;

export type NoiseKind = keyof typeof KINDS;

export type Draw = {
  /** What it is about, by node; -1 for nothing in the house. */
  readonly thing: number;
  /** Which of several draws of this kind about this thing in this step; from 0. */
  readonly nth?: number;
};

export class Noise {
  readonly #seed: number;
  readonly #rates: NoiseRates;
  /** How many actions have been asked for since the reset, whatever became of them. */
  step = 0;

  /** `seed` is an integer in [0, 2^32). */
  constructor(seed: number, rates: NoiseRates) {
    if (!Number.isInteger(seed) || seed < 0 || seed >= SEED_END) {
      throw new RangeError(`Cannot draw noise from seed ${seed}: it must be an integer from 0 to 2^32 - 1`);
    }
    this.#seed = seed;
    this.#rates = rates;
  }

  /** Whether it happens at this step. */
  happens(kind: NoiseKind, draw: Draw): boolean {
    const rate = this.#rates[kind];
    return rate > 0 && (rate === 1 || this.uniform(kind, draw) < rate);
  }

  /** A number in [0, 1) for this step. */
  uniform(kind: NoiseKind, { thing, nth = 0 }: Draw): number {
    return randomNumbers(seedOf(this.#seed, this.step, KINDS[kind], thing, nth)).uniform();
  }
}

/** Whether anything can go wrong at all. */
export function isNoisy(rates: NoiseRates): boolean {
  return Object.values(rates).some((rate) => rate > 0);
}
