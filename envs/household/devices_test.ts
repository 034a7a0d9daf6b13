import { describe, expect, it } from 'vitest';
import { HEATED, TOASTED, treat, treatAll } from './devices.ts';
import { houseTables } from './house_tables.ts';
import { readHouse } from './read_house.ts';
import { initialColumns } from './state_columns.ts';

const house = readHouse(
  JSON.stringify({
    house: 'small_house',
    robot: 'kitchen1',
    rooms: [{ is: 'kitchen1', anchor: [0, 0] }],
    things: [
      { is: 'microwave1', in: 'kitchen1', at: [0, 0, 0], states: ['ON'] },
      { is: 'plate1', in: 'microwave1', at: [0, 0, 0] },
      { is: 'cupcake1', on: 'plate1', at: [0, 0, 0] },
      { is: 'cupcake2', on: 'microwave1', at: [0, 0, 0] },
      { is: 'toaster1', in: 'kitchen1', at: [0, 0, 0] },
      { is: 'breadslice1', in: 'toaster1', at: [0, 0, 0] },
    ],
  }),
  'small_house.json',
);
const tables = houseTables(house, '');
const node = (name: string) => house.indexOf.get(name) as number;

describe('treat()', () => {
  it('heats what is inside something that heats and runs, and nothing else', () => {
    const now = initialColumns(tables);
    for (const name of ['cupcake1', 'cupcake2', 'breadslice1']) treat(node(name), now, tables);
    expect(['cupcake1', 'cupcake2', 'breadslice1', 'plate1'].map((name) => now.latched[node(name)])).toEqual([
      HEATED,
      0,
      0,
      0,
    ]);
  });
});

describe('treatAll()', () => {
  it('treats all things, and what has happened stays', () => {
    const now = initialColumns(tables);
    now.latched[node('cupcake1')] = TOASTED;
    treatAll(now, tables);
    expect(now.latched[node('cupcake1')]).toBe(HEATED | TOASTED);
    expect(now.latched[node('plate1')]).toBe(HEATED);
    expect(now.latched[node('breadslice1')]).toBe(0);
  });
});
