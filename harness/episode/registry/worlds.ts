/**
 * The worlds that there are.
 *
 * @module
 */
import { household } from '../../../envs/household/world.ts';
import { pddl } from '../../../envs/pddl/world.ts';
import { tabletop } from '../../../envs/tabletop/world.ts';
import type { World } from '../../../envs/world.ts';

export const WORLDS: readonly World[] = [household, tabletop, pddl];

export const WORLD_NAMES: readonly string[] = WORLDS.map(({ name }) => name);

/** Throws a RangeError on a name that no world has. */
export function worldCalled(name: string): World {
  const world = WORLDS.find((known) => known.name === name);
  if (world === undefined) throw new RangeError(`There is no world "${name}"; known: ${WORLD_NAMES.join(', ')}`);
  return world;
}
