/** What would hold of a thing that lay on or in a node. */
import { atomCheck } from '../goals/goal_atoms.ts';
import type { HouseholdState } from '../state/household_state.ts';
import type { Relation } from './abilities.ts';

/** An atom about a thing and what it lies on or in. */
export type PlaceAtom = { readonly atom: 'on' | 'inside' | 'rests_on'; readonly y: number };

/** Somewhere to put things. */
export type Spot = { readonly node: number; readonly relation: Relation };

/** Whether an atom would hold of a thing at a spot. */
export function wouldHold(state: HouseholdState, { atom, y }: PlaceAtom, { node, relation }: Spot): boolean {
  if (node === y) return (atom === 'inside') === (relation === 'IN');
  if (atom === 'on' && relation === 'IN') return false;
  return atomCheck({ atom, x: node, y })(state);
}

/** What happens to a thing for good. */
export type Latch = 'heated' | 'toasted';

/** The devices that would heat, or toast, a thing at a spot, when they are switched on; see `devices.ts`. */
export function devicesAround(state: HouseholdState, latch: Latch, { node, relation }: Spot): number[] {
  const kind = latch === 'heated' ? state.tables.heats : state.tables.toasts;
  const devices: number[] = [];
  if (relation === 'IN' && kind[node] === 1) devices.push(node);
  if (latch === 'toasted') return devices;
  for (let at = node; state.parentOf(at) >= 0; at = state.parentOf(at)) {
    if (!state.liesOn(at) && kind[state.parentOf(at)] === 1) devices.push(state.parentOf(at));
  }
  return devices;
}
