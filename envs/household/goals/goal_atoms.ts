/**
 * The atoms of the goal language about nodes of a house, and how each is judged.
 *
 * @module
 */
import type { State } from '../scene/class_table.ts';
import type { HouseholdState } from '../state/household_state.ts';

/** An atom whose terms are nodes. */
export type GroundAtom =
  | { readonly atom: 'state'; readonly x: number; readonly state: State }
  | { readonly atom: 'on' | 'inside' | 'rests_on' | 'in_room'; readonly x: number; readonly y: number }
  | { readonly atom: 'held' | 'near' | 'visible' | 'graspable' | 'heated' | 'toasted'; readonly x: number };

/** Judges an atom in a state. */
export function atomCheck(ground: GroundAtom): (state: HouseholdState) => boolean {
  const { x } = ground;
  switch (ground.atom) {
    case 'state': {
      const name = ground.state;
      return (state) => state.is(x, name);
    }
    case 'on':
    case 'inside':
    case 'rests_on': {
      const { y } = ground;
      const lies = PLACED[ground.atom];
      return (state) => lies(state, x, y);
    }
    case 'in_room': {
      const { y } = ground;
      return (state) => state.roomOf(x) === y;
    }
    default: {
      const check = UNARY[ground.atom];
      return (state) => check(state, x);
    }
  }
}

const PLACED = { on: liesOn, inside: liesInside, rests_on: restsOn } as const;

const UNARY = {
  held: (state: HouseholdState, x: number) => state.isHeld(x),
  near: (state: HouseholdState, x: number) => state.isClose(x) && state.isVisible(x),
  visible: (state: HouseholdState, x: number) => state.tables.seeable[x] === 1 && state.isVisible(x),
  graspable: (state: HouseholdState, x: number) => state.isGraspable(x),
  heated: (state: HouseholdState, x: number) => state.isHeated(x),
  toasted: (state: HouseholdState, x: number) => state.isToasted(x),
} as const;

/** On it, or on something that is on it. */
function liesOn(state: HouseholdState, x: number, y: number): boolean {
  for (let at = x; state.liesOn(at); at = state.parentOf(at)) {
    if (state.parentOf(at) === y) return true;
  }
  return false;
}

/** In it, or on or in something that is in it. */
function liesInside(state: HouseholdState, x: number, y: number): boolean {
  for (let at = x; state.parentOf(at) >= 0; at = state.parentOf(at)) {
    if (state.parentOf(at) === y) return !state.liesOn(at);
  }
  return false;
}

/** On it, or on or in something that is on it. */
function restsOn(state: HouseholdState, x: number, y: number): boolean {
  for (let at = x; state.parentOf(at) >= 0; at = state.parentOf(at)) {
    if (state.parentOf(at) === y) return state.liesOn(at);
  }
  return false;
}
