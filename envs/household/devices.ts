/**
 * What running devices do to the things inside: heat them, toast them, for good.
 *
 * @module
 */
import { type HouseTables, STATE_BITS } from './house_tables.ts';
import { IN, NONE, type StateColumns } from './state_columns.ts';

/** Bits of `StateColumns.latched`. */
export const HEATED = 1;
export const TOASTED = 2;

/** Latches what the running devices around a thing do to it. */
export function treat(node: number, now: StateColumns, { heats, toasts }: HouseTables): void {
  for (let at = node; at !== NONE; at = now.parent[at] as number) {
    if (now.relation[at] !== IN) continue;
    const device = now.parent[at] as number;
    if (((now.states[device] as number) & STATE_BITS.ON) === 0) continue;
    if (heats[device] === 1) now.latched[node] = (now.latched[node] as number) | HEATED;
    if (toasts[device] === 1) now.latched[node] = (now.latched[node] as number) | TOASTED;
  }
}

/** The same for all things, as when a device begins to run. */
export function treatAll(now: StateColumns, tables: HouseTables): void {
  for (let node = 0; node < tables.size; node++) treat(node, now, tables);
}
