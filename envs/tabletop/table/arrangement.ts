import type { Configuration } from './arm.ts';
import { ALL_SPOTS, type Vector } from './table.ts';

export const NO_BLOCK = -1;

export type TableState = Readonly<{
  /** In the scene's order; a held block keeps its last place. */
  centres: readonly Vector[];
  held: number;
  fallen: readonly boolean[];
  at: Configuration;
}>;

export const ON_TABLE = -1;
export const IN_HAND = -2;

export type Arrangement = Readonly<{
  /** Block → block below, `ON_TABLE` or `IN_HAND`. */
  below: readonly number[];
  above: readonly number[];
  held: number;
  /** Block → bitmask of its spots. */
  spots: readonly number[];
}>;

export function hasFreeSpot({ spots }: Arrangement): boolean {
  return takenSpots(spots) !== ALL_SPOTS;
}

/** Each stack is bottom up, without the held block. */
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

/** The block must be clear. */
export function afterPick(arrangement: Arrangement, block: number): Arrangement {
  const support = arrangement.below[block]!;
  return {
    below: arrangement.below.with(block, IN_HAND),
    above: support >= 0 ? arrangement.above.with(support, NO_BLOCK) : arrangement.above,
    held: block,
    spots: arrangement.spots.with(block, 0),
  };
}

/** `surface`: a clear block, or `ON_TABLE` with a free spot. */
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
