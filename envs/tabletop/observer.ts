/** OLP, Figure 5: in `(on A B)`, B lies on A; a held block has the hand on it and air below. */
import type { Fact, TabletopObservation } from './observation.ts';
import { type Arrangement, hasFreeSpot, IN_HAND, NO_BLOCK, ON_TABLE } from './table/arrangement.ts';

export function tabletopObservation(blocks: readonly string[], arrangement: Arrangement): TabletopObservation {
  return {
    world: 'tabletop',
    blocks,
    states: blocks.map((object, block) => ({ object, states: statesOf(block, blocks, arrangement) })),
    facts: factsOf(blocks, arrangement),
  };
}

function statesOf(block: number, names: readonly string[], { below, above }: Arrangement): string[] {
  const support = below[block]!;
  if (support === IN_HAND) return ['in hand'];
  const on = above[block]!;
  return [`on ${support === ON_TABLE ? 'table' : names[support]}`, `under ${on === NO_BLOCK ? 'nothing' : names[on]}`];
}

export function factsOf(names: readonly string[], arrangement: Arrangement): Fact[] {
  const { below, above, held } = arrangement;
  const facts: Fact[] = [['in', 'hand', held === NO_BLOCK ? 'air' : names[held]!]];
  for (const [block, name] of names.entries()) {
    if (block === held) {
      facts.push(['on', name, 'hand'], ['under', name, 'air']);
      continue;
    }
    const on = above[block]!;
    const support = below[block]!;
    facts.push(['on', name, on === NO_BLOCK ? 'air' : names[on]!]);
    facts.push(['under', name, support === ON_TABLE ? 'table' : names[support]!]);
  }
  for (const [block, name] of names.entries()) if (below[block] === ON_TABLE) facts.push(['on', 'table', name]);
  if (hasFreeSpot(arrangement)) facts.push(['on', 'table', 'air']);
  return facts;
}
