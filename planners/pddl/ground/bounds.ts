/**
 * How much grounding may cost. Text from outside can ask for any number of operators; each bound can be set.
 *
 * @module
 */

export type GroundingBounds = {
  /** Actions with objects for all parameters, before those that do not matter are dropped, and operators after. */
  readonly operatorsMax: number;
  /** Atoms that are met while grounding. */
  readonly factsMax: number;
  /** Conjunctions that one disjunctive condition becomes. */
  readonly disjunctsMax: number;
  /** Effects of all operators, before those that do not matter are dropped. */
  readonly effectsMax: number;
  /** Variables of one action or of the goal, quantified ones included. */
  readonly variablesMax: number;
  /**
   * Steps of the search for objects that fit, and of the expansion of quantifiers; and preconditions, counted once for each
   * conditional effect of their operator.
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

/** Thrown inside, and turned into a result by `groundPddl`. */
export class BoundReached extends Error {
  override readonly name = 'BoundReached';
  readonly bound: keyof GroundingBounds;

  constructor(bound: keyof GroundingBounds, max: number) {
    super(`grounding reached its bound ${bound} (${max})`);
    this.bound = bound;
  }
}

/** Counts against the bounds. */
export class Budget {
  readonly bounds: GroundingBounds;
  #steps = 0;

  constructor(bounds: GroundingBounds) {
    this.bounds = bounds;
  }

  step(count = 1): void {
    this.#steps += count;
    if (this.#steps > this.bounds.stepsMax) throw new BoundReached('stepsMax', this.bounds.stepsMax);
  }

  check(bound: keyof GroundingBounds, count: number): void {
    if (count > this.bounds[bound]) throw new BoundReached(bound, this.bounds[bound]);
  }
}
