/** The symbolic state of rules and goals, without positions. */
import type { Configuration } from './arm.ts';
import { ALL_SPOTS, type Vector } from './table.ts';

/** Immutable: an action creates a new state, so copies are free. */
export const NO_BLOCK = -1;

export type TableState = {
  /** In the scene's order; the held block keeps the place from which it was taken. */
  readonly centres: readonly Vector[];
  /** A block or `NO_BLOCK`. */
  readonly held: number;
  readonly fallen: readonly boolean[];
  readonly at: Configuration;
};

export const ON_TABLE = -1;
export const IN_HAND = -2;

export type Arrangement = {
  /** Block → the block below it, `ON_TABLE` or `IN_HAND`. */
  readonly below: readonly number[];
  readonly above: readonly number[];
  readonly held: number;
  /** Block → bitmask of the table spots it occupies. */
  readonly spots: readonly number[];
};

export function hasFreeSpot({ spots }: Arrangement): boolean {
  return takenSpots(spots) !== ALL_SPOTS;
}

/** Bottom up, ordered by their lowest blocks, without the held block. */
export function stacksOf({ below, above }: Arrangement): number[][] {
  const stacks: number[][] = [];
  for (const [base, support] of below.entries()) {
    if (support !== ON_TABLE) continue;
    const stack: number[] = [];
    for (let block = base; block !== NO_BLOCK; block = above[block]!) stack.push(block);
    stacks.push(stack);
  }
  return stacks;
}

export function stackUpTo(block: number, { below }: Arrangement): number[] {
  const stack: number[] = [];
  for (let at = block; at >= 0; at = below[at]!) stack.push(at);
  return stack.reverse();
}

/** Precondition: the block is clear. */
export function afterPick(arrangement: Arrangement, block: number): Arrangement {
  const support = arrangement.below[block]!;
  return {
    below: arrangement.below.with(block, IN_HAND),
    above: support >= 0 ? arrangement.above.with(support, NO_BLOCK) : arrangement.above,
    held: block,
    spots: arrangement.spots.with(block, 0),
  };
}

/** Precondition: the surface is a clear block or `ON_TABLE` with a free spot. */
export function afterPlace(arrangement: Arrangement, surface: number): Arrangement {
  const { below, above, held, spots } = arrangement;
  const taken = takenSpots(spots);
  return {
    below: below.with(held, surface),
    above: surface >= 0 ? above.with(surface, held) : above,
    held: NO_BLOCK,
    spots: surface === ON_TABLE ? spots.with(held, ~taken & (taken + 1)) : spots, // the lowest unset bit
  };
}

function takenSpots(spots: readonly number[]): number {
  return spots.reduce((all, bits) => all | bits, 0);
}
