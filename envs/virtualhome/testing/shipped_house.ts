import { readFileSync } from 'node:fs';
import type { House } from '../../household/scene/house.ts';
import { household } from '../../household/world.ts';
import { memoize } from '../../memoize.ts';

export const HOUSE_NUMBERS = [1, 2, 3, 4, 5] as const;

const houses = new Map<number, House>();

export function shippedHouse(number: number): House {
  const path = `${household.scenesFolder}/house_${number}.json`;
  return memoize(houses, number, () => household.readScene(readFileSync(path, 'utf8'), path) as House);
}
