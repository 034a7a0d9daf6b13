/**
 * What is otherwise than it was: the facts about things that hold in a state and did not in another.
 *
 * @module
 */

import type { HouseholdState } from '../state/household_state.ts';
import type { Condition } from './goal.ts';

/** A fact about one thing, in the goal language. */
export type Change = { readonly object: string; readonly condition: Condition };

/** Of what can be seen, in id order; where the robot is does not count, nor what a thing that was not moved is in. */
export function changesSince(before: HouseholdState, now: HouseholdState): Change[] {
  const { house, seeable, size } = now.tables;
  const changes: Change[] = [];
  for (let node = 0; node < size; node++) {
    if (seeable[node] === 0) continue;
    const object = house.names[node]!;
    for (const condition of changesOf(node, object, { before, now })) changes.push({ object, condition });
  }
  return changes;
}

function* changesOf(
  node: number,
  name: string,
  { before, now }: { before: HouseholdState; now: HouseholdState },
): Generator<Condition> {
  for (const state of ['OPEN', 'CLOSED', 'ON', 'OFF'] as const) {
    if (now.is(node, state) && !before.is(node, state)) yield { state: [name, state] };
  }
  if (now.isHeated(node) && !before.isHeated(node)) yield { heated: [name] };
  if (now.isToasted(node) && !before.isToasted(node)) yield { toasted: [name] };
  if (now.isHeld(node)) {
    if (!before.isHeld(node)) yield { held: [name] };
    return;
  }
  const parent = now.parentOf(node);
  if (parent < 0 || (parent === before.parentOf(node) && now.liesOn(node) === before.liesOn(node))) return;
  const place = now.tables.house.names[parent]!;
  if (now.tables.rooms[parent] === 1) yield { in_room: [name, place] };
  else yield now.liesOn(node) ? { on: [name, place] } : { inside: [name, place] };
}
