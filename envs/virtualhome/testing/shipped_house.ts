/** For tests: the houses that the project ships. */
import { readFileSync } from 'node:fs';
import type { House } from '../../household/scene/house.ts';
import { household } from '../../household/world.ts';

export const HOUSE_NUMBERS = [1, 2, 3, 4, 5] as const;

const read = new Map<number, House>();

/** Each is read once. */
export function shippedHouse(number: number): House {
  const path = `${household.scenesFolder}/house_${number}.json`;
  const house = read.get(number) ?? (household.readScene(readFileSync(path, 'utf8'), path) as House);
  read.set(number, house);
  return house;
}
