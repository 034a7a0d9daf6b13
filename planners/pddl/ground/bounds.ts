/** Bounds on grounding, since a short text can ask for any number of operators. Each bound can be set. */

export type GroundingBounds = {
  /** Ground actions before the relevance analysis, and operators after it. */
  readonly operatorsMax: number;
  /** Ground atoms that come up while grounding. */
  readonly factsMax: number;
  /** Conjunctions in the disjunctive normal form of one condition. */
  readonly disjunctsMax: number;
  /** Effects of all operators, before the relevance analysis. */
  readonly effectsMax: number;
  /** Variables of one action, or of the goal, including quantified ones. */
  readonly variablesMax: number;
  /**
   * Steps of the joins and of the expansion of quantifiers; also preconditions, once for each conditional effect of their
   * operator.
   */
  readonly stepsMax: number;
};

export const GROUNDING_BOUNDS: GroundingBounds = {
  operatorsMax: 500_000,
  factsMax: 500_000,
  disjunctsMax: 4096,
  effectsMax: 2_500_000,
  variablesMax: 500,
  stepsMax: 25_000_000,
};

/** Thrown while grounding; `groundPddl` turns it into a result. */
export class BoundReached extends Error {
  override readonly name = 'BoundReached';
  readonly bound: keyof GroundingBounds;

  constructor(bound: keyof GroundingBounds, max: number) {
    super(`grounding reached its bound ${bound} (${max})`);
    this.bound = bound;
  }
}

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

  /** The greatest share of a bound that was used so far; that of variables is not counted. */
  share(): number {
    return Math.max(this.#share, this.#steps / this.bounds.stepsMax);
  }

  check(bound: keyof GroundingBounds, count: number): void {
    const share = count / this.bounds[bound];
    if (share > this.#share && bound !== 'variablesMax') this.#share = share;
    if (count > this.bounds[bound]) throw new BoundReached(bound, this.bounds[bound]);
  }
}
