import type { HouseholdState } from '../state/household_state.ts';
import { NONE } from '../state/state_columns.ts';

export function isUnmoved(before: HouseholdState, now: HouseholdState, node: number): boolean {
  const parent = now.parentOf(node);
  if (parent === NONE || parent !== before.parentOf(node) || now.liesOn(node) !== before.liesOn(node)) return false;
  return isInPosition(before, now, node);
}

export function isInPosition(before: HouseholdState, now: HouseholdState, node: number): boolean {
  const [x, z] = now.positionOf(node);
  const [beforeX, beforeZ] = before.positionOf(node);
  return x === beforeX && z === beforeZ;
}
