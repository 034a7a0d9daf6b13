import { describe, expect, it } from 'vitest';
import type { HouseNode } from '../scene/house.ts';
import { houseTables } from '../scene/house_tables.ts';
import { smallHouse } from '../testing/small_house.ts';
import { HouseholdState, PAPER_OPTIONS } from './household_state.ts';
import {
  copyOf,
  countInside,
  IN,
  initialColumns,
  lift,
  NONE,
  ON,
  type StateColumns,
  seeRoom,
} from './state_columns.ts';

const house = smallHouse({
  things: [
    { is: 'mug1', on: 'desk1', at: [1, 2, 3] },
    { is: 'desk1', in: 'kitchen1', at: [4, 5, 6] },
  ],
});

describe('initialColumns()', () => {
  it('gives every thing its place, room and position', () => {
    expect(initialColumns(houseTables(house, 'no_task'))).toMatchObject({
      parent: Int32Array.of(NONE, 2, 0),
      relation: Uint8Array.of(0, ON, IN),
      children: Int32Array.of(1, 0, 1),
      room: Int32Array.of(0, 0, 0),
      seen: Uint8Array.of(0, 0, 0),
      x: Float64Array.of(0, 1, 4),
      z: Float64Array.of(0, 3, 6),
    });
  });
});

// Going up from each thing to the room would take minutes.
it('initialColumns() finds the room of each thing of a tower of 100,000', () => {
  const [kitchen, mug] = house.nodes as [HouseNode, HouseNode];
  const count = 100_000;
  const upward = (thing: number) => thing - 1;
  const downward = (thing: number) => (thing === count ? 0 : thing + 1);
  for (const below of [upward, downward]) {
    const things = Array.from(
      { length: count },
      (_, index): HouseNode => ({ ...mug, place: { relation: 'ON', at: below(index + 1) } }),
    );
    const { room } = initialColumns(houseTables({ ...house, nodes: [kitchen, ...things] }, 'no_task'));
    expect(new Set(room)).toEqual(new Set([0]));
  }
});

describe('copyOf()', () => {
  it('copies every column', () => {
    const columns = initialColumns(houseTables(house, 'no_task'));
    const copy = copyOf(columns);
    expect(copy).toEqual(columns);
    for (const [name, column] of Object.entries(columns)) {
      expect(copy[name as keyof typeof copy].buffer, name).not.toBe(column.buffer);
    }
  });
});

describe('countInside()', () => {
  it('counts what lies in a node, and not what lies on it', () => {
    const columns = initialColumns(houseTables(house, 'no_task'));
    expect([0, 1, 2].map((node) => countInside(columns, node))).toEqual([1, 0, 0]);
  });
});

describe('lift()', () => {
  it('takes a thing off what it is in, and lets what lies on it fall into the room', () => {
    const columns = initialColumns(houseTables(house, 'no_task'));
    expect(lift(columns, { node: 2, into: 0 })).toBe(true);
    expect(columns).toMatchObject({
      parent: Int32Array.of(NONE, 0, NONE),
      relation: Uint8Array.of(0, IN, 0),
      children: Int32Array.of(1, 0, 0),
    });
    expect(countInside(columns, 0)).toBe(1);
  });

  it('says that nothing fell, where nothing did', () => {
    const columns = initialColumns(houseTables(house, 'no_task'));
    expect(lift(columns, { node: 1, into: 0 })).toBe(false);
    expect(columns.parent).toEqual(Int32Array.of(NONE, NONE, 0));
  });
});

describe('see room', () => {
  const house = smallHouse({
    rooms: { kitchen1: [0, 0], bedroom1: [9, 9] },
    things: [
      { is: 'kitchencabinet1', in: 'kitchen1', at: [0, 0, 0] },
      { is: 'plate1', in: 'kitchencabinet1', at: [0, 0, 0] },
      { is: 'mug1', on: 'plate1', at: [0, 0, 0] },
      { is: 'kitchencabinet2', in: 'kitchen1', at: [0, 0, 0], states: ['OPEN'] },
      { is: 'plate2', in: 'kitchencabinet2', at: [0, 0, 0] },
      { is: 'mug2', on: 'plate2', at: [0, 0, 0] },
      { is: 'mug3', on: 'kitchencabinet1', at: [0, 0, 0] },
      { is: 'desk1', in: 'bedroom1', at: [9, 0, 9] },
    ],
  });

  describe('seeRoom()', () => {
    it('sees all in the room that is in nothing closed, as a state says of each thing by itself', () => {
      const tables = houseTables(house, 'no_task');
      const columns = initialColumns(tables);
      seeRoom(columns, { room: 0, seeable: tables.seeable });
      const state = new HouseholdState(tables, PAPER_OPTIONS);
      const names = house.names.filter((_, node) => columns.seen[node] === 1);
      expect(names).toEqual(['kitchencabinet1', 'kitchencabinet2', 'plate2', 'mug2', 'mug3']);
      for (const [node, name] of house.names.entries())
        if (columns.room[node] === 0 && tables.seeable[node] === 1)
          expect(state.isVisible(node), name).toBe(names.includes(name));
    });

    /** How often it goes up from a thing of a tower, each on or in the one before or behind it. */
    function upward(count: number, { relation, step }: { relation: number; step: 1 | -1 }): number {
      let asked = 0;
      const parent = Int32Array.from({ length: count }, (_, node) =>
        step === -1 ? node - 1 : ((node + 2) % (count + 1)) - 1,
      );
      const columns: StateColumns = {
        parent: new Proxy(parent, {
          get(target, key) {
            asked++;
            return target[Number(key)];
          },
        }),
        relation: new Uint8Array(count).fill(relation),
        children: new Int32Array(count),
        room: new Int32Array(count),
        states: new Uint8Array(count),
        seen: new Uint8Array(count),
        latched: new Uint8Array(count),
        x: new Float64Array(count),
        z: new Float64Array(count),
      };
      seeRoom(columns, { room: 0, seeable: new Uint8Array(count).fill(1) });
      expect(columns.seen.every((seen) => seen === 1)).toBe(true);
      expect(parent.includes(NONE)).toBe(true);
      return asked;
    }

    it.each([ON, IN])('grows as the number of things', (relation) => {
      for (const step of [1, -1] as const) {
        const [one, two, four] = [1000, 2000, 4000].map((count) => upward(count, { relation, step })) as [
          number,
          number,
          number,
        ];
        expect(two).toBeLessThanOrEqual(2 * one + 2);
        expect(four).toBeLessThanOrEqual(4 * one + 4);
      }
    });
  });
});
