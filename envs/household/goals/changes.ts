import type { HouseholdState } from '../state/household_state.ts';
import type { Condition } from './goal.ts';

export type Change = { readonly object: string; readonly condition: Condition };

/** Seen things in id order; ignores the robot's place and what contains an unmoved thing. */
export function changesSince(before: HouseholdState, now: HouseholdState): Change[] {
  const { house, seeable, size } = now.tables;
  const changes: Change[] = [];
  for (let node = 0; node < size; node++) {
    if (seeable[node] === 0) continue;
    const object = house.names[node]!;
    const add = (condition: Condition) => changes.push({ object, condition });
    for (const state of SWITCHED) if (now.is(node, state) && !before.is(node, state)) add({ state: [object, state] });
    if (now.isHeated(node) && !before.isHeated(node)) add({ heated: [object] });
    if (now.isToasted(node) && !before.isToasted(node)) add({ toasted: [object] });
    if (now.isHeld(node) && !before.isHeld(node)) add({ held: [object] });
    const parent = now.parentOf(node);
    if (parent < 0 || (parent === before.parentOf(node) && now.liesOn(node) === before.liesOn(node))) continue;
    const place: [string, string] = [object, house.names[parent]!];
    if (now.tables.rooms[parent] === 1) add({ in_room: place });
    else add(now.liesOn(node) ? { on: place } : { inside: place });
  }
  return changes;
}

const SWITCHED = ['OPEN', 'CLOSED', 'ON', 'OFF'] as const;
