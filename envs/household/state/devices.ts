/**
 * What devices do to the things inside when they are switched on: heat them, toast them, for good.
 *
 * A microwave heats all that is inside, on a plate too; a toaster toasts only what was put right into it.
 */
import type { HouseTables } from '../scene/house_tables.ts';
import { IN, NONE, type StateColumns } from './state_columns.ts';

/** Bits of `StateColumns.latched`. */
export const HEATED = 1;
export const TOASTED = 2;

/** Latches what a device, as it begins to run, does to the things inside. */
export function treatInside(device: number, now: StateColumns, { size, heats, toasts }: HouseTables): void {
  if (heats[device] === 0 && toasts[device] === 0) return;
  for (let node = 0; node < size; node++) {
    const isDirectly = now.parent[node] === device && now.relation[node] === IN;
    if (toasts[device] === 1 && isDirectly) now.latched[node] = now.latched[node]! | TOASTED;
    if (heats[device] === 1 && isInside(node, device, now)) now.latched[node] = now.latched[node]! | HEATED;
  }
}

function isInside(node: number, device: number, { parent, relation }: StateColumns): boolean {
  for (let at = node; at !== NONE; at = parent[at]!) {
    if (parent[at] === device) return relation[at] === IN;
  }
  return false;
}
