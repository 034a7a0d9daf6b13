/**
 * As in OLP's release, a block lies on another if its center is over the other's box and higher, with a gap of at most
 * 0.01 m, and no lower block does. Departs in that of two supports, the higher wins, then the first in the scene.
 */
import { type Arrangement, IN_HAND, NO_BLOCK, ON_TABLE, type TableState } from './arrangement.ts';
import { BLOCK_SIZE, spotsTaken, type Vector } from './table.ts';

/** Metres. */
export const GAP_MAX = 0.01;
/** Metres of rounding error. */
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
