/**
 * What is true of the things of a house, in words.
 *
 * @module
 */
import { isSeenNode } from '../../../envs/household/scene/house.ts';
import type { HouseholdState } from '../../../envs/household/state/household_state.ts';

/** Each thing that can be seen, in id order: `mug1 ON kitchentable1 (heated)`, `milk1 held`, `fridge1 IN kitchen1 (CLOSED, OFF)`. */
export function truthOf(state: HouseholdState): string[] {
  const { house } = state.tables;
  return house.nodes.flatMap((node, at) => {
    if (!isSeenNode(node)) return [];
    const parent = state.parentOf(at);
    const place = parent < 0 ? 'held' : `${state.liesOn(at) ? 'ON' : 'IN'} ${house.names[parent]}`;
    const states = [
      ...SHOWN.filter((each) => state.is(at, each)),
      ...(state.isHeated(at) ? ['heated'] : []),
      ...(state.isToasted(at) ? ['toasted'] : []),
    ];
    return [`${house.names[at]} ${place}${states.length === 0 ? '' : ` (${states.join(', ')})`}`];
  });
}

const SHOWN = ['OPEN', 'CLOSED', 'ON', 'OFF'] as const;
