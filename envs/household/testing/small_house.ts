/** Test support: a house of a few things, written down in the test that needs it. */
import type { House } from '../scene/house.ts';
import { readHouse } from '../scene/read_house.ts';

export type SmallHouse = {
  /** Room → its anchor; the robot starts in the first. */
  readonly rooms?: Readonly<Record<string, readonly [x: number, z: number]>>;
  /** As in a house file, in id order behind the rooms. */
  readonly things: readonly object[];
  readonly perTask?: object;
};

/** Throws as `readHouse` does, where the things are not those of a house file. */
export function smallHouse({ rooms = { kitchen1: [0, 0] }, ...rest }: SmallHouse): House {
  const file = {
    house: 'small_house',
    robot: Object.keys(rooms)[0],
    rooms: Object.entries(rooms).map(([is, anchor]) => ({ is, anchor })),
    ...rest,
  };
  return readHouse(JSON.stringify(file), 'small_house.json');
}
