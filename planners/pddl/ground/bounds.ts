export type GroundingBounds = Readonly<{
  /** Before the relevance analysis, of ground actions. */
  operatorsMax: number;
  factsMax: number;
  disjunctsMax: number;
  effectsMax: number;
  variablesMax: number;
  /** Of joins and quantifiers, plus preconditions once per conditional effect. */
  stepsMax: number;
}>;

export const GROUNDING_BOUNDS: GroundingBounds = {
  operatorsMax: 500_000,
  factsMax: 500_000,
  disjunctsMax: 4096,
  effectsMax: 2_500_000,
  variablesMax: 500,
  stepsMax: 25_000_000,
};

export class BoundReached extends Error {
  override readonly name = 'BoundReached';
  readonly bound: keyof GroundingBounds;

  constructor(bound: keyof GroundingBounds, max: number) {
    super(`the limit ${bound} (${max}) was reached`);
    this.bound = bound;
  }
}

/** Functions that receive it throw `BoundReached`. */
export class Budget {
  readonly bounds: GroundingBounds;
  #steps = 0;
  #share = 0;

  constructor(bounds: GroundingBounds) {
    this.bounds = bounds;
  }

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > this.bounds.stepsMax) throw new BoundReached('stepsMax', this.bounds.stepsMax);
  }

  largestUsedShare(): number {
    return Math.max(this.#share, this.#steps / this.bounds.stepsMax);
  }

  check(bound: keyof GroundingBounds, count: number): void {
    const share = count / this.bounds[bound];
    if (share > this.#share && bound !== 'variablesMax') this.#share = share;
    if (count > this.bounds[bound]) throw new BoundReached(bound, this.bounds[bound]);
  }
}
