import { atomCheck } from '../goals/goal_atoms.ts';
import type { HouseholdState } from '../state/household_state.ts';
import type { Relation } from './abilities.ts';

export type PlaceAtom = { readonly atom: 'on' | 'inside' | 'rests_on'; readonly y: number };

export type Spot = { readonly node: number; readonly relation: Relation };

export function wouldHold(state: HouseholdState, { atom, y }: PlaceAtom, { node, relation }: Spot): boolean {
  if (node === y) return (atom === 'inside') === (relation === 'IN');
  if (atom === 'on' && relation === 'IN') return false;
  return atomCheck({ atom, x: node, y })(state);
}

export type Latch = 'heated' | 'toasted';

/** See `devices.ts`. */
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
