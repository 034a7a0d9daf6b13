import type { State } from '../scene/class_table.ts';
import type { HouseholdState } from '../state/household_state.ts';
import type { BinaryAtom, UnaryAtom } from './goal.ts';

export type GroundAtom =
  | Readonly<{ atom: 'state'; x: number; state: State }>
  | Readonly<{ atom: BinaryAtom; x: number; y: number }>
  | Readonly<{ atom: UnaryAtom; x: number }>;

export function atomCheck(ground: GroundAtom): (state: HouseholdState) => boolean {
  const { x } = ground;
  if (ground.atom === 'state') {
    const name = ground.state;
    return (state) => state.is(x, name);
  }
  if (!('y' in ground)) {
    const check = UNARY[ground.atom];
    return (state) => check(state, x);
  }
  const { y } = ground;
  const check = BINARY[ground.atom];
  return (state) => check(state, x, y);
}

const BINARY: Readonly<Record<BinaryAtom, (state: HouseholdState, x: number, y: number) => boolean>> = {
  on: liesOn,
  inside: (state, x, y) => relationTo(state, x, y) === 'IN',
  rests_on: (state, x, y) => relationTo(state, x, y) === 'ON',
  in_room: (state, x, y) => state.roomOf(x) === y,
};

const UNARY: Readonly<Record<UnaryAtom, (state: HouseholdState, x: number) => boolean>> = {
  held: (state, x) => state.isHeld(x),
  near: (state, x) => state.isClose(x) && state.isVisible(x),
  visible: (state, x) => state.tables.seeable[x] === 1 && state.isVisible(x),
  graspable: (state, x) => state.isGraspable(x),
  heated: (state, x) => state.isHeated(x),
  toasted: (state, x) => state.isToasted(x),
};

function liesOn(state: HouseholdState, x: number, y: number): boolean {
  for (let at = x; state.liesOn(at); at = state.parentOf(at)) {
    if (state.parentOf(at) === y) return true;
  }
  return false;
}

function relationTo(state: HouseholdState, x: number, y: number): 'ON' | 'IN' | null {
  for (let at = x; state.parentOf(at) >= 0; at = state.parentOf(at)) {
    if (state.parentOf(at) === y) return state.liesOn(at) ? 'ON' : 'IN';
  }
  return null;
}
