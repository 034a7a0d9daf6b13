/** What has changed in a household since the start, a clause each: `milk1 in microwave1, heated`. */
import { isSeenNode } from '../scene/house.ts';
import { STATE_BITS, stateBits } from '../scene/house_tables.ts';
import type { HouseholdState } from '../state/household_state.ts';

const STATES = ['OPEN', 'CLOSED', 'ON', 'OFF'] as const;

/** In id order; what is held is said elsewhere. */
export function changeLines(state: HouseholdState): string[] {
  const { nodes, names } = state.tables.house;
  return nodes.flatMap((node, index) => {
    if (!isSeenNode(node)) return [];
    const before = stateBits(node);
    const became = STATES.filter((known) => state.is(index, known) && (before & STATE_BITS[known]) === 0);
    const treated = [...(state.isHeated(index) ? ['heated'] : []), ...(state.isToasted(index) ? ['toasted'] : [])];
    const words = [...became.map((known) => known.toLowerCase()), ...treated];
    const place = placeText(state, index);
    if (place === null && words.length === 0) return [];
    return [
      `${names[index]}${place === null ? '' : ` ${place}`}${words.length === 0 ? '' : `${place === null ? ' ' : ', '}${words.join(', ')}`}`,
    ];
  });
}

/** Where a thing is that was elsewhere; null where it is where it was, or in a hand. */
function placeText(state: HouseholdState, node: number): string | null {
  const at = state.parentOf(node);
  const before = state.tables.house.nodes[node]!.place;
  if (at < 0 || before === null) return null;
  const isOn = state.liesOn(node);
  if (before.at === at && (before.relation === 'ON') === isOn) return null;
  return `${isOn ? 'on' : 'in'} ${state.tables.house.names[at]}`;
}
