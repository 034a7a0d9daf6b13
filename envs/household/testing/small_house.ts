import { readFileSync } from 'node:fs';
import type { House } from '../scene/house.ts';
import { readHouse } from '../scene/read_house.ts';

export function houseNamed(name: string): House {
  return readHouse(readFileSync(new URL(`../houses/${name}.json`, import.meta.url), 'utf8'), `houses/${name}.json`);
}

export const FIVE_HOUSES = ['house_1', 'house_2', 'house_3', 'house_4', 'house_5'];

type SmallHouse = Readonly<{
  /** Room → its anchor; the robot starts in the first. */
  rooms?: Readonly<Record<string, readonly [x: number, z: number]>>;
  /** As in a house file, or `desk1 in bedroom1 @9:14, mug1 on desk1, fridge1 @3 OPEN locked`. */
  things: string | readonly object[];
  perTask?: object;
}>;

export function smallHouse({ rooms = { kitchen1: [0, 0] }, things, ...rest }: SmallHouse): House {
  const robot = Object.keys(rooms)[0]!;
  const file = {
    house: 'small_house',
    robot,
    rooms: Object.entries(rooms).map(([is, anchor]) => ({ is, anchor })),
    things: typeof things === 'string' ? things.split(',').map((words) => thingIn(words, robot)) : things,
    ...rest,
  };
  return readHouse(JSON.stringify(file), 'small_house.json');
}

function thingIn(text: string, room: string): object {
  const [is = '', ...words] = text.trim().split(/\s+/);
  const after = (word: string) => (words.includes(word) ? words[words.indexOf(word) + 1] : undefined);
  const place = words.includes('on') ? { on: after('on') } : { in: after('in') ?? room };
  const at = words.find((word) => word.startsWith('@')) ?? '@0';
  const [x = 0, z = 0] = at.slice(1).split(':').map(Number);
  const flags = ['locked', 'ungraspable'].filter((flag) => words.includes(flag)).map((flag) => [flag, true]);
  const states = words.filter((word) => word === 'OPEN' || word === 'ON');
  return { is, ...place, at: [x, 0, z], ...Object.fromEntries(flags), states };
}
