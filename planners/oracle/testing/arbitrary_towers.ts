import * as fc from 'fast-check';
import type { Towers } from './blocks_model.ts';

const BLOCKS = ['a', 'b', 'c', 'd', 'e'];

/** The same two to five blocks in two arrangements. */
export const arbitraryTowers: fc.Arbitrary<readonly [now: Towers, goal: Towers]> = fc
  .integer({ min: 2, max: BLOCKS.length })
  .chain((count) => fc.tuple(arrangement(BLOCKS.slice(0, count)), arrangement(BLOCKS.slice(0, count))));

function arrangement(blocks: readonly string[]): fc.Arbitrary<Towers> {
  return fc
    .tuple(
      fc.shuffledSubarray([...blocks], { minLength: blocks.length }),
      fc.array(fc.boolean(), { minLength: blocks.length, maxLength: blocks.length }),
    )
    .map(([order, isNew]) => {
      const towers: string[] = [];
      for (const [index, block] of order.entries()) {
        if (towers.length === 0 || isNew[index] === true) towers.push(block);
        else towers.push(`${towers.pop()}${block}`);
      }
      return towers;
    });
}
