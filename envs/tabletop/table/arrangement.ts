import { z } from 'zod';
import { quoted } from '../../quoted.ts';
import type { Configuration } from './arm.ts';
import { ALL_SPOTS, BLOCK_SIZE, spotsTaken, type Vector } from './table.ts';

export const NAME_LENGTH_MAX = 64;

export const RESERVED_NAMES: readonly string[] = ['air', 'hand', 'table', 'nothing'];

export type Meaning = number | 'hand' | 'air';

export class BlockNames {
  readonly blocks: readonly string[];
  readonly #meanings: ReadonlyMap<string, Meaning>;

  constructor(blocks: readonly string[]) {
    this.blocks = blocks;
    this.#meanings = new Map<string, Meaning>([
      ...blocks.map((name, block) => [foldCase(name), block] as const),
      ['table', ON_TABLE],
      ['hand', 'hand'],
      ['air', 'air'],
    ]);
  }

  find(word: string): Meaning | undefined {
    return word.length > NAME_LENGTH_MAX ? undefined : this.#meanings.get(foldCase(word));
  }

  nameOf(block: number): string {
    return this.blocks[block]!;
  }

  placeName(place: number): string {
    if (place === ON_TABLE) return 'the table';
    return place === IN_HAND ? 'the hand' : quoted(this.nameOf(place));
  }
}

/** ASCII only, as in PDDL. */
export function foldCase(name: string): string {
  return name.replaceAll(/[A-Z]/g, (letter) => letter.toLowerCase());
}

/** OLP, Figure 5: `['on', 'table', 'K_block_1']`. */
export const FACT_ORDERS = {
  on: {
    order: '(on BELOW ABOVE)',
    says: 'ABOVE lies on BELOW, a block or "table"; "air" as ABOVE means that nothing does',
  },
  under: { order: '(under ABOVE BELOW)', says: 'the same, seen from the block above' },
  in: { order: '(in hand BLOCK)', says: 'the hand holds BLOCK; "air" means that it is empty' },
} as const;

const ORDERS = Object.values(FACT_ORDERS).map(({ order, says }) => `${order}: ${says}`);

export const factSchema = z
  .tuple([z.enum(['in', 'on', 'under']), z.string(), z.string()], {
    error: 'a fact such as ["on", "table", "K_block_1"], which says that K_block_1 lies on the table',
  })
  .readonly()
  .describe(`a predicate and its two arguments. ${ORDERS.join('. ')}`);

export type Fact = z.infer<typeof factSchema>;

export function factSentence([predicate, first, second]: Fact): string {
  const [below, above] = predicate === 'on' ? [first, second] : [second, first];
  const [isOnAir, isAir] = [below, above].map((word) => foldCase(word) === 'air');
  if (predicate === 'in') return isOnAir ? 'the hand is empty' : `the hand holds ${second}`;
  if (isOnAir || foldCase(above) === 'hand') return `the hand holds ${predicate === 'on' ? below : above}`;
  const isOnTable = foldCase(below) === 'table';
  if (isAir) return isOnTable ? 'a spot on the table is free' : `nothing lies on ${below}`;
  return `${above} lies on ${isOnTable ? 'the table' : below}`;
}

export const GAP_MAX = 0.01;
const ROUNDING = 1e-9;

export function sense({ centres, held, fallen }: Pick<TableState, 'centres' | 'held' | 'fallen'>): Arrangement {
  const stands = (block: number) => block !== held && fallen[block] !== true;
  const above: number[] = centres.map(() => NO_BLOCK);
  for (const [block, centre] of centres.entries()) {
    if (!stands(block)) continue;
    const support = supportOf(block, centres, stands);
    if (support === NO_BLOCK) continue;
    const other = above[support]!;
    if (other === NO_BLOCK || centre[2] < centres[other]![2]) above[support] = block;
  }
  const below: number[] = centres.map((_, block) => (block === held ? IN_HAND : ON_TABLE));
  for (const [block, on] of above.entries()) if (on !== NO_BLOCK) below[on] = block;
  return { below, above, held, spots: centres.map((centre, block) => (block === held ? 0 : spotsTaken(centre))) };
}

function supportOf(block: number, centres: readonly Vector[], stands: (block: number) => boolean): number {
  const centre = centres[block]!;
  let support = NO_BLOCK;
  for (const [other, at] of centres.entries()) {
    if (other === block || !stands(other) || !liesOn(centre, at)) continue;
    if (support === NO_BLOCK || at[2] > centres[support]![2]) support = other;
  }
  return support;
}

export function liesOn(upper: Vector, lower: Vector): boolean {
  const edge = BLOCK_SIZE / 2 + ROUNDING;
  const isOver = Math.abs(upper[0] - lower[0]) <= edge && Math.abs(upper[1] - lower[1]) <= edge;
  const gap = upper[2] - lower[2] - BLOCK_SIZE;
  return isOver && upper[2] > lower[2] && gap <= GAP_MAX + ROUNDING;
}

export const NO_BLOCK = -1;

export type TableState = Readonly<{
  /** A held block keeps its last place. */
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
  spots: readonly number[];
}>;

export function hasFreeSpot({ spots }: Arrangement): boolean {
  return takenSpots(spots) !== ALL_SPOTS;
}

/** Bottom up, without the held block. */
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
