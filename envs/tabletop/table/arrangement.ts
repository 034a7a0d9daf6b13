/** What lies on what: all of a table's state that the rules and goals know of. Where exactly a block is does not matter here. */
import { ALL_SPOTS } from './boxes.ts';
import { NO_BLOCK } from './table_state.ts';

/** Instead of a block below. */
export const ON_TABLE = -1;
export const IN_HAND = -2;

export type Arrangement = {
  /** Block → the block below it, `ON_TABLE` or `IN_HAND`. */
  readonly below: readonly number[];
  /** Block → the block on it, or `NO_BLOCK`. */
  readonly above: readonly number[];
  readonly held: number;
  /** Block → the spots of the table that are not free because of it, as bits. */
  readonly spots: readonly number[];
};

/** Whether a block can be put down on the table. */
export function hasFreeSpot({ spots }: Arrangement): boolean {
  return takenSpots(spots) !== ALL_SPOTS;
}

/** The stacks from the bottom up, in the order of their lowest blocks; the block in the hand is in none. */
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

/** The stack up to a block, from the bottom. */
export function stackUpTo(block: number, { below }: Arrangement): number[] {
  const stack: number[] = [];
  for (let at = block; at >= 0; at = below[at]!) stack.push(at);
  return stack.reverse();
}

/** The hand takes a block that nothing is on. */
export function afterPick(arrangement: Arrangement, block: number): Arrangement {
  const support = arrangement.below[block]!;
  return {
    below: arrangement.below.with(block, IN_HAND),
    above: support >= 0 ? arrangement.above.with(support, NO_BLOCK) : arrangement.above,
    held: block,
    spots: arrangement.spots.with(block, 0),
  };
}

/** The hand puts its block on a block that nothing is on, or on any free spot of the table. */
export function afterPlace(arrangement: Arrangement, surface: number): Arrangement {
  const { below, above, held, spots } = arrangement;
  const taken = takenSpots(spots);
  return {
    below: below.with(held, surface),
    above: surface >= 0 ? above.with(surface, held) : above,
    held: NO_BLOCK,
    spots: surface === ON_TABLE ? spots.with(held, ~taken & (taken + 1)) : spots, // the lowest bit that is not set
  };
}

function takenSpots(spots: readonly number[]): number {
  return spots.reduce((all, bits) => all | bits, 0);
}
