import { type Arrangement, IN_HAND, NO_BLOCK, ON_TABLE } from '../table/arrangement.ts';

/** `['A1 B1', 'C1']` are B1 on A1, and C1 beside them; the block in the hand, if any, comes last. */
export function arrangementOf(names: readonly string[], stacks: readonly string[], inHand?: string): Arrangement {
  const below = names.map(() => ON_TABLE);
  const above = names.map(() => NO_BLOCK);
  for (const stack of stacks) {
    const blocks = stack.split(' ').map((name) => names.indexOf(name));
    for (const [at, block] of blocks.entries()) {
      if (at === 0) continue;
      below[block] = blocks[at - 1]!;
      above[blocks[at - 1]!] = block;
    }
  }
  const held = inHand === undefined ? NO_BLOCK : names.indexOf(inHand);
  if (held !== NO_BLOCK) below[held] = IN_HAND;
  return { below, above, held, spots: names.map((_, block) => (below[block] === ON_TABLE ? 1 << block : 0)) };
}
