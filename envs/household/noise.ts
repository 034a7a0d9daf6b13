/** Common random numbers: planners with the same actions see the same noise. */
import { checkSeed, randomNumbers, seedOf } from '../random_numbers.ts';
import type { NoiseRates } from './household_options.ts';

const KINDS = {
  missedDetection: 1,
  falseDetection: 2,
  manipulationFailure: 3,
  navigationFailure: 4,
  falseSuccess: 5,
} as const;

export type NoiseKind = keyof typeof KINDS;

type Draw = Readonly<{
  /** A node; -1 for a name outside the house. */
  thing: number;
  nth?: number;
}>;

export class Noise {
  readonly #seed: number;
  readonly #rates: NoiseRates;
  step = 0;

  constructor(seed: number, rates: NoiseRates) {
    checkSeed(seed);
    this.#seed = seed;
    this.#rates = rates;
  }

  happens(kind: NoiseKind, draw: Draw): boolean {
    const rate = this.#rates[kind];
    return rate > 0 && (rate === 1 || this.uniform(kind, draw) < rate);
  }

  uniform(kind: NoiseKind, { thing, nth = 0 }: Draw): number {
    return randomNumbers(seedOf(this.#seed, this.step, KINDS[kind], thing, nth)).uniform();
  }
}

export function isNoisy(rates: NoiseRates): boolean {
  return Object.values(rates).some((rate) => rate > 0);
}
