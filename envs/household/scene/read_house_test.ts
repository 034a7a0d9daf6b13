import { readFileSync } from 'node:fs';
import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { JsonError } from '../../checked_json.ts';
import { arbitraryHouse } from '../kit/arbitrary_house.ts';
import { CATEGORIES } from './class_table.ts';
import { readHouse } from './read_house.ts';

const TEXT = `{
  "house": "small_house",
  "robot": "kitchen1",
  "rooms": [{"is": "kitchen1", "anchor": [0, 0]}],
  "things": [
    {"is": "kitchentable1", "in": "kitchen1", "at": [1, 0, 0]},
    {"is": "mug1", "on": "kitchentable1", "at": [1, 1, 0]},
    {"is": "toaster1", "on": "kitchentable1", "at": [1, 1, 0]},
    {"is": "breadslice1", "in": "toaster1", "at": [1, 1, 0]},
    {"is": "fridge1", "in": "kitchen1", "at": [2, 0, 0], "states": ["OPEN"], "locked": true},
    {"is": "candle1", "on": "fridge1", "at": [2, 2, 0], "category": "Props", "ungraspable": true}
  ],
  "perTask": {"make_toast": {"ungraspable": ["breadslice"]}}
}
`;

const KEYS = 'only the keys is, in, on, at, states, category, locked, ungraspable, requiresClosed';
const CATEGORIES_EXPECTED = `one of ${CATEGORIES.join(', ')}`;
const MUG = '"mug1", "on": "kitchentable1"';
const NO_CLASS = 'a class from envs/household/scene/classes.json followed by a number';
const next = (name: string) => `"${name}", the next name of its class`;
const NO_NAME = 'a class and a number such as "mug1"';
const OF_CLASS = 'a state that its class has';
const TWO_NEEDS = 'a thing that opens and has a switch';
const CIRCULAR = 'a place that is not on or in the thing itself';
const NOT_GRASPABLE = 'a class of this house with graspable things';

type Row = [was: string, is: string, line: number, field: string, expected: string];

describe('readHouse()', () => {
  it('reads a house, with what its lines say and what their classes are', () => {
    const house = readHouse(TEXT, 'small_house.json');
    expect(house).toMatchObject({ name: 'small_house', start: 0, names: expect.arrayContaining(['mug1', 'fridge1']) });
    expect(house.anchors).toEqual(new Map([[0, [0, 0]]]));
    expect(house.ungraspableIn).toEqual(new Map([['make_toast', ['breadslice']]]));
    expect(house.nodes[house.indexOf.get('fridge1') as number]).toEqual({
      id: 6,
      className: 'fridge',
      category: 'Appliances',
      properties: ['CAN_OPEN', 'HAS_SWITCH', 'CONTAINERS', 'HAS_PLUG'],
      states: ['OPEN', 'OFF', 'PLUGGED_IN'],
      position: [2, 0, 0],
      place: { relation: 'IN', at: 0 },
      locked: true,
      ungraspable: false,
    });
    const unusual = readHouse(TEXT.replace('"locked": true', '"requiresClosed": false'), 'small_house.json');
    expect(unusual.nodes[unusual.indexOf.get('fridge1') as number]).toMatchObject({ requiresClosed: false });
    expect(house.nodes[6]).toMatchObject({ category: 'Props', ungraspable: true, place: { relation: 'ON', at: 5 } });
  });

  it('reads any house that the generator makes', () => {
    fc.assert(
      fc.property(arbitraryHouse, (text) => {
        const house = readHouse(text, 'any_house.json');
        expect(new Set(house.names).size).toBe(house.nodes.length);
      }),
    );
  });

  it.each([
    [MUG, '"mug1", "on": "tabel1"', 7, 'things[1].on', 'a room or thing of this house'],
    [MUG, '"mug1", "on": "kitchen1"', 7, 'things[1].on', 'a thing; things are "in" a room'],
    [MUG, '"mug1", "in": "kitchentable1"', 7, 'things[1].in', 'a room or a thing with the property CONTAINERS'],
    [MUG, '"mug1"', 7, 'things[1]', 'one of the keys "in" and "on"'],
    [MUG, '"mug1", "in": "kitchen1", "on": "fridge1"', 7, 'things[1]', 'one of the keys "in" and "on"'],
    ['"mug1",', '"mug1", "category": "Rooms",', 7, 'things[1].category', CATEGORIES_EXPECTED],
    ['"mug1",', '"mug1", "category": "Porps",', 7, 'things[1].category', CATEGORIES_EXPECTED],
    ['"mug1",', '"mug1", "locked": true,', 7, 'things[1].locked', 'a thing that opens'],
    ['"mug1"', '"mug2"', 7, 'things[1].is', next('mug1')],
    ['"mug1"', '"mugg1"', 7, 'things[1].is', NO_CLASS],
    ['"mug1"', '"mug"', 7, 'things[1].is', NO_NAME],
    ['"mug1"', '"__proto__"', 7, 'things[1].is', NO_NAME],
    ['"mug1"', '"constructor1"', 7, 'things[1].is', NO_CLASS],
    ['"mug1"', '"bedroom1"', 7, 'things[1].is', 'a thing'],
    ['{"is": "kitchen1"', '{"is": "mug1"', 4, 'rooms[0].is', 'a room'],
    ['"at": [2, 0, 0]', '"at": [2, 0]', 10, 'things[4].at', 'three numbers: x, height and z in metres'],
    ['"at": [2, 0, 0]', '"at": [2, 0, 1e9]', 10, 'things[4].at[2]', 'at most 1000 (number)'],
    ['"at": [2, 0, 0], ', '', 10, 'things[4].at', 'three numbers: x, height and z in metres'],
    ['["OPEN"]', '["AJAR"]', 10, 'things[4].states[0]', '"OPEN" or "ON" or "PLUGGED_OUT"'],
    ['"toaster1",', '"toaster1", "states": ["OPEN"],', 8, 'things[2].states[0]', `${OF_CLASS}: ON, PLUGGED_OUT`],
    ['"mug1",', '"mug1", "states": ["ON"],', 7, 'things[1].states[0]', `${OF_CLASS}: none`],
    ['"locked": true', '"locked": 1', 10, 'things[4].locked', 'true'],
    ['"locked": true', '"requiresClosed": 1', 10, 'things[4].requiresClosed', 'a boolean'],
    ['"mug1",', '"mug1", "requiresClosed": false,', 7, 'things[1].requiresClosed', TWO_NEEDS],
    ['"locked": true', '"lokced": true', 10, 'things[4]', KEYS],
    ['"fridge1", "in": "kitchen1"', '"fridge1", "on": "candle1"', 10, 'things[4]', CIRCULAR],
    [MUG, '"breadslice1", "in": "toaster1"', 9, 'things[3].is', next('breadslice2')],
    ['"robot": "kitchen1"', '"robot": "bedroom1"', 3, 'robot', 'one of the rooms kitchen1'],
    ['"robot": "kitchen1",\n', '', 1, 'robot', 'a string'],
    ...['breadslice1', 'piano', 'bread', 'fridge'].map((name): Row => {
      return ['["breadslice"]', `["breadslice", "${name}"]`, 13, 'perTask.make_toast.ungraspable[1]', NOT_GRASPABLE];
    }),
    ['["breadslice"]', '[]', 13, 'perTask.make_toast.ungraspable', 'at least 1 (array)'],
    ['"small_house"', '"Small House"', 2, 'house', 'a name in snake_case'],
    ['"things": [', '"things": [,', 5, '', 'JSON (value expected)'],
    ['"perTask"', '"robot"', 13, '', 'a unique key that is not "__proto__"'],
    [TEXT, '', 1, '', 'JSON (value expected)'],
    [TEXT, '[]', 1, '', 'an object'],
  ])('refuses a file where %s is %s, and says where', (was, is, line, field, expected) => {
    expect(TEXT).toContain(was);
    const read = () => readHouse(TEXT.replace(was, is), 'small_house.json');
    expect(read).toThrow(JsonError);
    expect(read).toThrow(expect.objectContaining({ path: 'small_house.json', line, field, expected }));
  });

  it('refuses more in a thing than it holds', () => {
    const slice = '{"is": "breadslice2", "in": "toaster1", "at": [1, 1, 0]},';
    const text = TEXT.replace('"toaster1", "at": [1, 1, 0]},', (line) => `${line}\n${slice}`);
    expect(() => readHouse(text, 'h.json')).toThrow(
      'Cannot read "h.json", line 10, column 29, field things[4].in: expected a place with space; this one holds at most 1',
    );
  });

  it('gives a house or a JsonError, however the file of house 1 is damaged', () => {
    const text = readFileSync(new URL('../houses/house_1.json', import.meta.url), 'utf8');
    const at = fc.nat({ max: text.length - 1 });
    fc.assert(
      fc.property(at, fc.nat({ max: 40 }), fc.string({ maxLength: 4 }), (at, length, put) => {
        try {
          readHouse(text.slice(0, at) + put + text.slice(at + length), 'house_1.json');
        } catch (error) {
          if (!(error instanceof JsonError)) throw error;
          expect(error.line).toBeGreaterThan(0);
        }
      }),
      { numRuns: 200 },
    );
  });
});
